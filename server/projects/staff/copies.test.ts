import { buffer } from 'node:stream/consumers'

import { expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import { aMember, anAdmin, aProject, aRelease, actionsOn, runJob } from '../../../test/makers.ts'
import { aBuyer, checkoutBy, source as item } from '../../../test/orders.ts'
import { generateProjects, type GeneratedProject } from '../../../test/similarity/corpus.ts'
import { findingJobs, similarityJobs } from '../jobs.ts'

vi.setConfig({ testTimeout: 120_000 })
const app = await startApp()
const admin = await anAdmin(app)
const corpus = generateProjects({ projects: 8, copies: 2, seed: 43 })
// The second copy has other names, comments and order, and nothing of its own.
const planted = corpus.at(-1)!
const original = corpus[planted.copyOf!]!
const [copy, other, third, fourth, fifth] = corpus
  .filter((one) => one !== original && one.copyOf === undefined)
  .map((one) => ({ ...one, files: one.files.slice(-3) })) as [
  GeneratedProject,
  GeneratedProject,
  GeneratedProject,
  GeneratedProject,
  GeneratedProject,
]
await app.jobs.work([...similarityJobs(app.dependencies), ...findingJobs(app.dependencies)])

const of = (id: string) => ({ params: { id } })
const filesOf = ({ files }: GeneratedProject) =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]))
async function uploaded(
  owner: Awaited<ReturnType<typeof aMember>>,
  files: Record<string, string | Blob>,
  title: string,
) {
  const { _id } = await aProject(owner, { title, price: 0 })
  await aRelease(owner, _id, files)
  return _id
}
const run = async () => {
  for (let round = 0; round < 3; round++) await app.jobs.run()
}
const approve = (id: string, verificationOverride?: string) =>
  admin.api.projects.update({
    ...of(id),
    body: {
      verificationStatus: 'approved',
      ...(verificationOverride !== undefined && { verificationOverride }),
    },
  })
const statusOf = async (id: string) => (await admin.api.projects.get(of(id))).project.verificationStatus
const queued = async (id: string) =>
  (await admin.api.verification.queue()).queue.find(({ _id }) => _id === id)!

test('a copy with other names is listed by no approval, one or ten, until a reason is written, which stands in the history and the audit log', async () => {
  const [author, copier] = [await aMember(app, { name: 'Meera Iyer' }), await aMember(app)]
  const listed = await uploaded(author, filesOf(original), 'Library Management System')
  await run()
  await approve(listed)
  const copied = await uploaded(copier, filesOf(planted), 'Book Desk')
  await expect(approve(copied)).rejects.toMatchObject({
    status: 409,
    message: 'The files are still being checked. This takes about a minute; approve it after that.',
  })
  await run()
  const message =
    /^\d+% of the code is in “Library Management System” of Meera Iyer\. To approve it all the same, write why\.$/
  for (const reason of [undefined, ' \n '])
    await expect(approve(copied, reason)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(message),
      details: { fields: { verificationOverride: expect.stringMatching(message) } },
    })
  await Promise.all(
    Array.from({ length: 10 }, () => expect(approve(copied)).rejects.toMatchObject({ status: 409 })),
  )
  // Nor does the switch that lists many at once, or an edit beside the decision.
  await admin.api.staffProjects.bulkUpdate({ body: { projectIds: [copied], action: 'activate' } })
  await expect(
    admin.api.projects.update({ ...of(copied), body: { price: 5, verificationStatus: 'approved' } }),
  ).rejects.toMatchObject({ status: 409 })
  for (const verificationStatus of ['needs_changes', 'rejected', 'under_review'] as const) {
    await admin.api.projects.update({
      ...of(copied),
      body: { verificationStatus, verificationNotes: 'Why?' },
    })
    await expect(approve(copied)).rejects.toMatchObject({ status: 409 })
  }
  expect(await statusOf(copied)).toBe('under_review')
  const reason = 'Both are by the same person; she wrote from the other account.'
  await approve(copied, reason)
  expect(await statusOf(copied)).toBe('approved')
  const { verificationHistory } = await admin.api.projects.verificationHistory(of(copied))
  expect(verificationHistory[0]).toMatchObject({ status: 'approved', override: reason })
  const own = await copier.api.projects.verificationHistory(of(copied))
  expect(own.verificationHistory[0]).not.toHaveProperty('override')
  expect((await actionsOn(admin, copied)).at(-1)).toMatchObject({
    action: 'verify project',
    after: { verificationStatus: 'approved', verificationOverride: reason },
  })
})

