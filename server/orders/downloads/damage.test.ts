import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, utimesSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { projectRow } from '../../../test/makers.ts'
import { reportsIn, docx } from '../../../test/reports.ts'
import { aListing, download, type Files } from '../../../test/uploads.ts'
import { releaseJobs } from '../../projects/jobs.ts'

const app = await startApp()
await app.jobs.work(releaseJobs(app.dependencies))
let origin: string
beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
})

const pathOf = (key: string) =>
  fileURLToPath(new URL(key, app.dependencies.config.storageUrl.replace(/\/?$/, '/')))
/** Sets the time of an object to a fixed one. */
const setTime = (key: string) => utimesSync(pathOf(key), 1_000_000_000, 1_000_000_000)
/** Flips a bit of a stored file as a bad disk does: its time and size do not change. */
function rot(key: string, at: number) {
  const file = openSync(pathOf(key), 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  byte[0] = byte[0]! ^ 1
  writeSync(file, byte, 0, 1, at)
  closeSync(file)
  setTime(key)
}
const archiveOf = async (id: string) => {
  const { releaseId } = await projectRow(app.db, id)
  return `archives/${releaseId}.zip`
}
const get = (id: string, token: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}/api/github/owner/repo/${id}/download`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
/** The signature of a PNG: without it random bytes may begin like XML, and are then read as XML. */
const pngBeginning = Buffer.from('89504e470d0a1a0a', 'hex')
const large: Files = { 'a.bin': randomBytes(1_500_000), 'b.txt': 'b' }

test('an archive that rots unseen ends before the first wrong byte, is built again, and is whole for the next one', async () => {
  const { owner, id } = await aListing(app, large)
  await app.jobs.run()
  const key = await archiveOf(id)
  setTime(key)
  const whole = Buffer.from(await (await get(id, owner.token)).arrayBuffer())
  rot(key, 1_000_000)
  const answer = await get(id, owner.token)
  expect(answer.status).toBe(200)
  const received: Buffer[] = []
  const reading = (async () => {
    for await (const piece of answer.body!) received.push(Buffer.from(piece))
  })()
  await expect(reading).rejects.toThrow(/terminated|closed|aborted/)
  const got = Buffer.concat(received)
  expect(got.length).toBeLessThan(1_000_000)
  expect(got.equals(whole.subarray(0, got.length))).toBe(true)
  await expect.poll(() => app.jobs.asked.map(({ kind }) => kind)).toContain('build-archive')
  await app.jobs.run()
  const again = await get(id, owner.token, {
    range: `bytes=${got.length}-`,
    'if-range': answer.headers.get('etag')!,
  })
  expect(Buffer.concat([got, Buffer.from(await again.arrayBuffer())]).equals(whole)).toBe(true)
})

test('a wrong part of an archive that rots unseen is refused; a sound part is given', async () => {
  const { owner, id } = await aListing(app, large)
  await app.jobs.run()
  const key = await archiveOf(id)
  setTime(key)
  const whole = Buffer.from(await (await get(id, owner.token)).arrayBuffer())
  rot(key, 1_000_000)
  const sound = await get(id, owner.token, { range: 'bytes=300000-600000' })
  expect(Buffer.from(await sound.arrayBuffer()).equals(whole.subarray(300_000, 600_001))).toBe(true)
  const rotten = await get(id, owner.token, { range: 'bytes=999990-1000010' })
  expect(rotten.status).toBe(500)
})

test('any range of an archive has the bytes of the whole', async () => {
  const { owner, id } = await aListing(app, large)
  const { rawPayload: whole } = await download(app, owner.token, id)
  const piece = 256 * 1024
  for (const [start, end] of [
    [0, 0],
    [piece - 1, piece],
    [piece, 2 * piece - 1],
    [piece + 5, 3 * piece + 7],
    [whole.length - 1, whole.length - 1],
    [0, whole.length - 1],
  ] as const) {
    const headers = { range: `bytes=${start}-${end}` }
    const { rawPayload } = await download(app, owner.token, id, { headers })
    expect(rawPayload.equals(whole.subarray(start, end + 1)), headers.range).toBe(true)
  }
})

test('a damaged report is refused with a sentence that says so, and what is sound is given', async () => {
  const { owner, newProject, add, linkFor, get } = await reportsIn(app)
  const id = await newProject()
  const file = docx({ 'word/media/a.png': Buffer.concat([pngBeginning, randomBytes(400_000)]) })
  await add(id, file, 10)
  const { downloadUrl } = await linkFor(owner, id)
  const { key } = await app.db
    .selectFrom('reports')
    .select('key')
    .where('projectId', '=', id)
    .executeTakeFirstOrThrow()
  rot(key, 5000)
  const refused = await get(downloadUrl)
  expect([refused.statusCode, refused.json().message]).toEqual([
    500,
    expect.stringContaining('cannot read this report'),
  ])
  expect(refused.headers['content-disposition']).toBeUndefined()
  rot(key, 5000)
  await app.dependencies.storage.put(key, file)
  expect((await get(downloadUrl)).rawPayload.equals(file)).toBe(true)
})

test('the first bytes of an archive go out before it is read through: who built it proved it for all processes', async () => {
  const { owner, id } = await aListing(app, large)
  await app.jobs.run()
  const { storage } = app.dependencies
  const read: number[] = []
  const { pieces } = storage
  vi.spyOn(storage, 'pieces').mockImplementation((key, range, size) => {
    read.push(range.end + 1 - range.start)
    return pieces(key, range, size)
  })
  const part = await get(id, owner.token, { range: 'bytes=300000-300099' })
  expect((await part.arrayBuffer()).byteLength).toBe(100)
  expect(read).toEqual([256 * 1024])
  const proof = () =>
    app.db
      .selectFrom('archiveProofs')
      .selectAll('archiveProofs')
      .orderBy('releaseId', 'desc')
      .executeTakeFirstOrThrow()
  const built = await proof()
  // Another version, such as one that a backup brought back, is read through once, and then proven too.
  setTime(await archiveOf(id))
  await (await get(id, owner.token, { range: 'bytes=0-9' })).arrayBuffer()
  expect(read.slice(1)).toEqual([expect.closeTo(1_500_000, -4), 256 * 1024])
  vi.restoreAllMocks()
  expect((await proof()).version).not.toBe(built.version)
  expect((await proof()).sums).toEqual(built.sums)
})
