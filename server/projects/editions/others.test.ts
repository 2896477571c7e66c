import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { undoSeconds } from '#contract/projects/staff/verification.ts'

import { startApp } from '../../../test/app.ts'
import { anEditionShop } from '../../../test/editions.ts'
import { aMember, keepDecisionsOpen, mailsTo, releasesOf } from '../../../test/makers.ts'
import { docx, formOf } from '../../../test/reports.ts'
import { timePasses } from '../../../test/time.ts'
import { aBuyerOf, approve, download, filesIn, upload } from '../../../test/uploads.ts'
import { takenDown } from '../../content/complaints/queries.ts'
import { announceListings } from '../../members/follows/service.ts'
import { countDrafts } from '../owner-queries.ts'
import { ownerFiles } from '../releases/queries.ts'

/* What others read while a change waits, and what becomes of what it brought. */
const app = await startApp()
await keepDecisionsOpen(app)
const { db } = app
const { owner, admin, set, aListing, change, mine, shown, decide } = await anEditionShop(app)
await set('on_sale')
const of = (id: string) => ({ params: { id } })
const edit = (id: string, title: string) => owner.api.projects.ownerUpdate({ ...of(id), body: { title } })
const recall = (id: string, number: string) =>
  admin.api.recalls.recall({
    params: { id, number },
    body: { reason: 'It sends passwords.', instructions: 'Delete it.', refund: false },
  })
const unlistedOf = (id: string) =>
  db.selectFrom('unlistedImages').select('id').where('projectId', '=', id).execute()

test('no mail to anybody but its owner, and no notice, says the title that waits', async () => {
  await owner.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  const follower = await aMember(app)
  await follower.api.accounts.updateProfile({ body: { preferences: { newListings: true } } })
  await follower.api.follows.follow(of(owner.id))
  const id = await aListing()
  const buyer = await aBuyerOf(app, id)
  await edit(id, 'Unread')
  await timePasses(db, `${undoSeconds} seconds`, 'firstListings', { projectId: id })
  await announceListings(app.dependencies)
  const { question } = await buyer.api.questions.ask({ ...of(id), body: { text: 'Does it run?' } })
  await owner.api.questions.answer({ params: { id, question: question._id }, body: { text: 'Yes.' } })
  const { review } = await buyer.api.reviews.write({ ...of(id), body: { rating: 5, text: 'Good' } })
  await owner.api.reviews.reply({ params: { id, review: review._id }, body: { text: 'Thanks.' } })
  await recall(id, '1')
  await app.jobs.run()
  expect(mailsTo(app, follower.email, 'new listing')).toHaveLength(1)
  const others = app.mails.filter(({ to }) => to !== owner.email)
  expect(others.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['answer', 'review-reply']))
  for (const { subject, text } of others) expect(`${subject} ${text}`).not.toContain('Unread')
  expect(await app.api.recalls.notice(of(id))).toMatchObject({ title: 'Edition 1' })
})

test('a licence of staff’s choice is not on sale with files that lack its text', async () => {
  const id = await aListing()
  await upload(owner, id, { 'README.md': '# Edition 2\n', LICENSE: 'MIT License\n' })
  await admin.api.projects.update({ ...of(id), body: { licence: 'own' } })
  expect((await shown(id)).licence).toBe('readymade')
  expect((await mine(id)).licence).toBe('own')
  await approve(admin, id)
  expect((await shown(id)).licence).toBe('own')
})

test('the sealed copy of a takedown has the files on sale and those that wait', async () => {
  const id = await aListing()
  await change(id)
  const reader = await aMember(app)
  await reader.api.complaints.send({ ...of(id), body: { kind: 'broken', text: 'It does not start at all.' } })
  const complaint = await db
    .selectFrom('complaints')
    .select('id')
    .where('projectId', '=', id)
    .executeTakeFirstOrThrow()
  expect(await takenDown(db, complaint.id)).toMatchObject({
    listing: { title: 'Edition 1' },
    change: { title: 'Edition 2' },
    files: [
      { release: 1, path: 'README.md' },
      { release: 2, path: 'README.md' },
    ],
  })
})

