import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createApi } from '#contract/client.ts'
import type { OpenUpload } from '#contract/projects/releases.ts'
import { discardUpload, sendUpload } from '#web/projects/upload/send-upload.ts'
import {
  failedIn,
  skipReceivedChunks,
  leaveOutFailed,
  newUpload,
  sentOf,
  resetUpload,
} from '#web/projects/upload/upload.ts'

import { startApp } from './app.ts'
import { isLong, repetitions } from './long.ts'
import { aMember, aProject } from './makers.ts'
import { randomBy, seed } from './seed.ts'
import { manifestOf } from './uploads.ts'

/* The browser's own code uploads to the real server, through a proxy that cuts connections at random. */
const random = randomBy(seed)
const app = await startApp()
const proxy = await cuttingProxy()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  proxy.to((app.app.server.address() as AddressInfo).port)
})

/** The number of times that the connection is cut. */
const cuts = repetitions(200, 10)
const count = isLong ? 1000 : 500
vi.setConfig({ testTimeout: 120_000 + cuts * 1000 })

test(`a connection cut ${cuts} times at random during ${count} files costs nothing but time: the manifest is the same`, async () => {
  const files = someFiles(count)
  const [whole, cut] = [await aProject(owner), await aProject(owner)]
  await sendUpload(newUpload(whole._id, 'folder', files), sending())
  proxy.cut(cuts)
  let waits = 0
  const upload = newUpload(cut._id, 'folder', files)
  const project = await sendUpload(
    upload,
    sending({ onWaiting: (isWaiting) => (waits += Number(isWaiting)) }),
  )
  expect(proxy.cuts()).toBe(cuts)
  expect(waits).toBe(cuts)
  expect(project).toMatchObject({ hasFiles: true, fileCount: count, releaseNumber: 1 })
  expect(await manifestOf(app, cut._id)).toEqual(await manifestOf(app, whole._id))
})

test('after a reload the same folder is compared by its contents, and only what is missing is sent', async () => {
  const { _id: id } = await aProject(owner)
  const files = someFiles(600)
  const stop = new AbortController()
  const before = newUpload(id, 'folder', files)
  const stopAt = ({ files: sent }: { files: number }) => void (sent >= 300 && stop.abort())
  await expect(sendUpload(before, sending({ signal: stop.signal, onSent: stopAt }))).rejects.toThrow(/abort/i)

  const { upload: open } = await owner.api.uploads.state({ params: { id } })
  expect(open!.chunks.length).toBeGreaterThanOrEqual(3)
  const changed = before.chunks[1]!.files[50]!
  changed.file = new Blob([randomBytes(changed.size)])
  const again = newUpload(id, 'folder', files.toReversed())
  await skipReceivedChunks(again, open, { signal: new AbortController().signal })
  expect(again.uploadId).toBe(open!.uploadId)
  expect(sentOf(again).files).toBe((open!.chunks.length - 1) * 100)
  const sent: number[] = []
  const recording = sending({ onSent: ({ files }) => sent.push(files) })
  expect(await sendUpload(again, recording)).toMatchObject({ fileCount: 600 })
  expect(sent.length).toBe(600 / 100 - (open!.chunks.length - 1))
  const { folder } = await owner.api.releases.folder({ params: { id }, query: {} })
  expect(folder.files).toBe(600)
})

test('what another folder has left behind is not taken over', async () => {
  const upload = newUpload('x', 'folder', someFiles(250))
  const open = { uploadId: 'u', totalChunks: 3, chunks: [{ index: 0, contentHash: 'other' }] }
  await skipReceivedChunks(upload, open as OpenUpload, { signal: new AbortController().signal })
  await skipReceivedChunks(upload, { ...open, totalChunks: 2 } as OpenUpload, {
    signal: new AbortController().signal,
  })
  expect([upload.uploadId, sentOf(upload).files]).toEqual([undefined, 0])
})

test('files that cannot be read are named, the others go up, and they are sent again or left out', async () => {
  const files = someFiles(150)
  const gone = files[120]!.file
  files[120]!.file = unreadable(gone.size)
  for (const mended of [true, false]) {
    const { _id: id } = await aProject(owner)
    const upload = newUpload(
      id,
      'folder',
      files.map((file) => ({ ...file })),
    )
    expect(await sendUpload(upload, sending())).toBeUndefined()
    expect(failedIn(upload)).toEqual([
      { path: files[120]!.path, error: expect.stringMatching(/^Could not be read/) },
    ])
    expect(sentOf(upload).files).toBe(149)
    const sent: string[] = []
    for (const { path, file } of files.filter(({ path }) => path !== files[120]!.path)) {
      const bytes = file.arrayBuffer.bind(file)
      file.arrayBuffer = () => (sent.push(path), bytes())
    }
    if (mended)
      upload.chunks.flatMap((chunk) => chunk.files).find(({ path }) => path === files[120]!.path)!.file = gone
    else leaveOutFailed(upload)
    expect(await sendUpload(upload, sending())).toMatchObject({ fileCount: mended ? 150 : 149 })
    expect(sent).toEqual([])
  }
})

