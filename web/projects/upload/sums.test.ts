import { hash } from 'node:crypto'

import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'

import { contentText, licenceFileName } from '#contract/projects/content-hash.ts'

import { isLong } from '../../../test/long.ts'
import { NoProject, sumsOfFolder, sumsOfZip } from './sums.ts'

/* A bought project, and the ZIPs that people make of it with the programs that they have. */
const project: Record<string, string> = {
  'README.md': '# Hostel\n',
  'src/app.py': 'print("rooms")\n',
  'src/views/café.html': '<h1>Café</h1>\n',
  'data/empty.csv': '',
}
const known = hash(
  'sha256',
  contentText(Object.entries(project).map(([path, text]) => ({ path, sha256: hash('sha256', text) }))),
)
const licence = licenceFileName('RM-2026-000123')
const licenceText = 'READYMADE LICENCE\n'

const bytes = (files: Record<string, string>, inside = ''): Zippable =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [inside + path, strToU8(text)]))
const plain = bytes(project)
const own = { ...plain, [licence]: strToU8(licenceText) }
const inFolder = (folder: string, more: Record<string, string> = {}) =>
  bytes({ ...project, [licence]: licenceText, ...more }, folder)
const renamed = (rename: (path: string) => string) =>
  Object.fromEntries(Object.entries(own).map(([path, file]) => [rename(path), file]))
const decomposed = Object.fromEntries(
  Object.entries(inFolder('hostel/')).map(([path, file]) => [path.normalize('NFD'), file]),
)

const kinds: [string, Buffer][] = [
  ['the buyer’s own download', zipOf(own)],
  ['the download without the licence', zipOf(plain)],
  ['a folder that was zipped again', zipOf(inFolder('hostel-main/'))],
  ['a folder in a folder, as Windows unpacks', zipOf(inFolder('hostel-main/hostel-main/'))],
  [
    'Finder’s, with its own files beside the folder',
    zipOf({
      ...inFolder('hostel/', { '.DS_Store': 'x' }),
      '__MACOSX/hostel/._README.md': strToU8('x'),
      '__MACOSX/._hostel': strToU8('x'),
    }),
  ],
  ['Finder’s from a disk that splits accents', zipOf(decomposed)],
  ['PowerShell’s, with backslashes', fromDos(renamed((path) => path.replaceAll('/', '\\')))],
  ['Windows Explorer’s, with accents in the code page of DOS', inCodePage(inFolder('hostel/'))],
  [
    '7-Zip’s, with entries for folders first',
    zipOf({ 'hostel/': [new Uint8Array(), {}], ...inFolder('hostel/') }),
  ],
  ['WinRAR’s, stored and not packed', zipOf(inFolder('hostel/'), 0)],
  ['one with names that begin with ./', zipOf(renamed((path) => `./${path}`))],
  ['one with its files in another order', zipOf(Object.fromEntries(Object.entries(own).reverse()))],
  ['one with a comment at its end', withComment(zipOf(own), 'Hostel Management, final year')],
  [
    'one that was installed and run',
    zipOf(
      inFolder('hostel/', {
        'node_modules/x/index.js': '1',
        'package-lock.json': '{}',
        'src/__pycache__/app.cpython-312.pyc': 'x',
        'server.log': 'started',
      }),
    ),
  ],
  [
    'one that was opened in an editor',
    zipOf(inFolder('hostel/', { '.vscode/settings.json': '{}', '.idea/a.xml': 'x' })),
  ],
  ['one from a repository', zipOf(inFolder('hostel/', { '.git/HEAD': 'ref: refs/heads/main' }))],
  [
    'one from a folder with pictures’ previews',
    zipOf(inFolder('hostel/', { 'Thumbs.db': 'x', 'src/desktop.ini': 'x' })),
  ],
  [
    'one with the licence of two downloads',
    zipOf({ ...own, [licence.replace('.txt', ' (1).txt')]: strToU8(licenceText) }),
  ],
  ['one in a folder called build', zipOf(inFolder('build/'))],
  [
    'one with the licence under the name that a seat gives it',
    zipOf({ ...plain, 'READYMADE-LICENCE.txt': strToU8('x') }),
  ],
  ['one with other dates', zipOf(own, 6, new Date('1999-01-02'))],
]

