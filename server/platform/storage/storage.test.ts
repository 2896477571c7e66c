import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { afterAll, describe, expect, it, vi } from 'vitest'

import { aBucket, aBucketOf } from '../../../test/bucket.ts'
import { isLong } from '../../../test/long.ts'
import { timeLimit } from '../../../test/stall.ts'
import { createStorage } from './open.ts'
import { type Storage, StoreUnavailable } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'readymade-storage-'))
const bucket = await aBucket()
const { storageUrl: s3Url, storageKeys } = bucket
const manyKeys = Array.from({ length: 1003 }, (_, n) => `blobs/ab/${n}`)
const largeBucket = await aBucketOf([...manyKeys, 'reports/one'])
const disk = join(folder, 'disk')

afterAll(() => rmSync(folder, { recursive: true }))

const keysIn = async (storage: Storage, prefix: string) => {
  const keys = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys.toSorted()
}

describe.each([
  ['the disk', await createStorage({ storageUrl: `file://${disk}`, storageKeys })],
  ['a bucket', await createStorage({ storageUrl: s3Url, storageKeys })],
])('%s', (_name, storage) => {
  it('gives back what was put, whole and in parts', async () => {
    const bytes = randomBytes(3 * 1024 * 1024)
    await storage.put('blobs/ab/one', bytes)
    expect(bytes.equals(await storage.get('blobs/ab/one'))).toBe(true)
    expect(bytes.equals(await buffer(await storage.stream('blobs/ab/one')))).toBe(true)
    const part = await buffer(await storage.stream('blobs/ab/one', { start: 10, end: 1_500_000 }))
    expect(bytes.subarray(10, 1_500_001).equals(part)).toBe(true)
  })

  it('names a stream when its last byte has passed', async () => {
    let seen = 0
    const bytes = Readable.from(
      (function* () {
        for (let n = 0; n < 40; n++) {
          seen += 100_000
          yield Buffer.alloc(100_000, n)
        }
      })(),
    )
    await storage.putStream(bytes, () => `blobs/cd/${seen}`)
    expect((await storage.about('blobs/cd/4000000'))?.size).toBe(4_000_000)
  })

  it('keeps nothing of a stream that breaks off', async () => {
    const bytes = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw new Error('the client went away')
      })(),
    )
    await expect(storage.putStream(bytes, () => 'blobs/ef/broken')).rejects.toThrow('the client went away')
    expect(await storage.about('blobs/ef/broken')).toBeUndefined()
    expect(await keysIn(storage, 'incoming/')).toEqual([])
  })

  it('knows size and version of an object, and that there is none', async () => {
    expect(await storage.about('reports/none')).toBeUndefined()
    await expect(storage.get('reports/none')).rejects.toThrow(/ENOENT|not exist/)
    await storage.put('reports/one', Buffer.from('first'))
    const first = await storage.about('reports/one')
    await storage.put('reports/one', Buffer.from('second'))
    const second = await storage.about('reports/one')
    expect([first?.size, second?.size]).toEqual([5, 6])
    expect(second?.version).not.toBe(first?.version)
    expect(await storage.about('reports/one')).toEqual(second)
  })

  it('lists a folder with times, and forgets what is deleted, once or twice', async () => {
    expect(await keysIn(storage, 'images/')).toEqual([])
    await storage.put('images/x/320.webp', Buffer.from('1'))
    await storage.put('images/y/640.avif', Buffer.from('2'))
    expect(await keysIn(storage, 'images/')).toEqual(['images/x/320.webp', 'images/y/640.avif'])
    const after = await Array.fromAsync(storage.list('images/', 'images/x/320.webp'))
    expect(after).toMatchObject([{ key: 'images/y/640.avif', size: 1 }])
    expect(await Array.fromAsync(storage.list('images/', 'images/x'), ({ key }) => key)).toHaveLength(2)
    expect(await Array.fromAsync(storage.list('images/', 'images/y/640.avif'))).toEqual([])
    for await (const { storedAt } of storage.list('images/'))
      expect(Date.now() - storedAt.getTime()).toBeLessThan(60_000)
    await storage.delete('images/x/320.webp')
    await storage.delete('images/x/320.webp')
    expect(await keysIn(storage, 'images/')).toEqual(['images/y/640.avif'])
  })
})

it('a disk never shows a mixture of what is put under one key at once', async () => {
  const storage = await createStorage({ storageUrl: `file://${disk}`, storageKeys })
  const versions = Array.from({ length: 8 }, (_, n) => Buffer.alloc(300_000, n + 1))
  await Promise.all(versions.map((bytes) => storage.put('archives/one.zip', bytes)))
  const stored = await storage.get('archives/one.zip')
  expect(versions.some((bytes) => bytes.equals(stored))).toBe(true)
})

