import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { type ZipFile, zipOf } from '../test/zip.ts'
import { unpack, unpackAs } from './unpack.ts'

const folder = mkdtempSync(join(tmpdir(), 'unpack-'))
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0
function unpacked(zip: Buffer, most = { files: 10, bytes: 10_000 }): string {
  const into = join(folder, `${++made}`)
  mkdirSync(into)
  writeFileSync(`${into}.zip`, zip)
  unpack(`${into}.zip`, into, most)
  return into
}
const file = (name: string, content = 'x', more: Partial<ZipFile> = {}): ZipFile => ({
  name,
  content,
  ...more,
})

test('files come out as they went in', () => {
  const into = unpacked(
    zipOf([file('a.php', 'Ä'), file('b/c/d.txt', 'long '.repeat(500), { isDeflated: true }), file('e/', '')]),
  )
  expect(readFileSync(join(into, 'a.php'), 'utf8')).toBe('Ä')
  expect(readFileSync(join(into, 'b/c/d.txt'), 'utf8')).toBe('long '.repeat(500))
})

test('names that lead elsewhere are refused before anything is written there', () => {
  for (const name of ['../a', 'a/../../b', '/etc/x', 'a//b', './a', 'a\0b', 'x'.repeat(300)])
    expect(() => unpacked(zipOf([file(name)]))).toThrow('leads elsewhere')
  expect(existsSync(join(folder, 'a'))).toBe(false)
})

test('links and devices become plain files', () => {
  const into = unpacked(
    zipOf([file('link', '/etc/passwd', { mode: 0o120777 }), file('disk', '', { mode: 0o060666 })]),
  )
  for (const name of ['link', 'disk']) expect(lstatSync(join(into, name)).isFile()).toBe(true)
})

test('more files or bytes than were said are refused', () => {
  expect(() => unpacked(zipOf([file('a'), file('b')]), { files: 1, bytes: 10 })).toThrow('more than 1 files')
  expect(() => unpacked(zipOf([file('a', 'xxxxxx'), file('b', 'xxxxxx')]), { files: 9, bytes: 10 })).toThrow(
    'larger',
  )
})

test('a file that is larger than it says is not unpacked to its end', () => {
  const bomb = file('bomb', 'x'.repeat(1_000_000), { isDeflated: true, size: 100 })
  expect(() => unpacked(zipOf([bomb]))).toThrow('Cannot create a Buffer larger than 100 bytes')
})

test('what is no ZIP, cut off or damaged is refused', () => {
  const zip = zipOf([file('a.txt', 'some text')])
  const damaged = Buffer.from(zip)
  damaged.writeUInt32LE(0xffff_0000, zip.length - 22 - 4 - 5)
  for (const bytes of [
    Buffer.from('no ZIP'),
    Buffer.alloc(0),
    zip.subarray(0, 60),
    zip.subarray(20),
    damaged,
  ])
    expect(() => unpacked(bytes)).toThrow(/ZIP/)
})

test('of a ZIP in the project only what has a place is unpacked', () => {
  const zip = join(folder, 'dump.zip')
  writeFileSync(zip, zipOf([file('../evil.php'), file('deep/shop.sql', 'SELECT 1')]))
  unpackAs(zip, { files: 5, bytes: 100 }, (name) =>
    name.endsWith('.sql') ? join(folder, 'shop.sql') : undefined,
  )
  expect(readFileSync(join(folder, 'shop.sql'), 'utf8')).toBe('SELECT 1')
})
