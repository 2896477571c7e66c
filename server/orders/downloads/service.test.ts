import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../../test/makers.ts'
import { aBuyer, checkoutBy, source, ordersBecome } from '../../../test/orders.ts'
import {
  aBuyerOf,
  aListing,
  approve,
  daysIn,
  download,
  type Files,
  filesIn,
  upload,
} from '../../../test/uploads.ts'
import { releaseJobs } from '../../projects/jobs.ts'

const app = await startApp()
const { db } = app
await app.jobs.work(releaseJobs(app.dependencies))

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const countOf = async (id: string) => (await app.api.projects.get({ params: { id } })).project.downloadCount
/** Uploads the next release of a project, with its number in v.txt. */
const release = (owner: { api: typeof app.api }, id: string, number: number) =>
  upload(owner, id, { 'v.txt': String(number), 'w.txt': '' })
const versionIn = (zip: Buffer) => filesIn(zip)['v.txt']?.toString()

let item: Awaited<ReturnType<typeof aListing>>
const files: Files = {
  'README.md': '# Shop\n',
  'src/main.py': 'print(1)\n'.repeat(1000),
  'data/random.bin': randomBytes(50_000),
  'empty.txt': '',
  'नमस्ते/é.txt': 'ü',
}
beforeAll(async () => {
  item = await aListing(app, files)
})

test('the answer is a ZIP to save, named after the project, with its hash and length', async () => {
  const { headers, rawPayload, statusCode } = await download(app, item.owner.token, item.id)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename=project-${item.id}-main.zip`,
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-length': String(rawPayload.length),
    etag: `"${sha256(rawPayload)}"`,
    'x-sha256': sha256(rawPayload),
  })
  const back = filesIn(rawPayload)
  expect(Object.keys(back).toSorted()).toEqual(Object.keys(files).toSorted())
  for (const [path, bytes] of Object.entries(files))
    expect(back[path]!.equals(Buffer.from(bytes as Buffer)), path).toBe(true)
})

test('the archive is the same bytes, built by the job, on demand, or by ten at once', async () => {
  const [built, asked, contended] = [
    await aListing(app, files),
    await aListing(app, files),
    await aListing(app, files),
  ]
  const stored = ({ id, owner }: typeof item) => download(app, owner.token, id)
  const wanted = (await stored(asked)).rawPayload
  await app.jobs.run()
  const fromJob = (await stored(built)).rawPayload
  const atOnce = await Promise.all(Array.from({ length: 10 }, () => stored(contended)))
  for (const bytes of [fromJob, ...atOnce.map(({ rawPayload }) => rawPayload)])
    expect(bytes.equals(wanted)).toBe(true)
})

test('every file of a ZIP, the licence too, has the day of the release in India, in every time zone of the server', async () => {
  const { owner, id } = await aListing(app, files)
  const buyer = await aBuyerOf(app, id)
  // In India it is the 15th already, in UTC and west of it not yet.
  await db
    .updateTable('releases')
    .set({ createdAt: new Date('2026-08-14T20:00:00Z') })
    .where('projectId', '=', id)
    .execute()
  const deleteArchive = () =>
    db
      .updateTable('releases')
      .set({ archiveSha256: null, archiveSize: null })
      .where('projectId', '=', id)
      .execute()
  const zone = process.env.TZ
  const seen: Buffer[] = []
  try {
    for (const TZ of ['UTC', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      process.env.TZ = TZ
      await deleteArchive()
      seen.push((await download(app, owner.token, id)).rawPayload)
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
  expect(daysIn(seen[0]!)).toEqual(['2026-08-15'])
  for (const bytes of seen) expect(bytes.equals(seen[0]!)).toBe(true)
  expect(daysIn((await download(app, buyer.token, id)).rawPayload)).toEqual(['2026-08-15'])
})

test('a part of the archive can be asked for, and put together again', async () => {
  const get = (headers: Record<string, string>) => download(app, item.owner.token, item.id, { headers })
  const { rawPayload: whole, headers } = await get({})
  const size = whole.length
  const part = async (range: string, from: number, to: number, extra = {}) => {
    const answer = await get({ range, ...extra })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${size}`])
    expect(answer.headers['content-length']).toBe(String(to - from + 1))
    expect(answer.rawPayload.equals(whole.subarray(from, to + 1))).toBe(true)
  }
  await part('bytes=0-99', 0, 99)
  await part('bytes=100-', 100, size - 1)
  await part('bytes=-10', size - 10, size - 1)
  await part(`bytes=5-${size * 2}`, 5, size - 1)
  await part(`bytes=-${size * 2}`, 0, size - 1)
  await part('bytes=1-1', 1, 1, { 'if-range': headers.etag as string })
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const answer = await get({ range })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, `bytes */${size}`])
  }
  for (const headers of [
    { range: 'bytes=0-1,5-6' },
    { range: 'bytes=9-5' },
    { range: 'lines=1-2' },
    { range: 'bytes=-' },
    { range: 'bytes=0-1', 'if-range': '"older"' },
  ]) {
    expect((await get(headers as Record<string, string>)).rawPayload.equals(whole)).toBe(true)
  }
})

