import { hash } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { contentText } from '#contract/projects/content-hash.ts'
import { decisionJobs } from '#server/projects/jobs.ts'
import { fillContentHashes } from '#server/projects/releases/content-hash.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAddress, anAdmin, apiFrom, aProject } from '../../../test/makers.ts'
import { aBuyer, anOffer } from '../../../test/orders.ts'
import { refundBy, refundsIn } from '../../../test/refunds.ts'
import { allowSeats, aSeat } from '../../../test/seats.ts'
import { aBuyerOf, aListing, approve, download, type Files, filesIn, upload } from '../../../test/uploads.ts'

const app = await startApp()

const sumsOf = (files: Files) =>
  Object.entries(files).map(([path, bytes]) => ({ path, sha256: hash('sha256', bytes) }))
const hashOf = (files: Files) => hash('sha256', contentText(sumsOf(files)))
const ask = (files: Files) => apiFrom(app, anAddress()).verifiedFiles.get({ params: { hash: hashOf(files) } })

let item: Awaited<ReturnType<typeof aListing>>
beforeAll(async () => {
  item = await aListing(app, { 'README.md': '# Shop\n', 'src/main.py': 'print("shop")\n' })
})

test('anybody learns of files that staff verified: project, release and day', async () => {
  const { project } = await item.owner.api.projects.get({ params: { id: item.id } })
  expect(await ask(item.files)).toMatchObject({
    state: 'verified',
    releases: [{ projectId: item.id, title: project.title, number: 1, fileCount: 2, recall: null }],
    log: { path: '/log', keys: [{ replacedIn: null }] },
  })
})

test('the download of a buyer, with their licence in it, is what staff verified', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const files = filesIn((await download(app, buyer.token, item.id)).rawPayload)
  expect(Object.keys(files)).toHaveLength(3)
  expect((await ask(files)).state).toBe('verified')
})

test('one byte, one file more, one less or a renamed one, and a stranger learns only that they are not', async () => {
  const { 'README.md': readme, 'src/main.py': main } = item.files
  const changed: Files[] = [
    { 'README.md': `${String(readme)} `, 'src/main.py': main! },
    { ...item.files, 'src/new.py': '' },
    { 'README.md': readme! },
    { 'README.md': readme!, 'src/app.py': main! },
  ]
  for (const files of changed)
    expect(await ask(files)).toEqual({
      success: true,
      state: 'unknown',
      releases: [],
      statements: [],
      log: { path: '/log', keys: [{ key: app.dependencies.logKeys[0]!.publicKey, replacedIn: null }] },
    })
})

test('files that wait for staff, or that staff sent back, are not verified', async () => {
  const files = { 'a.py': 'print("waits")\n' }
  const { owner, admin, id } = await aListing(app, { 'a.py': 'print("before")\n' })
  await upload(owner, id, files)
  expect((await ask(files)).state).toBe('unknown')
  await admin.api.projects.update({
    params: { id },
    body: { verificationStatus: 'needs_changes', verificationNotes: 'Please explain it' },
  })
  expect((await ask(files)).state).toBe('unknown')
  await owner.api.projects.ownerUpdate({ params: { id }, body: { title: 'Another title' } })
  await approve(admin, id)
  expect((await ask(files)).state).toBe('verified')
})

test('a recalled release says so, with the day and the reason; verified again, it is verified', async () => {
  const files = { 'a.py': 'print("recalled")\n' }
  const { owner, admin, id } = await aListing(app, files)
  await admin.api.recalls.recall({
    params: { id, number: 1 },
    body: { reason: 'It sends passwords away', instructions: 'Delete it', refund: false },
  })
  expect(await ask(files)).toMatchObject({
    state: 'recalled',
    releases: [{ number: 1, projectId: null, recall: { reason: 'It sends passwords away' } }],
    statements: [{ kind: 'approved' }, { kind: 'recalled' }],
  })
  await upload(owner, id, files)
  await approve(admin, id)
  expect(await ask(files)).toMatchObject({
    state: 'verified',
    releases: [{ number: 2 }, { number: 1 }],
    statements: [{ kind: 'approved' }, { kind: 'recalled' }, { kind: 'approved' }],
  })
})

test('files that staff recalled under one release are recalled, also when a later one with the same files was not', async () => {
  const files = { 'a.py': 'print("twice")\n' }
  const { owner, admin, id } = await aListing(app, files)
  await upload(owner, id, files)
  await approve(admin, id)
  await admin.api.recalls.recall({
    params: { id, number: 1 },
    body: { reason: 'It sends passwords away', instructions: 'Delete it', refund: false },
  })
  const { state, releases, statements } = await ask(files)
  expect({ state, releases, statements }).toMatchObject({
    state: 'recalled',
    releases: [
      { number: 1, recall: { reason: 'It sends passwords away' } },
      { number: 2, recall: null },
    ],
    statements: [{ kind: 'approved' }, { kind: 'recalled' }],
  })
})

