import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'

import type { Range } from './storage.ts'
import { inMemory, joined, type Source, zipWithEntry } from './zip.ts'

const files = { 'README.md': '# Shop\n', 'नमस्ते/é.txt': 'ü', 'data.bin': randomBytes(400_000).toString('hex') }
/** Reads as a client does: each piece is copied before the next is requested. */
const bytesOf = async (source: Source, range?: Range) =>
  Buffer.concat(await Array.fromAsync(await source.read(range), (piece) => Buffer.from(piece)))

const licence = { path: 'LICENCE.txt', bytes: Buffer.from('Buyer: आशा राव\n'), isoDay: '2026-08-14' }

async function zipOf(contents: Record<string, string>) {
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(contents)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  return buffer(zip.outputStream)
}
const textsIn = (zip: Buffer) =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(zip))).map(([path, bytes]) => [path, strFromU8(bytes)]),
  )

test('a ZIP with one more file has all its files and that one, and is as long as it says', async () => {
  for (const contents of [
    files,
    { 'one.txt': '' },
    Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f/${i}.txt`, `${i}`])),
  ]) {
    const zip = await zipWithEntry(inMemory(await zipOf(contents)), licence)
    const bytes = await bytesOf(zip)
    expect(bytes.length).toBe(zip.size)
    expect(textsIn(bytes)).toEqual({ ...contents, 'LICENCE.txt': licence.bytes.toString() })
  }
})

test('every range of it is that part of the whole, across the places where it is put together', async () => {
  const stored = await zipOf(files)
  const zip = await zipWithEntry(inMemory(stored), licence)
  const whole = await bytesOf(zip)
  const seams = [0, stored.readUInt32LE(stored.length - 6), whole.length - 1]
  const places = seams.flatMap((seam) =>
    [-400, -70, -23, -22, -1, 0, 1, 30, 45, 70, 400].map((by) => seam + by),
  )
  const inside = [...new Set(places)].filter((at) => at >= 0 && at < whole.length)
  for (const start of inside)
    for (const end of inside.filter((at) => at >= start))
      expect((await bytesOf(zip, { start, end })).equals(whole.subarray(start, end + 1))).toBe(true)
})

test('what is no ZIP of ours is refused, not sent damaged', async () => {
  const zip = await zipOf(files)
  const cut = zip.subarray(0, -1)
  const moved = Buffer.concat([Buffer.from('#!'), zip])
  for (const bytes of [Buffer.alloc(0), Buffer.from('text'), randomBytes(500), cut, moved])
    await expect(zipWithEntry(inMemory(bytes), licence)).rejects.toBeInstanceOf(RangeError)
})

test('only what is asked for is opened, and all of it is closed when the reader leaves', async () => {
  const opened: string[] = []
  const closed: string[] = []
  const counted = (name: string) => ({
    size: 10,
    read: async ({ start, end } = { start: 0, end: 9 }) => {
      opened.push(name)
      return (async function* () {
        try {
          for (let at = start; at <= end; at++) yield Buffer.from(name)
        } finally {
          closed.push(name)
        }
      })()
    },
  })
  const source = joined(['a', 'b', 'c'].map(counted))
  expect((await bytesOf(source, { start: 12, end: 18 })).toString()).toBe('bbbbbbb')
  expect([opened, closed]).toEqual([['b'], ['b']])
  expect((await bytesOf(source, { start: 8, end: 21 })).toString()).toBe('aabbbbbbbbbbcc')
  for await (const _ of await source.read()) break
  expect([opened, closed]).toEqual([
    ['b', 'a', 'b', 'c', 'a'],
    ['b', 'a', 'b', 'c', 'a'],
  ])
})