test('who has the archive already gets 304', async () => {
  const etag = (await download(app, item.owner.token, item.id)).headers.etag as string
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await download(app, item.owner.token, item.id, { headers: { 'if-none-match': known } })
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([304, 0])
  }
  const other = await download(app, item.owner.token, item.id, { headers: { 'if-none-match': '"other"' } })
  expect(other.statusCode).toBe(200)
})

test('HEAD tells the length without the bytes', async () => {
  const { headers } = await download(app, item.owner.token, item.id)
  const url = `/api/github/owner/repo/${item.id}/download`
  const answer = await app.app.inject({
    method: 'HEAD',
    url,
    headers: { authorization: `Bearer ${item.owner.token}` },
  })
  expect([answer.statusCode, answer.headers['content-length'], answer.rawPayload.length]).toEqual([
    200,
    headers['content-length'],
    0,
  ])
})

test('owner, staff and buyer may download; who has not bought gets 403, a visitor 401', async () => {
  const buyer = await aBuyerOf(app, item.id)
  for (const { token } of [item.owner, item.admin, buyer])
    expect((await download(app, token, item.id)).statusCode).toBe(200)
  const stranger = await aMember(app)
  const refused = await download(app, stranger.token, item.id)
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'not_allowed' }),
  ])
  expect((await app.app.inject({ url: `/api/github/owner/repo/${item.id}/download` })).statusCode).toBe(401)
})

test('a stranger’s unpublished project, an unknown one and one without files answer 404', async () => {
  const [owner, stranger, admin] = [await aMember(app), await aMember(app), await anAdmin(app)]
  const { _id: id } = await aProject(owner)
  expect((await download(app, owner.token, id)).statusCode).toBe(404)
  expect((await download(app, admin.token, id)).statusCode).toBe(404)
  await release(owner, id, 1)
  expect((await download(app, owner.token, id)).statusCode).toBe(200)
  expect((await download(app, stranger.token, id)).statusCode).toBe(404)
  expect((await download(app, owner.token, randomUUID())).statusCode).toBe(404)
  expect((await download(app, owner.token, id, { ref: '2' })).statusCode).toBe(404)
})

test('ref is main or a number; anything else is refused with that sentence', async () => {
  for (const ref of ['0', '01', '1.5', '..%2f', 'main%0d%0aX-Evil:1', '', 'refs/heads/main', '1&ref=1']) {
    const { headers, body } = await download(app, item.owner.token, item.id, { ref })
    expect(`${'x-evil' in headers} ${body}`, ref).toMatch(/^false .*"ref is main or a release number"/)
  }
})

test('a buyer gets the release bought and every later approved one, never one that waits or was rejected', async () => {
  const { owner, admin, id } = await aListing(app, { 'v.txt': '1', 'w.txt': '' })
  await release(owner, id, 2)
  await approve(admin, id)
  const buyer = await aBuyerOf(app, id)
  const main = async () => versionIn((await download(app, buyer.token, id)).rawPayload)
  const status = async (ref: string) => (await download(app, buyer.token, id, { ref })).statusCode
  expect([await main(), await status('1'), await status('2')]).toEqual(['2', 404, 200])
  await release(owner, id, 3)
  expect([await main(), await status('3')]).toEqual(['2', 404])
  await admin.api.projects.update({
    params: { id },
    body: { verificationStatus: 'rejected', verificationNotes: 'No' },
  })
  expect([await main(), await status('3')]).toEqual(['2', 404])
  await release(owner, id, 4)
  await approve(admin, id)
  expect([await main(), await status('2'), await status('3'), await status('4')]).toEqual([
    '4',
    200,
    404,
    200,
  ])
})

