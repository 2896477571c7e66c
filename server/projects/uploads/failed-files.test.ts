import { randomBytes } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import type { Storage } from '#server/platform/storage/storage.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import {
  chunkOf,
  type Files,
  finalise,
  keysIn,
  sizeOf,
  receivedIn,
  blobKeysIn,
} from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

const newProject = async () => (await aProject(owner))._id
const send = async (form: FormData) => (await owner.api.releases.upload({ form })).data

/** Replaces methods of the store during the work. */
async function withStorage<T>(
  changes: (storage: Storage) => Partial<Storage>,
  work: () => Promise<T>,
): Promise<T> {
  const { storage } = app.dependencies
  app.dependencies.storage = { ...storage, ...changes(storage) }
  return work().finally(() => (app.dependencies.storage = storage))
}

test('a file that the store fails on is named, the others of its chunk stay, and it is sent again alone', async () => {
  const id = await newProject()
  const files: Files = {
    'x/small.py': randomBytes(100),
    'x/bad.py': 'bad',
    'x/large.bin': randomBytes(700_000),
  }
  const before = await receivedIn(app)
  const fails = (wanted: (bytes: number) => boolean, form: FormData) =>
    withStorage(
      (storage) => ({
        put: (key, bytes) =>
          wanted(bytes.length) ? Promise.reject(new Error('disk full')) : storage.put(key, bytes),
        putStream: (bytes, nameIt) =>
          wanted(700_000) ? Promise.reject(new Error('disk full')) : storage.putStream(bytes, nameIt),
      }),
      () => send(form),
    )
  const all = await fails(() => true, chunkOf(id, files))
  expect(all.failedUploads.map(({ path }) => path)).toEqual(Object.keys(files))
  expect(await receivedIn(app)).toEqual(before)
  const some = await fails((bytes) => bytes !== 100, chunkOf(id, files))
  expect(some).toMatchObject({
    failedUploads: [
      { path: 'x/bad.py', error: 'Could not be stored. Please try again.' },
      { path: 'x/large.bin', error: 'Could not be stored. Please try again.' },
    ],
    fileCount: 1,
  })
  expect(await keysIn(app.dependencies.storage)).toEqual(await blobKeysIn(app))
  await expect(finalise(owner, id, files)).rejects.toMatchObject({ code: 'incomplete_upload' })
  expect((await owner.api.uploads.state({ params: { id } })).upload).toMatchObject({
    fileCount: 1,
    chunks: [],
  })

  const { 'x/small.py': _, ...failed } = files
  const rest = (sent: Files) => chunkOf(id, sent, { uploadId: some.uploadId, retriesFailed: true })
  const one = await fails((bytes) => bytes === 700_000, rest(failed))
  expect([one.fileCount, one.failedUploads.map(({ path }) => path)]).toEqual([2, ['x/large.bin']])
  for (let time = 0; time < 2; time++)
    expect(await send(rest({ 'x/large.bin': files['x/large.bin']! }))).toMatchObject({
      failedUploads: [],
      fileCount: 3,
      totalFileSize: sizeOf(files),
    })
  // The chunk assembled in two steps equals one that was sent at once.
  const { chunks } = (await owner.api.uploads.state({ params: { id } })).upload!
  const whole = await newProject()
  await send(chunkOf(whole, files))
  expect((await owner.api.uploads.state({ params: { id: whole } })).upload!.chunks).toEqual(chunks)
  expect((await finalise(owner, id, files)).fileCount).toBe(3)
})

test('who sends a whole chunk again after a file of it failed keeps what else has arrived', async () => {
  const id = await newProject()
  const [first, second]: Files[] = [{ 'x/a.py': '1', 'x/bad.py': 'bad' }, { 'x/b.py': '22' }]
  await withStorage(
    (storage) => ({
      put: (key, bytes) =>
        bytes.length === 3 ? Promise.reject(new Error('disk full')) : storage.put(key, bytes),
    }),
    () => send(chunkOf(id, first!, { total: 2 })),
  )
  await send(chunkOf(id, second!, { index: 1, total: 2 }))
  expect((await send(chunkOf(id, first!, { total: 2 }))).fileCount).toBe(3)
  expect((await finalise(owner, id, { ...first, ...second })).fileCount).toBe(3)
})

test('files that failed are added to their chunk only, up to 100, and never open an upload', async () => {
  const id = await newProject()
  const one = { 'x/one.py': '1' }
  await expect(send(chunkOf(id, one, { retriesFailed: true }))).rejects.toMatchObject({ code: 'conflict' })
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x/${n}.py`, `${n}`]))
  const { uploadId } = await send(chunkOf(id, many))
  await expect(send(chunkOf(id, one, { uploadId, retriesFailed: true }))).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'At most 100 files in one chunk',
  })
  expect((await send(chunkOf(id, { 'x/7.py': 'seven' }, { uploadId, retriesFailed: true }))).fileCount).toBe(
    100,
  )
})
