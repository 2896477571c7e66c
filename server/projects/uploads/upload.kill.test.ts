import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'

import type { Connection } from '#server/platform/database/connection.ts'
import { diskStorage } from '#server/platform/storage/disk.ts'

import { startApp } from '../../../test/app.ts'
import { processKiller } from '../../../test/killer.ts'
import { isLong, repetitions } from '../../../test/long.ts'
import { aProject } from '../../../test/makers.ts'
import { aBuyer } from '../../../test/orders.ts'
import { randomBy, seed } from '../../../test/seed.ts'
import { serverProcess } from '../../../test/server-process.ts'
import {
  chunkOf,
  finaliseBody,
  type Files,
  filesIn,
  inChunks,
  keysIn,
  blobsIn,
  blobKeysIn,
  manifestOf,
} from '../../../test/uploads.ts'
import { readBlob } from '../releases/blobs.ts'

/*
 * The real process is killed with SIGKILL while chunks are on their way, between them and while it finalises. The browser
 * is played by a client that sends again what was not acknowledged.
 */
const rounds = repetitions(25, 1)
vi.setConfig({ testTimeout: 200_000 + rounds * 120_000, hookTimeout: 180_000 })
const random = randomBy(seed)
const app = await startApp()
// The server does not fill a database that has a member with the demo catalogue.
const { token, api: owner } = await aBuyer(app)
const storageUrl = `file://${app.dependencies.config.dataDir}/storage`
const server = await serverProcess(app, { settings: { STORAGE_URL: storageUrl } })
const { killedAt } = processKiller(app.db, server)
const noChunk = (trx: Connection) => sql`lock table upload_chunks in share mode`.execute(trx)
const noFile = (trx: Connection) => sql`lock table release_files in share mode`.execute(trx)
const storage = diskStorage(storageUrl)
const api = server.as(token)
beforeAll(() => server.start())

/** Files of many sizes: some pass through memory, some through a stream, some are shared between projects. */
const someFiles = (): Files =>
  Object.fromEntries(
    Array.from({ length: 48 }, (_, n) => [
      `shop/dir-${n % 5}/${n}.bin`,
      n % 6 === 0 ? `shared ${n}` : randomBytes(n % 4 === 1 ? 900_000 : 2_000 + n),
    ]),
  )

/**
 * Repeats the work, killing and restarting the process at random moments, until it succeeds after the given number of
 * kills.
 */
async function amidKills<T>(
  kills: number,
  maxMs: number,
  work: () => Promise<T>,
  check: () => Promise<unknown>,
): Promise<T> {
  for (let killed = 0; ; killed++) {
    const isLast = killed >= kills
    const working = work().then(
      (value) => ({ value }),
      () => undefined,
    )
    if (!isLast) {
      await pause(random() * maxMs)
      await server.kill()
    }
    const done = await working
    await check()
    if (!isLast) await server.start()
    if (done && isLast) return done.value
  }
}

/** Checks that the bytes of every blob are stored and undamaged. */
async function everyBlobIsWhole() {
  for (const blob of await blobsIn(app)) {
    expect((await readBlob(storage, blob)).length).toBe(blob.size)
  }
}

const chunksOf = async (projectId: string) =>
  (
    await app.db
      .selectFrom('uploadChunks')
      .innerJoin('uploads', 'uploads.id', 'uploadId')
      .select('chunkIndex')
      .where('projectId', '=', projectId)
      .execute()
  ).map(({ chunkIndex }) => chunkIndex)

/** Creates an upload of a project, of which each step can be repeated, with checks of what is there. */
async function anUpload() {
  const { _id: id } = await aProject({ api: owner })
  const files = someFiles()
  const chunks = inChunks(files, 4)
  const acknowledged = new Set<number>()
  const sendChunk = async (index: number, by = api) => {
    const form = chunkOf(id, chunks[index]!, { index, total: chunks.length })
    const { data } = await by.releases.upload({ form })
    expect(data.failedUploads).toEqual([])
    acknowledged.add(index)
  }
  const finalise = async (by = api) =>
    (await by.projects.update({ params: { id }, body: finaliseBody(files) })).project
  const expectAcknowledged = async () => {
    expect(await chunksOf(id)).toEqual(expect.arrayContaining([...acknowledged]))
    await everyBlobIsWhole()
    expect((await owner.projects.get({ params: { id } })).project.hasFiles).toBe(false)
  }
  const expectAllOrNothing = async () => {
    const { project: seen } = await owner.projects.get({ params: { id } })
    expect(await manifestOf(app, id)).toHaveLength(seen.hasFiles ? chunks.length * 4 : 0)
    expect(await chunksOf(id)).toHaveLength(seen.hasFiles ? 0 : chunks.length)
    return seen.hasFiles
  }
  const expectWhole = async (project: Awaited<ReturnType<typeof finalise>>) => {
    expect(project).toMatchObject({ hasFiles: true, fileCount: 48, releaseNumber: 1 })
    const zip = await owner.downloads.archive({ params: { id }, query: {} })
    const back = filesIn(await zip.bytes())
    expect(Object.keys(back)).toHaveLength(48)
    for (const [path, bytes] of Object.entries(files)) {
      expect(back[path.replace('shop/', '')]!.equals(Buffer.from(bytes as Buffer)), path).toBe(true)
    }
  }
  return { chunks, acknowledged, sendChunk, finalise, expectAcknowledged, expectAllOrNothing, expectWhole }
}

test('killed while a chunk is written down and while the upload is finalised, nothing acknowledged is lost and nothing is half there', async () => {
  const upload = await anUpload()
  for (const index of [0, 1, 2]) await upload.sendChunk(index)
  await killedAt(noChunk, () => upload.sendChunk(3))
  expect(upload.acknowledged.size).toBe(3)
  await upload.expectAcknowledged()
  // What is left is sent to another process of the same shop.
  const isStarted = server.start()
  for (const index of upload.chunks.keys()) if (index >= 3) await upload.sendChunk(index, owner)
  await isStarted
  await killedAt(noFile, () => upload.finalise())
  expect(await upload.expectAllOrNothing()).toBe(false)
  await upload.expectWhole(await upload.finalise(owner))
})

test.runIf(isLong)(
  `whatever is killed during an upload, ${rounds * 12} times, nothing acknowledged is lost and nothing is half there`,
  async () => {
    await server.start()
    for (let round = 0; round < rounds; round++) {
      const upload = await anUpload()
      const send = async () => {
        for (const index of upload.chunks.keys()) {
          // Sometimes the client acts as if an answer was lost and sends the chunk again.
          if (upload.acknowledged.has(index) && random() < 0.5) continue
          await upload.sendChunk(index)
        }
      }
      await amidKills(8, 160, send, upload.expectAcknowledged)
      const project = await amidKills(4, 60, () => upload.finalise(), upload.expectAllOrNothing)
      await upload.expectWhole(project)
    }
  },
)

test('what the killed processes left is only what the sweep takes away', async () => {
  await everyBlobIsWhole()
  const known = new Set(await blobKeysIn(app))
  const left = (await keysIn(storage)).filter((key) => !known.has(key) && !key.startsWith('archives/'))
  expect(left.filter((key) => !/^(incoming|blobs)\//.test(key))).toEqual([])
})
