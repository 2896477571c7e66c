import pg from 'pg'
import { describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import {
  aMember,
  anAdmin,
  aProject,
  deactivate,
  isListed,
  keepDecisionsOpen,
  mailsTo,
  releasesOf,
  runJob,
} from '../../../test/makers.ts'
import { aBuyer, cartOf, pay, report, source } from '../../../test/orders.ts'
import { addPictures, drawn } from '../../../test/pictures.ts'
import { docx, formOf } from '../../../test/reports.ts'
import { aBuyerOf, approve, download, filesIn, upload } from '../../../test/uploads.ts'
import { decisionJobs } from '../jobs.ts'
import { listWhileChangesWait } from './setting.ts'

const app = await startApp()
await keepDecisionsOpen(app)
const owner = await aMember(app)
const admin = await anAdmin(app)
const of = (id: string) => ({ params: { id } })

type Meanwhile = 'off_sale' | 'on_sale'
async function set(whileChangesWait: Meanwhile) {
  const { version } = (await admin.api.settings.get()).settings.verification
  await admin.api.settings.verification({ query: { version }, body: { whileChangesWait } })
}

/** A listing with a picture, a report and files that all say 1. */
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

describe('on sale while a change waits', () => {
  test('everybody reads what was approved, its owner and staff what waits, and the approval shows it to all', async () => {
    await set('on_sale')
    const id = await aListing()
    const buyer = await aBuyerOf(app, id)
    await change(id)
    expect(numbers(await shown(id))).toEqual(first)
    expect(await shown(id)).toMatchObject({
      verificationStatus: 'approved',
      category: 'Web Development',
      hasWaitingChanges: false,
      edition: null,
    })
    const page = await app.api.projectPage.get(of(id))
    expect(page.contents.readmeHtml).toContain('Edition 1')
    const list = await app.api.projects.list({ query: { search: 'Edition 1' } })
    const card = list.projects.find(({ _id }) => _id === id)
    expect(card).toMatchObject({ title: 'Edition 1', verificationStatus: 'approved' })
    const { projects: found } = await app.api.projects.list({
      query: { category: 'Mobile Development', limit: 100 },
    })
    expect(found.map(({ _id }) => _id)).not.toContain(id)
    const zip = await download(app, buyer.token, id)
    expect(String(filesIn(zip.rawPayload)['README.md'])).toContain('Edition 1')
    for (const { api } of [owner, admin])
      expect(numbers((await api.projects.get(of(id))).project)).toEqual(second)
    expect(await mine(id)).toMatchObject({
      verificationStatus: 'pending',
      hasWaitingChanges: true,
      edition: { number: 1, isOnSale: true },
    })
    const { projects } = await owner.api.projects.mine({ query: {} })
    expect(projects.find(({ _id }) => _id === id)).toMatchObject({
      title: 'Edition 2',
      verificationStatus: 'pending',
    })

    await approve(admin, id)
    expect(numbers(await shown(id))).toEqual(second)
    expect(await shown(id)).toMatchObject({ category: 'Mobile Development' })
    expect(await mine(id)).toMatchObject({ hasWaitingChanges: false, edition: { number: 2, isOnSale: true } })
    const newer = await download(app, buyer.token, id)
    expect(String(filesIn(newer.rawPayload)['README.md'])).toContain('Edition 2')
  })

  test('a picture that waits is for its owner and staff, one that is replaced stays until the approval cannot be taken back', async () => {
    await set('on_sale')
    const id = await aListing()
    const status = async (url: string) => (await app.app.inject({ url })).statusCode
    const [old] = (await shown(id)).images
    await change(id)
    const [waiting] = (await mine(id)).images
    expect(await status(old!.url)).toBe(200)
    expect(await status(waiting!.url)).toBe(200)
    expect(await status(waiting!.url.replace(/\?.*/, ''))).toBe(404)
    await approve(admin, id)
    expect(await status(waiting!.url.replace(/\?.*/, ''))).toBe(200)
    expect(await status(old!.url), 'no page shows it any more').toBe(404)
    const kept = () => app.db.selectFrom('unlistedImages').select('id').where('projectId', '=', id).execute()
    expect(await kept()).toHaveLength(1)
    await app.jobs.run()
    expect(await kept()).toEqual([])
  })

  test('a purchase sells what was approved; a checkout begun before the edit is paid after the approval', async () => {
    await set('on_sale')
    const id = await aListing({ price: 100 })
    const [early, late] = [await aBuyer(app), await aBuyer(app)]
    const { payment } = await early.api.orders.checkout({ body: cartOf(source({ id })) })
    await change(id)
    const begun = await late.api.orders.checkout({ body: cartOf(source({ id }), report({ id })) })
    await pay(app, late, begun.payment)
    await approve(admin, id)
    await pay(app, early, payment)
    const bought = await app.db
      .selectFrom('orders')
      .innerJoin('releases', 'releases.id', 'orders.releaseId')
      .select(['title', 'releases.number', 'orders.status'])
      .where('orders.projectId', '=', id)
      .execute()
    expect(bought).toEqual(
      Array.from({ length: 2 }, () => ({ title: 'Edition 1', number: 1, status: 'completed' })),
    )
  })

  test('a change that is sent back leaves what is on sale, unless staff take it off too', async () => {
    await set('on_sale')
    for (const status of ['needs_changes', 'rejected'] as const) {
      const id = await aListing()
      await change(id)
      await decide(id, status)
      expect(numbers(await shown(id))).toEqual(first)
      expect(await mine(id)).toMatchObject({ verificationStatus: status, title: 'Edition 2' })
      await app.jobs.run()
      const mail = mailsTo(app, owner.email, 'decision').at(-1)!
      expect(mail.text).toContain('What we approved before stays on sale.')
      await decide(id, status, true)
      expect(await isListed(app, id)).toBe(false)
      await expect(owner.api.projects.takeBack(of(id))).rejects.toMatchObject({ status: 409 })
    }
  })

  test('staff who take a listing off without a change end its sale, and no edit brings it back', async () => {
    await set('on_sale')
    const id = await aListing()
    await decide(id, 'needs_changes')
    expect(await isListed(app, id)).toBe(false)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    expect(await isListed(app, id)).toBe(false)
    await expect(owner.api.projects.takeBack(of(id))).rejects.toMatchObject({ status: 409 })
    await approve(admin, id)
    expect(await shown(id)).toMatchObject({ title: 'Edition 2' })
  })

  test('the price, the report’s price and the switch act at once; a first report waits with its price', async () => {
    await set('on_sale')
    const { _id: id } = await aProject(owner, { title: 'Edition 1', price: 100 })
    await upload(owner, id, { 'README.md': '# Edition 1\n' })
    await approve(admin, id)
    await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), 50, 'one.docx') })
    await owner.api.projects.ownerUpdate({
      ...of(id),
      body: { price: 120, bundlePrice: 150, tags: ['ward'] },
    })
    expect(await shown(id)).toMatchObject({
      price: 120,
      reportPrice: null,
      bundlePrice: null,
      tags: ['ward'],
    })
    expect(await mine(id)).toMatchObject({ price: 120, reportPrice: 50, bundlePrice: 150 })
    await approve(admin, id)
    expect(await shown(id)).toMatchObject({ price: 120, reportPrice: 50, bundlePrice: 150 })
    await owner.api.releases.removeReport(of(id))
    expect(await shown(id)).toMatchObject({ reportPrice: 50, bundlePrice: 150, reportFileName: 'one.docx' })
    expect(await mine(id)).toMatchObject({ reportPrice: null, bundlePrice: null })
    await owner.api.projects.ownerUpdate({ ...of(id), body: { isActive: false } })
    expect(await isListed(app, id)).toBe(false)
  })

  test('the files on sale keep their check, samples and fingerprints while others wait', async () => {
    await set('on_sale')
    const id = await aListing()
    await owner.api.samples.add({ ...of(id), body: { path: 'README.md' } })
    await change(id)
    const { samples } = await app.api.samples.list(of(id))
    expect(samples[0]).toMatchObject({ path: 'README.md' })
    const [one, two] = await releasesOf(app.db, id)
    for (const { id: releaseId } of [one!, two!])
      await app.jobs.enqueue(app.db, 'index-release', { releaseId })
    const { indexRelease } = await import('../similarity/index-release.ts')
    for (const release of [one!, two!]) await indexRelease(app.dependencies, release.id)
    const sources = await app.db
      .selectFrom('similaritySources')
      .select('releaseId')
      .where('releaseId', 'in', [one!.id, two!.id])
      .execute()
    expect(sources).toHaveLength(2)
    expect([one!.status, two!.status]).toEqual(['approved', 'pending'])
  })

  test('an edit that waits drops no cached page; its approval drops the project’s', async () => {
    await set('on_sale')
    const id = await aListing()
    const dropped: (string | undefined)[] = []
    const client = new pg.Client({ connectionString: app.url })
    await client.connect()
    client.on('notification', ({ payload }) => dropped.push(payload))
    await client.query('listen page_changes')
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await owner.api.projects.ownerUpdate({ ...of(id), body: { description: 'Number 2' } })
    await client.query('select 1')
    expect(dropped).toEqual([])
    await approve(admin, id)
    await client.query('select 1')
    expect(dropped).toContain(id)
    await client.end()
  })

  test('what staff edit is on sale at once, except where the owner has changed it', async () => {
    await set('on_sale')
    const id = await aListing()
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await admin.api.projects.update({ ...of(id), body: { description: 'By staff', title: 'Edition 2!' } })
    expect(await shown(id)).toMatchObject({ title: 'Edition 1', description: 'By staff' })
    expect(await mine(id)).toMatchObject({ title: 'Edition 2!', description: 'By staff' })
    await owner.api.projects.takeBack(of(id))
    expect(await mine(id)).toMatchObject({
      title: 'Edition 1',
      description: 'By staff',
      edition: { number: 2 },
    })
  })
})

