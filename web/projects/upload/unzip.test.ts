import { constants, deflateRawSync } from 'node:zlib'

import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { timeLimit } from '../../../test/stall.ts'
import { unzip } from './unzip.ts'

const zipOf = (files: Zippable) => Buffer.from(zipSync(files))
const reading = (zip: Buffer) => unzip(new Blob([new Uint8Array(zip)]))
const text = (words: string) => strToU8(words)
const cannotExtract = 'Failed to extract ZIP on client. Try again or upload folder.'

/** The offsets of the records in the central directory of a ZIP, and of the local headers they point to. */
function recordsIn(zip: Buffer) {
  const records: { at: number; local: number }[] = []
  for (
    let at = zip.indexOf('PK\x01\x02', 'latin1');
    at >= 0;
    at = zip.indexOf('PK\x01\x02', at + 4, 'latin1')
  )
    records.push({ at, local: zip.readUInt32LE(at + 42) })
  return records
}

test('a ZIP becomes its files, without the folder around them and what is left out', async () => {
  const big = new Uint8Array(900_000).fill(7)
  const { files, leftOut, errors } = await reading(
    zipOf({
      'shop/README.md': text('# Shop'),
      'shop/हिन्दी 🚀.txt': text('नमस्ते'),
      'shop/big.bin': big,
      'shop/empty.txt': text(''),
      'shop/node_modules/a.js': text('1'),
      'shop/src/': new Uint8Array(),
    }),
  )
  expect(errors).toEqual([])
  expect(files.map(({ path }) => path)).toEqual(['README.md', 'हिन्दी 🚀.txt', 'big.bin', 'empty.txt'])
  expect(leftOut).toEqual([{ path: 'node_modules', reason: 'installed packages', files: 1 }])
  expect(await files[1]!.file.text()).toBe('नमस्ते')
  expect(Buffer.from(await files[2]!.file.arrayBuffer()).equals(Buffer.from(big))).toBe(true)
})

test('20,000 files and a bomb are refused by the list at the end, and nothing is unpacked', async () => {
  const many = zipOf(
    Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}.txt`, [text(''), { level: 0 }]])),
  )
  expect((await reading(many)).errors).toEqual(['Too many files (20000). Max 50.'])
  const bomb = zipOf({ '0.bin': text('0'), '1.bin': text('1') })
  for (const { at } of recordsIn(bomb)) bomb.writeUInt32LE(600_000_000, at + 24)
  const { files, errors } = await reading(bomb)
  expect(errors).toEqual([
    'Total project size exceeds 100MB limit',
    '0.bin exceeds 10MB limit',
    '1.bin exceeds 10MB limit',
  ])
  expect(files.every(({ file }) => file.size === 0)).toBe(true)
})

test('a ZIP that lists 60,000 entries is refused before they are read', async () => {
  const entry = recordsIn(zipOf({ 'a.txt': text('a') }))[0]!
  const small = zipOf({ 'a.txt': text('a') })
  const [before, end] = [
    small.subarray(0, entry.at),
    small.subarray(small.indexOf('PK\x05\x06', 0, 'latin1')),
  ]
  const record = small.subarray(entry.at, small.length - end.length)
  const count = 60_000
  const zip = Buffer.concat([before, ...Array.from({ length: count }, () => record), end])
  const at = zip.length - end.length
  for (const place of [at + 8, at + 10]) zip.writeUInt16LE(count, place)
  zip.writeUInt32LE(record.length * count, at + 12)
  const begun = process.cpuUsage()
  await expect(reading(zip)).rejects.toThrow('Too many files (60000). Max 50.')
  // Reading them all takes much longer.
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(timeLimit(500))
})

test('a file that is not as large as the ZIP says is refused by name', async () => {
  const zip = zipOf({ 'a.txt': text('fine'), 'liar.bin': new Uint8Array(5_000_000) })
  const { at, local } = recordsIn(zip)[1]!
  for (const place of [at + 24, local + 22]) zip.writeUInt32LE(1000, place)
  await expect(reading(zip)).rejects.toThrow(
    "Error processing ZIP file: 'liar.bin' is not as large as the ZIP says",
  )
})

test('a gigabyte in one megabyte is refused within a second and without taking memory, also when the list calls it small', async () => {
  const bombs = [aBomb(1024 * megabyte), aBomb(9 * megabyte)]
  for (const [zip, message] of [
    [bombs[0]!, 'bomb.bin exceeds 10MB limit'],
    [bombs[1]!, "Error processing ZIP file: 'bomb.bin' is not as large as the ZIP says"],
  ] as const) {
    const before = process.memoryUsage().rss
    let most = before
    const looking = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 1)
    const begun = process.cpuUsage()
    const said = await reading(zip).then(
      ({ errors }) => errors,
      (refusal: Error) => [refusal.message],
    )
    const { user, system } = process.cpuUsage(begun)
    clearInterval(looking)
    expect(said).toContain(message)
    expect((user + system) / 1000).toBeLessThan(timeLimit(1000))
    expect((most - before) / megabyte).toBeLessThan(64)
  }
})

const megabyte = 1024 * 1024
/** A ZIP with one file of a gigabyte of zeros, whose headers declare a size of `said` bytes. */
function aBomb(said: number) {
  const zip = zipOf({ 'bomb.bin': [new Uint8Array(1), { level: 9 }] })
  const { at, local } = recordsIn(zip)[0]!
  // A block that refers to nothing before it can be repeated a thousand times.
  const piece = deflateRawSync(Buffer.alloc(megabyte), { finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([...Array<Buffer>(1024).fill(piece), deflateRawSync(Buffer.alloc(0))])
  const data = local + 30 + 'bomb.bin'.length
  for (const [place, value] of [
    [at + 20, packed.length],
    [local + 18, packed.length],
    [at + 24, said],
    [local + 22, said],
  ] as const)
    zip.writeUInt32LE(value, place)
  const end = zip.subarray(zip.indexOf('PK\x05\x06', 0, 'latin1'))
  end.writeUInt32LE(data + packed.length, 16)
  return Buffer.concat([zip.subarray(0, data), packed, zip.subarray(at)])
}

test('fifty entries over the same bytes are refused', async () => {
  const zip = zipOf(
    Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}.bin`, new Uint8Array(9_000_000 / 50)])),
  )
  const [one, ...others] = recordsIn(zip)
  for (const { at } of others) zip.writeUInt32LE(one!.local, at + 42)
  await expect(reading(zip)).rejects.toThrow(cannotExtract)
})

