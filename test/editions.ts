import type { Api } from '#contract/client.ts'

import type { TestApp } from './app.ts'
import { aMember, anAdmin, aProject } from './makers.ts'
import { addPictures, drawn } from './pictures.ts'
import { docx, formOf } from './reports.ts'
import { approve, upload } from './uploads.ts'

const of = (id: string) => ({ params: { id } })
const picture = await drawn(40, 30, 'teal').png().toBuffer()

/** Creates a free listing whose title, description, picture, report and files all say one number. */
export async function aNumbered(owner: { api: Api }, admin: { api: Api }, number: number): Promise<string> {
  const { _id: id } = await aProject(owner, { title: 'Draft', price: 0 })
  await renumber(owner, id, number)
  await approve(admin, id)
  return id
}

/** Changes a project so that all of it says another number, in the order in which an owner may do it. */
export async function renumber(owner: { api: Api }, id: string, number: number): Promise<void> {
  await owner.api.projects.ownerUpdate({
    ...of(id),
    body: { title: `Edition ${number}`, description: `Number ${number}` },
  })
  const { images } = (await owner.api.projects.get(of(id))).project
  await addPictures(owner, id, picture)
  if (images[0]) await owner.api.releases.removeImage({ ...of(id), query: { url: images[0].url } })
  const { project } = await owner.api.projects.get(of(id))
  await owner.api.releases.describeImages({
    ...of(id),
    body: { descriptions: [{ url: project.images[0]!.url, alt: `Picture ${number}` }] },
  })
  await owner.api.releases.addReport({
    ...of(id),
    form: formOf(docx(), undefined, `number-${number}.docx`),
  })
  await upload(owner, id, { 'README.md': `# Number ${number}\n` })
}

/** The numbers that the public page of a project says, and its README; undefined while it is not listed. */
export async function numbersShown({ api }: { api: Api }, id: string): Promise<number[] | undefined> {
  const page = await api.projectPage.get(of(id)).catch(() => undefined)
  if (!page) return undefined
  const { title, description, images, reportFileName } = page.project
  const said = [title, description, ...images.map(({ alt }) => alt), reportFileName, page.contents.readmeHtml]
  return said.map((text) => numberIn((text ?? '').replaceAll(/<[^>]*>/g, '')))
}

export const numberIn = (text: string) => Number(/\d+/.exec(text)?.[0])

/** The one number that the public page of a project says. Throws when it says several, or is not there. */
export async function numberShown(app: { api: Api }, id: string): Promise<number> {
  const said = new Set(await numbersShown(app, id))
  if (said.size !== 1) throw new Error(`The page says ${[...said].join(', ') || 'nothing'}`)
  return [...said][0]!
}

/** What happens to a listing while a change of it waits. */
export type Meanwhile = 'off_sale' | 'on_sale'

/** An owner and staff, who set what happens meanwhile, and listings that say 1 until a change says 2. */
export async function anEditionShop(app: TestApp) {
  const owner = await aMember(app)
  const admin = await anAdmin(app)
  async function set(whileChangesWait: Meanwhile) {
    const { version } = (await admin.api.settings.get()).settings.verification
    await admin.api.settings.verification({ query: { version }, body: { whileChangesWait } })
  }

  /** Creates a listing with a picture, a report and files that all say 1. */
  async function aListing({ price = 0 } = {}) {
    const { _id: id } = await aProject(owner, { title: 'Edition 1', description: 'Number 1', price })
    await addPictures(owner, id, await drawn(40, 30, 'teal').png().toBuffer())
    const { images } = await owner.api.projects.get(of(id)).then(({ project }) => project)
    await owner.api.releases.describeImages({
      ...of(id),
      body: { descriptions: [{ url: images[0]!.url, alt: 'Picture 1' }] },
    })
    await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), price, 'one.docx') })
    await upload(owner, id, { 'README.md': '# Edition 1\n' })
    await approve(admin, id)
    return id
  }

  /** Changes all of it: everything says 2 now. */
  async function change(id: string) {
    await owner.api.projects.ownerUpdate({
      ...of(id),
      body: { title: 'Edition 2', description: 'Number 2', category: 'Mobile Development' },
    })
    const before = (await mine(id)).images
    await addPictures(owner, id, await drawn(30, 40, 'navy').png().toBuffer())
    await owner.api.releases.removeImage({ ...of(id), query: { url: before[0]!.url } })
    const { images } = await mine(id)
    await owner.api.releases.describeImages({
      ...of(id),
      body: { descriptions: [{ url: images[0]!.url, alt: 'Picture 2' }] },
    })
    await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), undefined, 'two.docx') })
    await upload(owner, id, { 'README.md': '# Edition 2\n' })
  }
  const mine = async (id: string) => (await owner.api.projects.get(of(id))).project
  const shown = async (id: string) => (await app.api.projects.get(of(id))).project
  const decide = (id: string, verificationStatus: 'rejected' | 'needs_changes', takesOffSale = false) =>
    admin.api.projects.update({
      ...of(id),
      body: { verificationStatus, verificationNotes: 'Not like this.', takesOffSale },
    })

  /** What a viewer gets of a project, as the numbers that it says. */
  const numbers = ({
    title,
    description,
    images,
    reportFileName,
    releaseNumber,
  }: Awaited<ReturnType<typeof mine>>) => [
    title,
    description,
    images.map(({ alt }) => alt).join(),
    reportFileName,
    releaseNumber,
  ]
  const first = ['Edition 1', 'Number 1', 'Picture 1', 'one.docx', 1]
  const second = ['Edition 2', 'Number 2', 'Picture 2', 'two.docx', 2]
  return { owner, admin, set, aListing, change, mine, shown, decide, numbers, first, second }
}