describe('off sale while a change waits', () => {
  test('the project leaves the lists, its address says why, and nothing of the change is public', async () => {
    await set('off_sale')
    const id = await aListing()
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    expect(await isListed(app, id)).toBe(false)
    await expect(shown(id)).rejects.toMatchObject({ status: 404 })
    expect(await app.api.recalls.notice(of(id))).toMatchObject({ title: 'Edition 1', isChanged: true })
    expect(await mine(id)).toMatchObject({ title: 'Edition 2', edition: { number: 1, isOnSale: false } })
    await decide(id, 'rejected')
    expect(await app.api.recalls.notice(of(id))).toMatchObject({ title: 'Edition 1', isChanged: true })
    await owner.api.projects.takeBack(of(id))
    expect(await shown(id)).toMatchObject({ title: 'Edition 1', verificationStatus: 'approved' })
  })
})

describe.each<Meanwhile>(['off_sale', 'on_sale'])('in the setting %s', (setting) => {
  test('a change that is taken back leaves no trace: text, picture, report and files are as they were approved', async () => {
    await set(setting)
    const id = await aListing()
    const before = await mine(id)
    await change(id)
    await decide(id, 'needs_changes')
    const { project } = await owner.api.projects.takeBack(of(id))
    expect(numbers(project)).toEqual(first)
    expect(numbers(await shown(id))).toEqual(first)
    expect(project).toMatchObject({
      verificationStatus: 'approved',
      verificationNotes: null,
      verifiedAt: before.verifiedAt,
      hasWaitingChanges: false,
      hasUnsentChanges: false,
    })
    expect(project.images).toEqual(before.images)
    expect((await releasesOf(app.db, id)).map(({ status }) => status)).toEqual(['approved', 'withdrawn'])
    const reports = await app.db.selectFrom('reports').select('name').where('projectId', '=', id).execute()
    expect(reports).toEqual([{ name: 'one.docx' }])
    await expect(owner.api.projects.takeBack(of(id))).rejects.toMatchObject({ status: 409 })
    await upload(owner, id, { 'README.md': '# Edition 3\n' })
    await approve(admin, id)
    expect(await shown(id)).toMatchObject({ releaseNumber: 3, title: 'Edition 1' })
  })

  test('an approval is taken back: what was on sale before is the record again, and the change waits', async () => {
    await set(setting)
    const id = await aListing()
    await change(id)
    const before = { ...(await mine(id)), updatedAt: '' }
    const listed = setting === 'on_sale' ? numbers(await shown(id)) : undefined
    await approve(admin, id)
    expect(numbers(await shown(id))).toEqual(second)
    await admin.api.verification.undo(of(id))
    expect({ ...(await mine(id)), updatedAt: '' }).toEqual(before)
    expect(await isListed(app, id)).toBe(setting === 'on_sale')
    if (listed) expect(numbers(await shown(id))).toEqual(listed)
    await approve(admin, id)
    expect(numbers(await shown(id))).toEqual(second)
    expect(await mine(id)).toMatchObject({ edition: { number: 2 } })
  })

  test('a decision cannot be taken back once what would be on sale again has changed', async () => {
    await set(setting)
    const id = await aListing()
    await app.jobs.run()
    await decide(id, 'needs_changes')
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Unread' } })
    await expect(admin.api.verification.undo(of(id))).rejects.toMatchObject({ status: 409 })
    expect(await isListed(app, id)).toBe(false)
  })

  test('owner and staff read what differs from the edition, and what differs since it was sent back', async () => {
    await set(setting)
    const id = await aListing()
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    expect(await owner.api.projects.changes(of(id))).toMatchObject({
      changes: [{ what: 'title', before: ['Edition 1'], after: ['Edition 2'] }],
      sentBack: null,
    })
    await decide(id, 'needs_changes')
    await owner.api.projects.ownerUpdate({ ...of(id), body: { description: 'Number 2' } })
    for (const { api } of [owner, admin])
      expect(await api.projects.changes(of(id))).toMatchObject({
        changes: [{ what: 'title' }, { what: 'description' }],
        sentBack: {
          since: { status: 'needs_changes', notes: 'Not like this.' },
          changes: [{ what: 'description' }],
        },
      })
    await owner.api.projects.takeBack(of(id))
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 3' } })
    expect(await owner.api.projects.changes(of(id))).toMatchObject({
      changes: [{ what: 'title', before: ['Edition 1'], after: ['Edition 3'] }],
      sentBack: null,
    })
  })

  test('a report that goes, and the text of a picture, are named among what differs; only what is kept is taken back', async () => {
    await set(setting)
    const id = await aListing({ price: 100 })
    expect((await mine(id)).allowed).not.toContain('take_back')
    await owner.api.releases.removeReport(of(id))
    const [image] = (await mine(id)).images
    await owner.api.releases.describeImages({
      ...of(id),
      body: { descriptions: [{ url: image!.url, alt: 'Picture 2' }] },
    })
    const { changes } = await owner.api.projects.changes(of(id))
    expect(changes.filter(({ what }) => !what.endsWith('price'))).toEqual([
      { what: 'report', before: ['one.docx'], after: [] },
      { what: 'pictures', before: [], after: ['1 picture described anew'] },
    ])
    const card = async () =>
      (await owner.api.projects.mine({ query: { limit: 100 } })).projects.find(({ _id }) => _id === id)
    expect(await card()).toMatchObject({ hasWaitingChanges: true, isOnSale: setting === 'on_sale' })
    expect((await mine(id)).allowed).toContain('take_back')
    await owner.api.projects.takeBack(of(id))
    expect(await card()).toMatchObject({ hasWaitingChanges: false, isOnSale: true })
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await decide(id, 'rejected', true)
    expect((await mine(id)).allowed).not.toContain('take_back')
  })

  test('two tabs: the older one neither edits the change that waits nor decides on it', async () => {
    await set(setting)
    const id = await aListing()
    const { updatedAt: atFirst } = await mine(id)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2', basedOn: atFirst } })
    const { updatedAt } = await mine(id)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 3', basedOn: updatedAt } })
    for (const basedOn of [atFirst, updatedAt]) {
      const late = owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Late', basedOn } })
      await expect(late).rejects.toMatchObject({ status: 409 })
      const decision = admin.api.projects.update({
        ...of(id),
        body: { verificationStatus: 'approved', basedOn },
      })
      await expect(decision).rejects.toMatchObject({ status: 409 })
    }
  })

  const ends: [string, (id: string) => Promise<unknown>][] = [
    ['Delete Files', (id) => owner.api.releases.removeFiles(of(id))],
    ['a recall', (id) => recall(id, '1')],
    ['a complaint', (id) => complain(id)],
    ['archiving', (id) => owner.api.projects.archive(of(id))],
    ['deleting', (id) => owner.api.projects.remove(of(id))],
  ]
  test.each(ends)('%s ends the sale, whatever waits', async (_, end) => {
    await set(setting)
    const id = await aListing()
    await aBuyerOf(app, id)
    await change(id)
    await end(id)
    expect(await isListed(app, id)).toBe(false)
    await set(setting === 'on_sale' ? 'off_sale' : 'on_sale')
    expect(await isListed(app, id)).toBe(false)
  })

  test('of two approved releases a recall leaves the earlier one on sale, in the change that waits too', async () => {
    await set(setting)
    const id = await aListing()
    await upload(owner, id, { 'README.md': '# Edition 1b\n' })
    await approve(admin, id)
    await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await recall(id, '2')
    expect(await mine(id)).toMatchObject({ releaseNumber: 1, title: 'Edition 2' })
    expect(await isListed(app, id)).toBe(setting === 'on_sale')
    await approve(admin, id)
    expect(await shown(id)).toMatchObject({ releaseNumber: 1, title: 'Edition 2' })
  })

  test('a deactivated owner’s listings leave the lists with a change that waits', async () => {
    await set(setting)
    const seller = await aMember(app)
    const { _id: id } = await aProject(seller, { price: 0 })
    await upload(seller, id, { 'README.md': '# Edition 1\n' })
    await approve(admin, id)
    await seller.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
    await admin.api.staffMembers.deactivate({ ...of(seller.id), body: { reason: 'Fraud.' } })
    expect(await isListed(app, id)).toBe(false)
    await deactivate(app.db, seller.id)
    await listWhileChangesWait(app.dependencies)
    expect(await isListed(app, id)).toBe(false)
  })
})