test('a buyer keeps what was bought after the owner deletes files and project; nobody else gets it', async () => {
  const { owner, admin, id } = await aListing(app, { 'v.txt': '1', 'w.txt': '' })
  const buyer = await aBuyerOf(app, id)
  await release(owner, id, 2)
  await approve(admin, id)
  await owner.api.releases.removeFiles({ params: { id } })
  expect((await download(app, owner.token, id)).statusCode).toBe(404)
  expect((await download(app, admin.token, id)).statusCode).toBe(404)
  expect(versionIn((await download(app, buyer.token, id)).rawPayload)).toBe('2')
  await expect(app.api.projects.get({ params: { id } })).rejects.toMatchObject({ code: 'not_found' })
  expect((await owner.api.projects.get({ params: { id } })).project).toMatchObject({
    hasFiles: false,
    verificationStatus: 'pending',
  })
  await expect(owner.api.releases.removeFiles({ params: { id } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await approve(admin, id).catch(() => {})
  await expect(app.api.projects.get({ params: { id } })).rejects.toMatchObject({ code: 'not_found' })
  await owner.api.projects.remove({ params: { id } })
  expect(versionIn((await download(app, buyer.token, id)).rawPayload)).toBe('2')
  expect(versionIn((await download(app, buyer.token, id, { ref: '1' })).rawPayload)).toBe('1')
  for (const { token } of [owner, admin, await aMember(app)])
    expect((await download(app, token, id)).statusCode).toBe(404)
})

test('the next upload after deleting the files is the next release', async () => {
  const { owner, admin, id } = await aListing(app, { 'v.txt': '1', 'w.txt': '' })
  await owner.api.releases.removeFiles({ params: { id } })
  await release(owner, id, 2)
  expect(await approve(admin, id)).toMatchObject({ releaseNumber: 2, hasFiles: true })
  expect(versionIn((await download(app, owner.token, id)).rawPayload)).toBe('2')
})

test('a stranger cannot delete the files', async () => {
  const stranger = await aMember(app)
  await expect(stranger.api.releases.removeFiles({ params: { id: item.id } })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('an order that is not completed, or was refunded, gives nothing', async () => {
  const { id } = await aListing(app)
  const buyer = await aBuyer(app)
  const { orders } = await checkoutBy(buyer, source({ id }))
  for (const status of ['pending', 'failed', 'cancelled', 'refunded']) {
    await ordersBecome(app.db, status, { id: orders[0]!.id })
    expect((await download(app, buyer.token, id)).statusCode, status).toBe(403)
  }
  await ordersBecome(app.db, 'refund_requested', { id: orders[0]!.id })
  expect((await download(app, buyer.token, id)).statusCode).toBe(200)
})

test('downloads are counted once for each buyer and release, and not for owner and staff', async () => {
  const { owner, admin, id } = await aListing(app, { 'v.txt': '1', 'w.txt': '' })
  const [one, two] = [await aBuyerOf(app, id), await aBuyerOf(app, id)]
  for (const { token } of [owner, admin]) await download(app, token, id)
  expect(await countOf(id)).toBe(0)
  await Promise.all(Array.from({ length: 8 }, () => download(app, one.token, id)))
  await download(app, one.token, id, { headers: { range: 'bytes=10-' } })
  const known = { 'if-none-match': (await download(app, two.token, id)).headers.etag as string }
  expect((await download(app, two.token, id, { headers: known })).statusCode).toBe(304)
  expect(await countOf(id)).toBe(2)
  await release(owner, id, 2)
  await approve(admin, id)
  await download(app, one.token, id)
  await download(app, one.token, id, { ref: '1' })
  expect(await countOf(id)).toBe(3)
  // The browser has cached the older release under the same address.
  await download(app, two.token, id, { headers: known })
  expect(await countOf(id)).toBe(4)
  const log = await app.db.selectFrom('downloads').select(['times']).where('memberId', '=', one.id).execute()
  expect(log.map(({ times }) => times).toSorted((a, b) => a - b)).toEqual([1, 9])
})

const flipByte = async (key: string) => {
  const bytes = await app.dependencies.storage.get(key)
  const at = bytes.length >> 1
  bytes[at] = bytes[at]! ^ 1
  await app.dependencies.storage.put(key, bytes)
}
const blobKeys = async (id: string) =>
  (
    await app.db
      .selectFrom('releaseFiles')
      .innerJoin('blobs', 'blobs.sha256', 'releaseFiles.sha256')
      .innerJoin('releases', 'releases.id', 'releaseFiles.releaseId')
      .select(['key', 'releases.id as releaseId'])
      .where('projectId', '=', id)
      .execute()
  ).map(({ key, releaseId }) => ({ key, archive: `archives/${releaseId}.zip` }))

test('a damaged or lost archive is noticed and built again, the same', async () => {
  const { owner, id } = await aListing(app, { 'a.bin': randomBytes(30_000), 'b.txt': 'b' })
  const { rawPayload: whole } = await download(app, owner.token, id)
  const { archive } = (await blobKeys(id))[0]!
  await flipByte(archive)
  expect((await download(app, owner.token, id)).rawPayload.equals(whole)).toBe(true)
  await app.dependencies.storage.put(archive, whole.subarray(0, 100))
  expect((await download(app, owner.token, id)).rawPayload.equals(whole)).toBe(true)
  await app.dependencies.storage.delete(archive)
  expect((await download(app, owner.token, id)).rawPayload.equals(whole)).toBe(true)
  expect((await app.dependencies.storage.get(archive)).equals(whole)).toBe(true)
})

test('damaged or lost bytes of a file are never sent: the answer is a 5xx and the job fails', async () => {
  for (const harm of [flipByte, (key: string) => app.dependencies.storage.delete(key)]) {
    await app.jobs.run()
    const { owner, id } = await aListing(app, { 'a.bin': randomBytes(30_000), 'b.bin': randomBytes(400_000) })
    const [{ key, archive }] = (await blobKeys(id)) as [{ key: string; archive: string }]
    await harm(key)
    const answer = await download(app, owner.token, id)
    expect([answer.statusCode, answer.json()]).toEqual([500, expect.objectContaining({ code: 'internal' })])
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(await app.dependencies.storage.about(archive)).toBeUndefined()
    await expect(app.jobs.run()).rejects.toThrow(/damaged|ENOENT/)
  }
})