test('a reason that nothing asks for is not stored', async () => {
  const id = await uploaded(await aMember(app), { 'README.md': '# Alone' }, 'Alone')
  await run()
  await approve(id, 'It is fine.')
  const { verificationHistory } = await admin.api.projects.verificationHistory(of(id))
  expect(verificationHistory[0]).not.toHaveProperty('override')
})

test('the copied share counts listings of others, present and former, and no project that was never approved', async () => {
  const [author, copier] = [await aMember(app), await aMember(app)]
  const files = filesOf(copy)
  const source = await uploaded(author, files, 'First of two')
  const again = await uploaded(copier, files, 'Second of two')
  await run()
  expect(await queued(again)).toMatchObject({ copiedShare: 0, copiedFrom: null })
  await approve(source)
  await run()
  expect(await queued(again)).toMatchObject({
    copiedShare: 1,
    copiedFrom: { projectId: source, title: 'First of two', isDeleted: false },
  })
  const { similarity } = await admin.api.similarity.get(of(again))
  expect(similarity.copied).toMatchObject({ projectId: source, share: 1 })
  // The author's own second upload is no copy.
  const own = await uploaded(author, files, 'Own again')
  await run()
  expect(await queued(own)).toMatchObject({ copiedShare: 0 })
  // Off sale it counts still, and so it does once it is deleted, while its buyers have its files.
  await checkoutBy(await aBuyer(app), item({ id: source }))
  await author.api.projects.archive(of(source))
  await expect(approve(again)).rejects.toMatchObject({ status: 409 })
  await author.api.projects.remove(of(source))
  await expect(approve(again)).rejects.toMatchObject({ status: 409 })
})

test('only what was approved counts as a listing: an upload after it makes nobody a copier, and hides nothing', async () => {
  const [author, stranger, copier] = [await aMember(app), await aMember(app), await aMember(app)]
  const [listedFiles, uploadedFiles] = [filesOf(fourth), filesOf(fifth)]
  const listing = await uploaded(author, listedFiles, 'Hostel Desk')
  await run()
  await approve(listing)
  await aRelease(author, listing, uploadedFiles)
  await run()
  const unlike = await uploaded(stranger, uploadedFiles, 'Canteen Desk')
  const copied = await uploaded(copier, listedFiles, 'Room Desk')
  await run()
  expect(await queued(unlike)).toMatchObject({ copiedShare: 0, copiedFrom: null })
  expect(await queued(copied)).toMatchObject({ copiedShare: 1, copiedFrom: { projectId: listing } })
  // Neither is the listing's own new upload a copy of a project that nobody has approved.
  expect(await queued(listing)).toMatchObject({ copiedShare: 0 })
  const similarTo = async (id: string) => (await admin.api.similarity.get(of(id))).similarity
  expect(await similarTo(unlike)).toMatchObject({
    copied: null,
    similar: [{ projectId: listing, release: 2, isApproved: false, share: 100 }],
  })
  expect(await similarTo(copied)).toMatchObject({
    copied: { projectId: listing, share: 1 },
    similar: [{ projectId: listing, release: 1, isApproved: true, share: 100 }],
  })
  const { comparison } = await admin.api.similarity.compare({ params: { id: copied, that: listing } })
  expect(comparison).toMatchObject({ that: { projectId: listing, release: 1 }, share: 100, thatShare: 100 })
  await expect(approve(copied)).rejects.toMatchObject({ status: 409 })
  await approve(unlike)
  // The stranger's is a listing now, so the same upload cannot be approved without a reason.
  await run()
  expect(await queued(listing)).toMatchObject({ copiedShare: 1, copiedFrom: { projectId: unlike } })
  await approve(listing, 'Both are by the same person.')
  await run()
  // Its second release is the listing from now on.
  expect(await queued(copied)).toMatchObject({ copiedShare: 0, copiedFrom: null })
})

test('a listing that was not indexed is when the server starts, beside a newer upload', async () => {
  const [author, copier] = [await aMember(app), await aMember(app)]
  const listing = await uploaded(author, filesOf(fourth), 'Lost from the index')
  await run()
  await approve(listing)
  await aRelease(author, listing, { 'README.md': '# Another', 'index.php': '<?php phpinfo();' })
  await run()
  // As the release before this one left it.
  await app.db.deleteFrom('similaritySources').where('projectId', 'is', null).execute()
  await app.jobs.enqueue(app.db, 'index-stale-releases', {})
  await run()
  const copied = await uploaded(copier, filesOf(fourth), 'Copied from what was lost')
  await run()
  const { similarity } = await admin.api.similarity.get(of(copied))
  expect(similarity.similar).toContainEqual(
    expect.objectContaining({ projectId: listing, release: 1, share: 100 }),
  )
  await runJob(app, 'index-stale-releases')
  expect(app.jobs.asked.filter(({ kind }) => kind === 'index-release')).toEqual([])
})