test('files whose approval was taken back are not verified, also when somebody had ordered them, until staff approve them again', async () => {
  const files = { 'a.py': 'print("taken back")\n' }
  await app.dependencies.jobs.work(decisionJobs(app.dependencies))
  const { owner, admin } = await aListing(app)
  const { _id: id } = await aProject(owner, { price: 0 })
  await upload(owner, id, files)
  await approve(admin, id)
  await aBuyerOf(app, id)
  await admin.api.verification.undo({ params: { id } })
  expect((await ask(files)).state).toBe('unknown')
  await approve(admin, id)
  expect((await ask(files)).state).toBe('verified')
})

test('a project that is gone has no title', async () => {
  const files = { 'a.py': 'print("gone")\n' }
  const { owner, id } = await aListing(app, files)
  await aBuyerOf(app, id)
  await owner.api.projects.remove({ params: { id } })
  expect(await ask(files)).toMatchObject({
    state: 'verified',
    releases: [{ projectId: null, title: null, number: 1 }],
  })
})

test('a title that staff did not approve is not told', async () => {
  const files = { 'a.py': 'print("title")\n' }
  const { owner, admin, id } = await aListing(app, files)
  const { project } = await owner.api.projects.get({ params: { id } })
  await admin.api.projects.update({
    params: { id },
    body: { verificationStatus: 'rejected', verificationNotes: 'It is not yours' },
  })
  await owner.api.projects.ownerUpdate({ params: { id }, body: { title: 'Call 98765 43210' } })
  expect((await ask(files)).releases[0]).toMatchObject({ title: project.title })
})

test('who has a seat gets the sums of a release, and whose money went back does not', async () => {
  const { seller, buyer, project } = await anOffer(app)
  await allowSeats(app, seller, project.id)
  const of = await refundsIn(app).bought(buyer, project)
  const member = await aMember(app)
  await aSeat(app, buyer, of.params.id, member)
  const release = { params: { id: project.id, number: 1 } }
  for (const { api } of [buyer, member])
    expect((await api.verifiedFiles.sums(release)).contentHash).toMatch(/^[0-9a-f]{64}$/)
  await refundBy(await anAdmin(app), { buyer, of })
  for (const { api } of [buyer, member])
    await expect(api.verifiedFiles.sums(release)).rejects.toMatchObject({ status: 403 })
})

test('of a project that is not listed a stranger learns not even that it exists', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner, { price: 0 })
  await upload(owner, id, { 'a.py': 'print("draft")\n' })
  const of = { params: { id, number: 1 } }
  expect((await owner.api.verifiedFiles.sums(of)).sums).toHaveLength(1)
  const gone = { params: { id: crypto.randomUUID(), number: 1 } }
  for (const asked of [of, gone])
    await expect((await aMember(app)).api.verifiedFiles.sums(asked)).rejects.toMatchObject({
      status: 404,
      message: 'Project not found',
    })
})

test('buyer, owner and staff get the sums of a release, also of a recalled one; others do not', async () => {
  const files = { 'a.py': 'print("sums")\n', 'b/c.txt': 'c' }
  const { owner, admin, id } = await aListing(app, files)
  const buyer = await aBuyerOf(app, id)
  const of = { params: { id, number: 1 } }
  for (const { api } of [owner, admin, buyer])
    expect(await api.verifiedFiles.sums(of)).toMatchObject({
      contentHash: hashOf(files),
      sums: sumsOf(files),
    })
  await expect((await aBuyer(app)).api.verifiedFiles.sums(of)).rejects.toMatchObject({ status: 403 })
  await expect((await aMember(app)).api.verifiedFiles.sums(of)).rejects.toMatchObject({ status: 403 })
  await expect(buyer.api.verifiedFiles.sums({ params: { id, number: 2 } })).rejects.toMatchObject({
    status: 404,
  })
  await admin.api.recalls.recall({
    params: { id, number: 1 },
    body: { reason: 'It sends passwords away', instructions: 'Delete it', refund: false },
  })
  expect((await buyer.api.verifiedFiles.sums(of)).sums).toHaveLength(2)
})

test('a release that an earlier version made gets its content hash by a job, and until then has sums', async () => {
  const files = { 'a.py': 'print("earlier")\n' }
  const { owner, id } = await aListing(app, files)
  await app.db.updateTable('releases').set({ contentHash: null }).where('projectId', '=', id).execute()
  expect((await ask(files)).state).toBe('unknown')
  const { contentHash } = await owner.api.verifiedFiles.sums({ params: { id, number: 1 } })
  expect(contentHash).toBe(hashOf(files))
  await fillContentHashes(app)
  expect((await ask(files)).state).toBe('verified')
})

test('what is no content hash is refused', async () => {
  for (const typed of ['x', 'A'.repeat(64), 'a'.repeat(65)])
    await expect(app.api.verifiedFiles.get({ params: { hash: typed } })).rejects.toMatchObject({
      status: 400,
    })
})