const recall = (id: string, number: string) =>
  admin.api.recalls.recall({
    params: { id, number },
    body: { reason: 'It sends passwords.', instructions: 'Delete it.', refund: false },
  })
async function complain(id: string) {
  const reader = await aBuyer(app)
  await reader.api.complaints
    .send({ ...of(id), body: { kind: 'broken', text: 'It does not start at all.' } })
    .catch(() => undefined)
  const complaint = await app.db
    .selectFrom('complaints')
    .select('id')
    .where('projectId', '=', id)
    .executeTakeFirst()
  if (complaint)
    await admin.api.complaints.decide({
      ...of(complaint.id),
      body: { outcome: 'hidden', reasons: 'It does not start.' },
    })
  else await decide(id, 'rejected', true)
}

test('switching the setting applies at once to what waits, both ways, and is in the audit log', async () => {
  await set('off_sale')
  const [waiting, sentBack] = [await aListing(), await aListing()]
  for (const id of [waiting, sentBack]) await change(id)
  await decide(sentBack, 'needs_changes')
  for (const to of ['on_sale', 'off_sale', 'on_sale'] as const) {
    await set(to)
    for (const id of [waiting, sentBack]) expect(await isListed(app, id)).toBe(to === 'on_sale')
  }
  const actions = await app.db
    .selectFrom('staffActions')
    .select('action')
    .where('target', '=', 'settings verification')
    .execute()
  expect(actions.length).toBeGreaterThanOrEqual(3)
})

test('what a killed process did not list any more, a job does', async () => {
  await set('off_sale')
  const id = await aListing()
  await owner.api.projects.ownerUpdate({ ...of(id), body: { title: 'Edition 2' } })
  await app.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ whileChangesWait: 'on_sale' }) })
    .where('name', '=', 'verification')
    .execute()
  await app.jobs.work(decisionJobs(app.dependencies))
  await runJob(app, 'list-while-changes-wait')
  expect(await isListed(app, id)).toBe(true)
})