it('an empty object stays empty in both', async () => {
  for (const storageUrl of [`file://${disk}`, s3Url]) {
    const storage = await createStorage({ storageUrl, storageKeys })
    await storage.put('blobs/00/empty', Buffer.alloc(0))
    expect((await storage.get('blobs/00/empty')).length).toBe(0)
    await storage.putStream(Readable.from([]), () => 'blobs/00/empty-too')
    expect((await storage.about('blobs/00/empty-too'))?.size).toBe(0)
  }
})

it('a disk keeps no drafts, and nothing exists before the first write', async () => {
  const fresh = join(folder, 'fresh')
  const storage = await createStorage({ storageUrl: `file://${fresh}`, storageKeys })
  expect(await storage.about('blobs/xx')).toBeUndefined()
  expect(existsSync(fresh)).toBe(false)
  await storage.put('blobs/xx', Buffer.from('x'))
  expect(readdirSync(join(fresh, 'incoming'))).toEqual([])
})

it('what a disk has taken is on the disk: its bytes before it gets its name, then the folders that name it', async () => {
  const cut = join(folder, 'cut')
  const storage = await createStorage({ storageUrl: `file://${cut}`, storageKeys })
  const handle = await open(folder)
  const prototype = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const steps: string[] = []
  const isNamed = (key: string) => existsSync(join(cut, key))
  const { datasync, sync } = prototype
  vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: typeof handle) {
    steps.push(`bytes ${isNamed('blobs/aa/one') || isNamed('blobs/aa/two')}`)
    return datasync.call(this)
  })
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
    steps.push('folder')
    return sync.call(this)
  })
  await storage.put('blobs/aa/one', Buffer.from('1'))
  // incoming, then the folder itself; aa, blobs, and at last the folder that names the object.
  expect(steps).toEqual(['folder', 'folder', 'bytes false', 'folder', 'folder', 'folder'])
  await storage.delete('blobs/aa/one')
  steps.length = 0
  await storage.putStream(Readable.from([Buffer.from('2')]), () => 'blobs/aa/two')
  expect(steps).toEqual(['bytes false', 'folder'])
  vi.restoreAllMocks()
})

it('a bucket lends a link that needs no key of ours and saves under the given name; a disk has none', async () => {
  const onDisk = await createStorage({ storageUrl: `file://${disk}`, storageKeys })
  expect(
    await onDisk.link('blobs/ab/one', { disposition: 'attachment', type: 'application/zip', seconds: 60 }),
  ).toBeUndefined()
  const storage = await createStorage({ storageUrl: `${s3Url}&downloads=direct`, storageKeys })
  await storage.put('archives/two.zip', Buffer.from('zip'))
  const link = await storage.link('archives/two.zip', {
    disposition: 'attachment; filename="project.zip"',
    type: 'application/zip',
    seconds: 60,
  })
  const answer = await fetch(link!)
  expect(await answer.text()).toBe('zip')
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="project.zip"')
  expect(
    await (
      await createStorage({ storageUrl: s3Url, storageKeys })
    ).link('x', { disposition: 'x', type: 'x', seconds: 1 }),
  ).toBeUndefined()
})

it('a bucket lists more than the 1,000 objects of one answer, each once', async () => {
  const storage = await createStorage(largeBucket)
  expect(await keysIn(storage, 'blobs/')).toEqual(manyKeys.toSorted())
})

it.runIf(isLong)(
  'a silent bucket is waited for 10 s, then not at all for a moment; what takes longer but flows is whole',
  async () => {
    const storage = await createStorage(bucket)
    const bytes = randomBytes(3_000_000)
    await storage.put('blobs/ab/slow', bytes)
    const slowly = storage.pieces('blobs/ab/slow', { start: 0, end: bytes.length - 1 }, 1_000_000)
    const first = Buffer.from((await slowly.next()).value as Buffer)
    const begun = performance.now()
    bucket.silence()
    const failed = async (work: Promise<unknown>) => {
      await expect(work).rejects.toBeInstanceOf(StoreUnavailable)
      return (performance.now() - begun) / 1000
    }
    const waited = await Promise.all([
      failed(storage.put('blobs/ab/small', Buffer.from('x'))),
      failed(storage.put('blobs/ab/large', Buffer.alloc(5_000_000))),
      failed(storage.putStream(Readable.from([Buffer.from('x')]), () => 'blobs/ab/stream')),
      failed(storage.get('blobs/ab/slow')),
      failed(storage.about('blobs/ab/slow')),
      failed(keysIn(storage, 'blobs/')),
      failed(storage.delete('blobs/ab/none')),
    ])
    expect(Math.min(...waited)).toBeGreaterThan(9.5)
    expect(Math.max(...waited, await failed(storage.about('blobs/ab/slow')))).toBeLessThan(
      timeLimit(15_000) / 1000,
    )
    bucket.speak()
    const rest = await Array.fromAsync(slowly, (piece) => Buffer.from(piece))
    expect(Buffer.concat([first, ...rest]).equals(bytes)).toBe(true)
    expect((await storage.about('blobs/ab/slow'))?.size).toBe(bytes.length)
  },
)
