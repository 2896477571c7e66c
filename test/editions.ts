import type { Api } from '#contract/client.ts'

import { aProject } from './makers.ts'
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