test('nobody hides a copy with many accounts and uploads before it is looked at', async () => {
  const author = await aMember(app)
  const source = await uploaded(author, filesOf(other), 'Copied from')
  await run()
  await approve(source)
  const ids: string[] = []
  for (let account = 0; account < repetitions(10, 3); account++)
    ids.push(await uploaded(await aMember(app), filesOf(other), `Copy ${account}`))
  await run()
  for (const id of ids) {
    expect((await queued(id)).copiedShare).toBe(1)
    await expect(approve(id)).rejects.toMatchObject({ status: 409 })
  }
})

test('an open blocking finding needs a reason too, and so does what could not be checked or compared', async () => {
  const owner = await aMember(app)
  const leaky = {
    'README.md': '# Mess bills',
    'index.php': "<?php $c = mysqli_connect('db.college.in', 'shop', 'Ganesh@1998', 'shop');",
  }
  const id = await uploaded(owner, leaky, 'Mess bills')
  await run()
  await expect(approve(id)).rejects.toMatchObject({
    status: 409,
    message:
      'The owner has to remove or explain this first: A database password in index.php. To approve it all the same, write why.',
  })
  expect(await queued(id)).toMatchObject({ blocking: 1, check: 'done' })
  await approve(id, 'The password is of a database that is gone.')
  const failed = await uploaded(owner, filesOf(third), 'Not compared')
  await run()
  await app.db.updateTable('similaritySources').set({ version: 0 }).where('projectId', '=', failed).execute()
  expect(await queued(failed)).toMatchObject({ check: 'failed' })
  await expect(approve(failed)).rejects.toMatchObject({
    status: 409,
    message: 'The files could not be compared with other projects. To approve it all the same, write why.',
  })
  await approve(failed, 'Compared by hand.')
})

const [sportsDay, filler, bills] = generateProjects({ projects: 3, copies: 0, seed: 521 })

test('a copy that says it is generated, among as much other code, needs a reason, and the original never', async () => {
  const [author, copier] = [await aMember(app), await aMember(app)]
  const generated = Object.fromEntries(
    Object.entries(filesOf(sportsDay!)).map(([path, text]) => [
      `lib/${path}`,
      text.replace(/^(<\?php)?/, (start) => `${start}\n// Code generated by Builder. DO NOT EDIT.\n`),
    ]),
  )
  const listed = await uploaded(author, filesOf(sportsDay!), 'Sports Day')
  await run()
  await approve(listed)
  const copied = await uploaded(copier, { ...generated, ...filesOf(filler!) }, 'Sports Week')
  await run()
  await expect(approve(copied)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^\d+% of the code is in “Sports Day”/),
  })
  expect((await queued(copied)).copiedShare).toBeGreaterThan(0.9)
  await approve(copied, 'They wrote it together.')
  // The first listing wins, also when its owner uploads it again.
  await aRelease(author, listed, { ...filesOf(sportsDay!), 'README.md': '# Sports Day' })
  await run()
  await approve(listed)
})

test('a copy behind a zero byte, and one with a megabyte of notes below it, is compared all the same', async () => {
  const [author, copier] = [await aMember(app), await aMember(app)]
  const [rooms] = generateProjects({ projects: 1, copies: 0, seed: 47 })
  const code = rooms!.files.map(({ text }) => text).join('\n')
  const listed = await uploaded(author, { 'src/all.js': code }, 'Hostel Rooms')
  await run()
  await approve(listed)
  const disguised = [
    new Blob([new Uint8Array([0]), code]),
    `${code}\n${'// note of the day\n'.repeat(60_000)}`,
  ]
  for (const [index, file] of disguised.entries()) {
    const copied = await uploaded(copier, { 'src/all.js': file }, `Rooms ${index}`)
    await run()
    expect((await queued(copied)).copiedShare).toBeGreaterThan(0.9)
  }
})