test('a recall of files that only the change still has leaves those on sale, in the change too', async () => {
  const id = await aListing()
  await upload(owner, id, { 'README.md': '# Edition 2\n' })
  await approve(admin, id)
  await aBuyerOf(app, id)
  await admin.api.verification.undo(of(id))
  expect((await mine(id)).releaseNumber).toBe(2)
  await recall(id, '2')
  expect((await mine(id)).releaseNumber).toBe(1)
  expect((await shown(id)).releaseNumber).toBe(1)
  await approve(admin, id)
  expect((await shown(id)).releaseNumber).toBe(1)
})

test('a project that is deleted and stays for its buyers loses the change that waits, with its files', async () => {
  const id = await aListing()
  await aBuyerOf(app, id)
  await app.jobs.run()
  await change(id)
  await owner.api.projects.remove(of(id))
  const left = await db
    .selectFrom('editions')
    .select('id')
    .where('projectId', '=', id)
    .where('number', 'is', null)
    .execute()
  expect(left).toEqual([])
  expect((await releasesOf(db, id)).map(({ status }) => status)).toEqual(['approved', 'withdrawn'])
  const reports = await db.selectFrom('reports').select('name').where('projectId', '=', id).execute()
  expect(reports).toEqual([{ name: 'one.docx' }])
  expect(await unlistedOf(id)).toEqual([])
})

test('an owner’s copy of their files has what waits', async () => {
  const id = await aListing()
  await change(id)
  const { images } = await mine(id)
  const [, second] = await releasesOf(db, id)
  const { releases, images: pictures } = await ownerFiles(db, owner.id)
  expect(releases).toContainEqual(expect.objectContaining({ id, releaseId: second!.id }))
  const ids = pictures.filter((picture) => picture.id === id).map(({ imageId }) => imageId)
  expect(ids).toHaveLength(1)
  expect(images[0]!.url).toContain(ids[0])
})

test('the part of a picture that lists show stays as it was chosen when an approval is taken back', async () => {
  const id = await aListing()
  await edit(id, 'Edition 2')
  await approve(admin, id)
  const thumbnail = { x: 10, y: 20, zoom: 150 }
  const { url } = (await mine(id)).images[0]!
  await owner.api.releases.chooseThumbnail({ ...of(id), body: { url, thumbnail } })
  await admin.api.verification.undo(of(id))
  for (const { images } of [await mine(id), await shown(id)]) expect(images[0]).toMatchObject({ thumbnail })
})

test('an edit is seen as later, also where the clock of another process is ahead', async () => {
  const id = await aListing()
  await edit(id, 'Edition 2')
  await sql`update projects set updated_at = now() + interval '1 minute' where id = ${id}`.execute(db)
  const { updatedAt } = await mine(id)
  await edit(id, 'Edition 3')
  const stale = { verificationStatus: 'approved' as const, basedOn: updatedAt }
  await expect(admin.api.projects.update({ ...of(id), body: stale })).rejects.toMatchObject({ status: 409 })
})

test('the time of the last change that everybody reads is that of what is on sale', async () => {
  const id = await aListing()
  const { updatedAt } = await shown(id)
  await edit(id, 'Edition 2')
  await decide(id, 'needs_changes')
  expect((await shown(id)).updatedAt).toBe(updatedAt)
  expect((await mine(id)).updatedAt).not.toBe(updatedAt)
  await owner.api.projects.ownerUpdate({ ...of(id), body: { price: 10 } })
  expect((await shown(id)).updatedAt).not.toBe(updatedAt)
})

test('a change that is taken back takes the decision on it with it: nobody is mailed, its pictures go', async () => {
  const id = await aListing()
  await app.jobs.run()
  await change(id)
  await decide(id, 'rejected')
  const told = () => mailsTo(app, owner.email, 'decision').filter(({ text }) => text.includes(id))
  const before = told().length
  await owner.api.projects.takeBack({ ...of(id), query: {} })
  expect(await unlistedOf(id)).toEqual([])
  await app.jobs.run()
  expect(told()).toHaveLength(before)
})