test.each(kinds)('%s is unchanged', async (_, zip) => {
  expect((await sumsOfZip(new Blob([new Uint8Array(zip)]))).contentHash).toBe(known)
})

test('a folder is known by the same hash, and the texts of our licences are told', async () => {
  const files = Object.entries({ ...project, [licence]: licenceText }).map(([path, text]) => ({
    path,
    size: text.length,
    file: new Blob([text]),
  }))
  const summed = await sumsOfFolder({ files, leftOut: [] })
  expect(summed).toMatchObject({ contentHash: known, licences: [licenceText] })
  expect(summed.sums).toHaveLength(4)
})

test('one byte, one file more, one less, a renamed one and a moved one are other files', async () => {
  const changed: Record<string, string>[] = [
    { ...project, 'src/app.py': 'print("rooms") \n' },
    { ...project, 'src/new.py': '' },
    Object.fromEntries(Object.entries(project).slice(1)),
    { 'README.txt': project['README.md']!, ...Object.fromEntries(Object.entries(project).slice(1)) },
    { ...Object.fromEntries(Object.entries(project).slice(1)), 'src/README.md': project['README.md']! },
    { ...project, 'README.md': '# Hostel\r\n' },
  ]
  for (const files of changed) {
    const { contentHash } = await sumsOfZip(new Blob([new Uint8Array(zipOf(bytes(files)))]))
    expect(contentHash).not.toBe(known)
  }
})

test('over http, where the browser has no cryptography, the hash is the same', async () => {
  vi.stubGlobal('crypto', { subtle: undefined })
  try {
    expect((await sumsOfZip(new Blob([new Uint8Array(zipOf(own))]))).contentHash).toBe(known)
  } finally {
    vi.unstubAllGlobals()
  }
})

const reading = (zip: Buffer) => sumsOfZip(new Blob([new Uint8Array(zip)]))