test('code that could not be compared for the most part needs a reason; pictures and data in an archive need none', async () => {
  const owner = await aMember(app)
  const zipped = async (files: Record<string, string>, compress = false) => {
    const zip = new ZipFile()
    for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path, { compress })
    zip.end()
    return new Blob([new Uint8Array(await buffer(zip.outputStream))])
  }
  const code = { 'src/bill.js': bills!.files.map(({ text }) => text).join('\n') }
  const withData = await uploaded(
    owner,
    {
      ...code,
      'data.zip': await zipped({ 'rows.csv': 'a,b\n'.repeat(20_000) }),
      'model.h5': 'x'.repeat(50_000),
    },
    'With data',
  )
  const hidden = [
    { ...code, 'rest.zip': await zipped({ 'app.php': '<?php echo 1;\n'.repeat(20_000) }) },
    // Packed, it is far smaller than the code beside it.
    { ...code, 'rest.zip': await zipped({ 'app.php': '<?php echo 1;\n'.repeat(20_000) }, true) },
    { ...code, 'app.php': `<?php eval(base64_decode('${'QUJD'.repeat(60_000)}'));` },
  ]
  const ids: string[] = []
  for (const files of hidden) ids.push(await uploaded(owner, files, 'Hidden'))
  await run()
  await approve(withData)
  for (const id of ids) {
    expect(await queued(id)).toMatchObject({ check: 'failed' })
    await expect(approve(id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('Less than half of the code could be compared with other projects.'),
    })
  }
})

test('which of two listings came first stays known when all are indexed anew, in whatever order', async () => {
  const [author, copier] = [await aMember(app), await aMember(app)]
  const [hall] = generateProjects({ projects: 1, copies: 0, seed: 523 })
  const first = await uploaded(author, filesOf(hall!), 'Hall Booking')
  await run()
  await approve(first)
  const second = await uploaded(copier, filesOf(hall!), 'Hall Desk')
  await run()
  await approve(second, 'They wrote it together.')
  await run()
  const shares = async () =>
    await Promise.all([first, second].map(async (id) => (await sourceOfListing(id)).copiedShare))
  expect(await shares()).toEqual([0, 1])
  // As another version of fingerprints leaves it: the copy is indexed while the original is not.
  const { id: sourceId } = await sourceOfListing(first)
  await app.db
    .updateTable('similarityFingerprints')
    .set(({ eb }) => ({ hash: eb('hash', '#', 1) }))
    .where('sourceId', '=', sourceId)
    .execute()
  for (const id of [second, first]) {
    const { releaseId } = await sourceOfListing(id)
    await app.jobs.enqueue(app.db, 'index-release', { releaseId })
    await run()
  }
  expect(await shares()).toEqual([0, 1])
})

test('a copy that was listed with a reason makes nobody a copier who was there first, with a new upload too', async () => {
  const [author, copier] = [await aMember(app), await aMember(app)]
  const [lab] = generateProjects({ projects: 1, copies: 0, seed: 525 })
  const first = await uploaded(author, filesOf(lab!), 'Lab Register')
  await run()
  await approve(first)
  const second = await uploaded(copier, filesOf(lab!), 'Lab Desk')
  await run()
  await approve(second, 'They wrote it together.')
  for (const text of ['# Lab', '# Lab Register']) {
    await aRelease(author, first, { ...filesOf(lab!), 'README.md': text })
    await run()
    expect(await queued(first)).toMatchObject({ copiedShare: 0, copiedFrom: null })
    await approve(first)
  }
})

test('a project that was listed with other code before hides no copy of a listing that has code of a third', async () => {
  const [early, tutor, author] = [await aMember(app), await aMember(app), await aMember(app)]
  const [shell, course, own] = generateProjects({ projects: 3, copies: 0, seed: 524 })
  const shop = await uploaded(early, filesOf(shell!), 'Shell')
  const lesson = await uploaded(tutor, filesOf(course!), 'Lesson')
  await run()
  for (const id of [shop, lesson]) await approve(id)
  const files = {
    ...Object.fromEntries(Object.entries(filesOf(own!)).map(([path, text]) => [`own/${path}`, text])),
    ...Object.fromEntries(Object.entries(filesOf(course!)).slice(-3)),
  }
  const listed = await uploaded(author, files, 'From the lesson')
  await run()
  expect((await queued(listed)).copiedShare).toBeGreaterThan(0.2)
  await approve(listed, 'It says that it is from a lesson.')
  await aRelease(early, shop, files)
  await run()
  const { copiedShare, copiedFrom } = await queued(shop)
  expect(copiedFrom).toMatchObject({ projectId: listed })
  expect(copiedShare).toBeGreaterThan(0.9)
})

const sourceOfListing = (projectId: string) =>
  app.db
    .selectFrom('similaritySources')
    .selectAll()
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow()