test('a change of a project whose files were deleted waits in the list of its owner too', async () => {
  const id = await aListing()
  await edit(id, 'Edition 2')
  await owner.api.releases.removeFiles(of(id))
  const { projects } = await owner.api.projects.mine({ query: {} })
  expect(projects.find(({ _id }) => _id === id)).toMatchObject({ hasFiles: false, hasWaitingChanges: true })
})

test('pictures that an approval replaced are gone, also where the project is deleted before the owner is told', async () => {
  const id = await aListing()
  await aBuyerOf(app, id)
  await change(id)
  await approve(admin, id)
  await owner.api.projects.remove(of(id))
  expect(await unlistedOf(id)).toHaveLength(1)
  await app.jobs.run()
  expect(await unlistedOf(id)).toEqual([])
})

test('after a change that is taken back owner and staff read the report that is on sale', async () => {
  const id = await aListing()
  await owner.api.releases.addReport({ ...of(id), form: formOf(docx(), undefined, 'two.docx') })
  await owner.api.releases.removeReport(of(id))
  await owner.api.projects.takeBack({ ...of(id), query: {} })
  for (const { api } of [owner, admin])
    expect(await api.downloads.reportLink(of(id))).toMatchObject({ fileName: 'one.docx' })
  const reports = await db.selectFrom('reports').select('name').where('projectId', '=', id).execute()
  expect(reports).toEqual([{ name: 'one.docx' }])
})

test('files that wait after a recall count: the project is no draft, not recalled any more, and under review once claimed', async () => {
  const id = await aListing()
  await edit(id, 'Edition 2')
  const drafts = await countDrafts(db, owner.id)
  await recall(id, '1')
  expect(await countDrafts(db, owner.id)).toBe(drafts + 1)
  await upload(owner, id, { 'README.md': '# Edition 2\n' })
  expect(await countDrafts(db, owner.id)).toBe(drafts)
  expect((await owner.api.projects.mine({ query: {} })).recalled).not.toContain(id)
  await admin.api.verification.claim(of(id))
  expect((await mine(id)).verificationStatus).toBe('under_review')
})

test('only a change that is sent back takes what is on sale off with it', async () => {
  const id = await aListing()
  await edit(id, 'Edition 2')
  await admin.api.projects.update({
    ...of(id),
    body: { verificationStatus: 'under_review', verificationNotes: 'Looking.', takesOffSale: true },
  })
  expect(await shown(id)).toMatchObject({ title: 'Edition 1' })
  await decide(id, 'needs_changes', true)
  await expect(shown(id)).rejects.toMatchObject({ status: 404 })
})

test('files whose approval is taken back reach only who ordered them meanwhile, until they are approved again', async () => {
  const id = await aListing()
  const early = await aBuyerOf(app, id)
  await upload(owner, id, { 'README.md': '# Edition 2\n' })
  await approve(admin, id)
  const meanwhile = await aBuyerOf(app, id)
  await admin.api.verification.undo(of(id))
  const late = await aBuyerOf(app, id)
  const readme = async (buyer: typeof late) =>
    filesIn((await download(app, buyer.token, id)).rawPayload)['README.md']!.toString()
  const newRelease = async (buyer: typeof late) =>
    (await buyer.api.orders.mine({ query: {} })).orders[0]!.newRelease
  for (const buyer of [early, late]) {
    expect(await newRelease(buyer)).toBeNull()
    expect(await readme(buyer)).toBe('# Edition 1\n')
  }
  expect(await readme(meanwhile)).toBe('# Edition 2\n')
  await approve(admin, id)
  for (const buyer of [early, late]) {
    expect(await newRelease(buyer)).toBe(2)
    expect(await readme(buyer)).toBe('# Edition 2\n')
  }
})
