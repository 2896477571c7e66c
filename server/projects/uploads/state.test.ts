import { hash } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { chunkText } from '#contract/projects/content-hash.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { aListing, chunkOf, type Files, finalise, inChunks, sizeOf } from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

const stateOf = async (id: string, by = owner) => (await by.api.uploads.state({ params: { id } })).upload
const send = async (form: FormData) => (await owner.api.releases.upload({ form })).data
const some = (count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/${n}.py`, `print(${n})\n`]))
const hashOf = (files: Files) =>
  hash(
    'sha256',
    chunkText(Object.entries(files).map(([path, bytes]) => ({ path, sha256: hash('sha256', bytes) }))),
  )

test('what has arrived of an upload is told chunk by chunk, so that the rest alone is sent', async () => {
  const { _id: id } = await aProject(owner)
  expect(await stateOf(id)).toBeNull()
  const files = some(10)
  const chunks = inChunks(files, 3)
  const { uploadId } = await send(chunkOf(id, chunks[0]!, { index: 0, total: 4 }))
  await send(chunkOf(id, { ...chunks[2]!, 'src/node_modules/a.js': '1' }, { index: 2, total: 4 }))
  expect(await stateOf(id)).toEqual({
    uploadId,
    totalChunks: 4,
    startedAt: expect.any(String),
    touchedAt: expect.any(String),
    fileCount: 6,
    totalFileSize: sizeOf(chunks[0]!) + sizeOf(chunks[2]!),
    chunks: [
      { index: 0, contentHash: hashOf(chunks[0]!) },
      { index: 2, contentHash: hashOf(chunks[2]!) },
    ],
  })
  for (const index of [1, 3]) await send(chunkOf(id, chunks[index]!, { index, total: 4, uploadId }))
  expect((await finalise(owner, id, files)).fileCount).toBe(10)
  expect(await stateOf(id)).toBeNull()
})

test('a discarded upload is gone, and the present release stays; its late chunks are refused', async () => {
  const { owner: seller, id } = await aListing(app)
  const params = { id }
  const chunk = (index: number, uploadId?: string) =>
    seller.api.releases.reUpload({
      params,
      form: chunkOf(undefined, { [`x/${index}`]: '1' }, { index, total: 2, uploadId }),
    })
  const { data } = await chunk(0)
  await seller.api.uploads.discard({ params, query: {} })
  await seller.api.uploads.discard({ params, query: {} })
  expect(await stateOf(id, seller)).toBeNull()
  await expect(chunk(1, data.uploadId)).rejects.toMatchObject({ code: 'conflict' })
  expect((await app.api.projects.get({ params })).project).toMatchObject({ releaseNumber: 1, hasFiles: true })
})

test('an upload that another has replaced discards nothing but itself', async () => {
  const { _id: id } = await aProject(owner)
  const discard = (uploadId?: string) => owner.api.uploads.discard({ params: { id }, query: { uploadId } })
  const { uploadId: replaced } = await send(chunkOf(id, some(2), { index: 0, total: 2 }))
  const { uploadId } = await send(chunkOf(id, some(3), { index: 0, total: 3 }))
  await discard(replaced)
  expect(await stateOf(id)).toMatchObject({ uploadId, fileCount: 3 })
  await discard(uploadId)
  expect(await stateOf(id)).toBeNull()
})

test('a stranger neither sees nor discards an upload', async () => {
  const { _id: id } = await aProject(owner)
  await send(chunkOf(id, some(1), { index: 0, total: 2 }))
  const stranger = await aMember(app)
  const notFound = { code: 'not_found', message: 'Project not found' }
  await expect(stateOf(id, stranger)).rejects.toMatchObject(notFound)
  await expect(stranger.api.uploads.discard({ params: { id }, query: {} })).rejects.toMatchObject(notFound)
  expect(await stateOf(id)).toMatchObject({ fileCount: 1 })
})

test('of two uploads at once the later first chunk wins, and every later chunk of the other is refused', async () => {
  const { _id: id } = await aProject(owner)
  const [one, two] = ['one', 'two'].map((name) =>
    inChunks(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`x/${name}-${n}`, `${n}`])), 2),
  )
  const send = async (chunks: Files[], index: number, uploadId?: string) =>
    (await owner.api.releases.upload({ form: chunkOf(id, chunks[index]!, { index, total: 6, uploadId }) }))
      .data.uploadId
  const first = await send(one!, 0)
  await send(one!, 1, first)
  const second = await send(two!, 0)
  for (const index of [2, 1, 5, 3, 4, 0]) {
    await expect(send(one!, index, first)).rejects.toMatchObject({ code: 'conflict' })
    await send(two!, index, second)
  }
  await finalise(owner, id, Object.assign({}, ...two!) as Files)
  const { folder } = await owner.api.releases.folder({ params: { id }, query: {} })
  expect(folder.entries.every(({ path }) => path.startsWith('two-'))).toBe(true)
})