test('files that share their bytes are refused', async () => {
  const zip = zipOf({
    'a.txt': [text('same same'), { level: 0 }],
    'b.txt': [text('same same'), { level: 0 }],
  })
  const [one, two] = recordsIn(zip)
  zip.writeUInt32LE(one!.local, two!.at + 42)
  await expect(reading(zip)).rejects.toThrow(cannotExtract)
})

test('links, and names that leave the project or cannot be stored, stay behind with the reason', async () => {
  const link = { os: 3, attrs: 0o120_777 * 65_536 }
  const zip = zipOf({
    'main.py': text('print(1)'),
    passwd: [text('/etc/passwd'), link],
    '../evil.py': text('1'),
    'a\\b.py': [text('1'), { os: 3 }],
    'C:/x.py': text('1'),
    '/etc/cron.d/x': text('1'),
    'a\0b.py': text('1'),
    'MAIN.py': text('2'),
    'twin.py': text('3'),
    // It is renamed to the same path below.
    'twim.py': text('3'),
  })
  const { files, refused } = await reading(
    Buffer.from(zip.toString('latin1').replaceAll('twim', 'twin'), 'latin1'),
  )
  expect(files.map(({ path }) => path)).toEqual(['main.py', 'twin.py'])
  expect(refused).toEqual([
    "'passwd' is a link to another file",
    "'../evil.py' leaves the project folder",
    "'a\\b.py' uses backslashes",
    "'C:/x.py' is an absolute path",
    "'/etc/cron.d/x' is an absolute path",
    "'a\\0b.py' holds a control character",
    "'MAIN.py' and 'main.py' differ only in case",
    "'twin.py' appears twice",
  ])
})

test('a ZIP with a password, a damaged one and a file that is not a ZIP are refused with advice', async () => {
  const locked = zipOf({ 'a.txt': text('secret') })
  const { at, local } = recordsIn(locked)[0]!
  for (const place of [at + 8, local + 6]) locked.writeUInt16LE(locked.readUInt16LE(place) | 1, place)
  await expect(reading(locked)).rejects.toThrow('it is protected by a password')
  const damaged = zipOf({ 'a.txt': [text('x'.repeat(500)), { level: 0 }] })
  damaged[100] = 9
  await expect(reading(damaged)).rejects.toThrow(cannotExtract)
  await expect(reading(Buffer.from('no zip'))).rejects.toThrow(cannotExtract)
  await expect(reading(damaged.subarray(0, 300))).rejects.toThrow(cannotExtract)
})

test('a ZIP inside a ZIP is a file like any other', async () => {
  const inner = zipOf({ 'x.txt': text('x') })
  const { files } = await reading(zipOf({ 'inner.zip': new Uint8Array(inner), 'a.txt': text('a') }))
  expect(files.map(({ path, size }) => [path, size])).toEqual([
    ['inner.zip', inner.length],
    ['a.txt', 1],
  ])
})

test('files of a ZIP that the owner leaves out are not unpacked, and the others are', async () => {
  const zip = new Blob([
    new Uint8Array(zipOf({ 'shop/a.txt': text('A'), 'shop/tour.mp4': new Uint8Array(11 * 1024 * 1024) })),
  ])
  const first = await unzip(zip)
  expect(first.errors).toEqual(['tour.mp4 exceeds 10MB limit'])
  // The clone is what the page gets: messages of a worker are cloned.
  expect(structuredClone(first)).toMatchObject({ tooLarge: [{ path: 'tour.mp4', size: 11 * 1024 * 1024 }] })
  const { files, errors, leftOut, bytes } = await unzip(zip, { choice: { without: ['tour.mp4'] } })
  expect([errors, bytes]).toEqual([[], 1])
  expect(await files[0]!.file.text()).toBe('A')
  expect(files).toHaveLength(1)
  expect(leftOut).toEqual([{ path: 'tour.mp4', reason: 'left out by you', files: 1 }])
})