test('a file on which the store fails is named; it alone is sent again, and its chunk is there', async () => {
  const { _id: id } = await aProject(owner)
  const { storage } = app.dependencies
  const isBad = (bytes: Uint8Array) => bytes.length === 3
  app.dependencies.storage = {
    ...storage,
    put: (key, bytes) => (isBad(bytes) ? Promise.reject(new Error('disk full')) : storage.put(key, bytes)),
  }
  const files = [...someFiles(120), { path: 'bad.py', size: 3, file: new Blob(['bad']) }]
  const upload = newUpload(id, 'folder', files)
  expect(await sendUpload(upload, sending())).toBeUndefined()
  expect(failedIn(upload)).toEqual([{ path: 'bad.py', error: 'Could not be stored. Please try again.' }])
  expect(sentOf(upload).files).toBe(120)
  app.dependencies.storage = storage
  const read: string[] = []
  for (const { path, file } of files) {
    const bytes = file.arrayBuffer.bind(file)
    file.arrayBuffer = () => (read.push(path), bytes())
  }
  expect(await sendUpload(upload, sending())).toMatchObject({ fileCount: 121 })
  expect(read).toEqual(['bad.py'])
})

test('a refusal is told at once, in the words of the server', async () => {
  const { _id: id } = await aProject(owner)
  const other = newUpload(id, 'folder', someFiles(250))
  const mine = newUpload(id, 'folder', someFiles(250))
  mine.uploadId = '00000000-0000-4000-8000-000000000000'
  await sendUpload(other, sending())
  await expect(sendUpload(mine, sending())).rejects.toMatchObject({
    status: 409,
    cause: { message: 'Another upload of this project has started. Please start this upload again.' },
  })
})

test('giving up an upload that another has replaced leaves the other as it is', async () => {
  const { _id: id } = await aProject(owner)
  const [mine, other] = [newUpload(id, 'folder', someFiles(250)), newUpload(id, 'folder', someFiles(150))]
  const stopAfterOne = (stop: AbortController) =>
    sending({ signal: stop.signal, onSent: ({ files }) => files === 100 && stop.abort() })
  for (const upload of [mine, other])
    await expect(sendUpload(upload, stopAfterOne(new AbortController()))).rejects.toThrow(/abort/i)
  await expect(sendUpload(mine, sending())).rejects.toMatchObject({ status: 409 })
  resetUpload(mine)
  await discardUpload(mine, owner.api)
  const { upload: open } = await owner.api.uploads.state({ params: { id } })
  expect(open!.uploadId).toBe(other.uploadId)
  await discardUpload(other, owner.api)
  expect((await owner.api.uploads.state({ params: { id } })).upload).toBeNull()
})

const someFiles = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const bytes = randomBytes(20 + (n % 50))
    return { path: `src/dir-${n % 7}/file ${n}.bin`, size: bytes.length, file: new Blob([bytes]) }
  })

function unreadable(size: number): Blob {
  const blob = new Blob([new Uint8Array(size)])
  blob.arrayBuffer = () => Promise.reject(new Error('The file could not be read'))
  return blob
}

function sending(changes: Partial<Parameters<typeof sendUpload>[1]> = {}) {
  return {
    signal: new AbortController().signal,
    pause: async () => {},
    onSent: () => {},
    api: () =>
      createApi(async ({ method, url, body }) => {
        try {
          const headers = {
            authorization: `Bearer ${owner.token}`,
            connection: 'close',
            ...(typeof body === 'string' && { 'content-type': 'application/json' }),
          }
          const answer = await fetch(`http://127.0.0.1:${proxy.port}${url}`, {
            method,
            headers,
            ...(body && { body }),
          })
          const text = await answer.text()
          return { status: answer.status, text: async () => text, blob: async () => new Blob([text]) }
        } catch {
          return { status: 0, text: async () => '', blob: async () => new Blob() }
        }
      }),
    ...changes,
  }
}

/**
 * A proxy to the server that cuts connections at a random byte of the request or of the answer: 19 of 20 connections
 * until all cuts are made.
 */
async function cuttingProxy() {
  let [port, cuts, maxCuts, connections] = [0, 0, 0, 0]
  const server = createServer((client: Socket) => {
    const there = connect(port, '127.0.0.1')
    const isCut = cuts < maxCuts && ++connections % 20 !== 0
    if (isCut) cuts++
    const inAnswer = random() < 0.3
    const close = () => [client, there].forEach((end) => end.destroy())
    const pass = (from: Socket, to: Socket, maxBytes: (start: Buffer) => number) => {
      let left: number | undefined
      from.on('data', (piece: Buffer) => {
        left = (left ?? maxBytes(piece)) - piece.length
        if (left >= 0) return to.write(piece)
        // Closes only after the other side has received the bytes before the cut.
        return to.write(piece.subarray(0, piece.length + left), close)
      })
      from.on('error', close).on('close', () => to.end())
    }
    const finalising = (start: Buffer) => start.toString('latin1').startsWith('PUT')
    pass(client, there, (start) =>
      isCut && !inAnswer ? random() * (finalising(start) ? 300 : 15_000) : Infinity,
    )
    pass(there, client, () => (isCut && inAnswer ? random() * 200 : Infinity))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  return {
    port: (server.address() as AddressInfo).port,
    to: (its: number) => void (port = its),
    cut: (times: number) => void (maxCuts = times),
    cuts: () => cuts,
  }
}