test('a file of 200 MB, a bomb and 20,001 files are answered from the list at the end, before anything is unpacked', async () => {
  const bomb = zipOf({ 'disk.img': strToU8('x'), 'a.txt': strToU8('a') })
  setSize(bomb, 0, 200_000_000)
  await expect(reading(bomb)).rejects.toThrow(
    "'disk.img' has 200.0 MB, and no file of a project here is larger than 10 MB.",
  )
  const many = zipOf(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}.bin`, strToU8('x')])))
  for (let n = 0; n < 12; n++) setSize(many, n, 9_000_000)
  await expect(reading(many)).rejects.toThrow(
    'The files have 108.0 MB, and a project here has at most 100 MB.',
  )
  const files = zipOf(
    Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`${n}.txt`, [strToU8(''), { level: 0 }]])),
  )
  const refusal = reading(files)
  await expect(refusal).rejects.toThrow('There are 20,001 files, and a project here has at most 20,000.')
  await expect(refusal).rejects.toBeInstanceOf(NoProject)
})

test('a file that unpacks to more than the ZIP says is refused by name', async () => {
  const zip = zipOf({ 'a.txt': strToU8('a'.repeat(5000)) })
  setSize(zip, 0, 10)
  await expect(reading(zip)).rejects.toThrow(
    "The ZIP cannot be read: 'a.txt' is not as large as the ZIP says",
  )
})

test('a small file that is packed wrongly is told by name, one whose bytes are others is another', async () => {
  const cut = zipOf({ 'a.txt': strToU8('a'.repeat(5000)) })
  const at = cut.readUInt16LE(26) + 30
  cut.fill(0xff, at, at + 4)
  await expect(reading(cut)).rejects.toThrow('This ZIP cannot be read')
  const stored = zipOf({ 'a.txt': strToU8('hello') }, 0)
  stored.write('hullo', stored.indexOf('hello'))
  const [one, other] = [await reading(stored), await reading(zipOf({ 'a.txt': strToU8('hello') }))]
  expect(one.contentHash).not.toBe(other.contentHash)
})

test('a name that holds the line of another file is refused, because the hash would be the same', async () => {
  const sum = hash('sha256', '# Hostel\n')
  const { 'README.md': readme, 'data/empty.csv': empty, ...others } = plain
  expect(readme && empty).toBeDefined()
  const forged = zipOf({ ...others, [`README.md\0${sum}\ndata/empty.csv`]: strToU8('') })
  await expect(reading(forged)).rejects.toThrow('holds a control character')
  await expect(reading(forged)).rejects.toBeInstanceOf(NoProject)
})

test('a file that is there twice is refused by name', async () => {
  const twice = zipOf({ ...plain, 'README.mx': strToU8('other') })
  for (let at = twice.indexOf('README.mx'); at >= 0; at = twice.indexOf('README.mx', at + 1))
    twice.write('README.md', at)
  await expect(reading(twice)).rejects.toThrow("'README.md' is there twice")
})

test('a file with another name where it lies than in the list at the end is refused, because some programs unpack it under that', async () => {
  for (const level of [0, 6] as const)
    for (const size of [10, 100_000]) {
      const zip = zipOf({ 'a.txt': strToU8('a'.repeat(size)) }, level)
      zip.write('b', 30)
      await expect(reading(zip)).rejects.toThrow(
        "The ZIP cannot be read: 'a.txt' is described in two ways, and programs unpack it differently",
      )
    }
})

test('what does not count is told, because nobody looked at it', async () => {
  const { leftOut } = await reading(zipOf({ ...own, 'setup.exe': strToU8('x'), 'dist/a.js': strToU8('x') }))
  expect(leftOut.map(({ path }) => path)).toEqual(['setup.exe', 'dist'])
})

test('a broken ZIP, no ZIP, another archive and one with a password are told in a sentence', async () => {
  const broken = 'This ZIP cannot be read: it is broken, or it is no ZIP.'
  await expect(reading(zipOf(own).subarray(0, -30))).rejects.toThrow(broken)
  await expect(reading(Buffer.from('hello'))).rejects.toThrow(broken)
  await expect(reading(Buffer.alloc(0))).rejects.toThrow(broken)
  await expect(reading(Buffer.from('Rar!\x1a\x07\x00 and more'))).rejects.toThrow(
    'The ZIP cannot be read: it is a RAR archive. Please pack a ZIP, or choose the folder.',
  )
  const locked = zipOf(own)
  for (const at of recordsIn(locked)) locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8)
  await expect(reading(locked)).rejects.toThrow('The ZIP cannot be read: it is protected by a password.')
  await expect(reading(zipOf({ '.DS_Store': strToU8('x') }))).rejects.toThrow('no file that belongs')
})

test('20,000 files are read', { skip: !isLong }, async () => {
  const zip = zipOf(
    Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}.txt`, strToU8(`${n}`)])),
  )
  expect((await reading(zip)).sums).toHaveLength(20_000)
})

function zipOf(files: Zippable, level: 0 | 6 = 6, mtime = new Date('2026-08-14')): Buffer {
  return Buffer.from(zipSync(files, { level, mtime }))
}

/** The offsets of the records in the central directory of a ZIP. */
function recordsIn(zip: Buffer): number[] {
  const records: number[] = []
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  for (let at = zip.readUInt32LE(end + 16); at < end;) {
    records.push(at)
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return records
}

/** Has a ZIP state another size of one of its files. */
function setSize(zip: Buffer, index: number, size: number) {
  const at = recordsIn(zip)[index]!
  zip.writeUInt32LE(size, at + 24)
  zip.writeUInt32LE(size, zip.readUInt32LE(at + 42) + 22)
}

/** A ZIP as a program of Windows makes it. */
function fromDos(files: Zippable): Buffer {
  const zip = zipOf(files)
  for (const at of recordsIn(zip)) zip.writeUInt8(0, at + 5)
  return zip
}

/** A ZIP whose names are in the code page of DOS, and say so by having no mark of UTF-8. */
function inCodePage(files: Zippable): Buffer {
  const marked = Object.entries(files).map(([path, file]) => [path.replace('é', '\u0002'), file])
  const zip = fromDos(Object.fromEntries(marked) as Zippable)
  for (let at = zip.indexOf('\u0002.html'); at >= 0; at = zip.indexOf('\u0002.html', at + 1))
    zip.writeUInt8(0x82, at)
  return zip
}

function withComment(zip: Buffer, comment: string): Buffer {
  const changed = Buffer.concat([zip, Buffer.from(comment)])
  changed.writeUInt16LE(comment.length, zip.length - 2)
  return changed
}
