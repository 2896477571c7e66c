import { expect, test } from 'vitest'

import { unzip } from '../../web/projects/upload/unzip.ts'
import { type WrittenEntry, zipWritten } from './zips.ts'

const read = (entries: readonly (string | WrittenEntry)[], comment?: string) => {
  const written = entries.map((entry) => (typeof entry === 'string' ? { name: entry } : entry))
  return unzip(new Blob([new Uint8Array(zipWritten(written, comment))]))
}
const pathsOf = async (entries: readonly (string | WrittenEntry)[], comment?: string) =>
  (await read(entries, comment)).files.map(({ path }) => path)
const from = (system: number, ...names: (string | Buffer)[]): WrittenEntry[] =>
  names.map((name) => ({ name, system }))

test('“28 files packed by the Finder are 54, more than the limit”: what macOS adds is not counted, and the folder around the others comes off', async () => {
  const own = Array.from({ length: 26 }, (_, n) => `shop/src/page${n}.php`)
  const forks = own.map((path) => `__MACOSX/${path.replace('page', '._page')}`)
  const { files, leftOut, errors } = await read([
    'shop/README.md',
    'shop/index.php',
    ...own,
    'shop/.DS_Store',
    'shop/Icon\r',
    ...forks,
    '__MACOSX/._shop',
  ])
  expect(errors).toEqual([])
  expect(files).toHaveLength(28)
  expect(files.map(({ path }) => path)).toContain('src/page0.php')
  expect(leftOut.map(({ path, files: count }) => [path, count])).toEqual([
    ['.DS_Store', 1],
    ['Icon\r', 1],
    ['__MACOSX', 27],
  ])
})

test('“the folder is still around everything”: neither what Windows and Office leave nor what is installed beside it keeps it on', async () => {
  const wanted = ['README.md', 'src/a.js']
  const shop = wanted.map((path) => `shop/${path}`)
  for (const beside of [
    ['$RECYCLE.BIN/S-1-5-21/desktop.ini', 'System Volume Information/IndexerVolumeGuid'],
    ['~$report.docx', '.~lock.report.odt#', 'Thumbs.db'],
    ['.Trash-1000/info/a.trashinfo', '.Spotlight-V100/x', '._shop'],
    ['node_modules/a/index.js', '.git/HEAD'],
  ])
    expect(await pathsOf([...beside, ...shop])).toEqual(wanted)
  expect(await pathsOf(['build/README.md', 'build/src/a.js', '__MACOSX/build/._README.md'])).toEqual(wanted)
  expect(await pathsOf(['web/a.js', 'api/b.py', '.DS_Store'])).toEqual(['web/a.js', 'api/b.py'])
})

test('“every file is refused that Compress-Archive of Windows PowerShell 5.1 packed”: backslashes are slashes there', async () => {
  const names = ['shop\\README.md', 'shop\\src\\app.js', 'shop\\node_modules\\x\\index.js']
  const { files, leftOut, refused } = await read(names)
  expect(files.map(({ path }) => path)).toEqual(['README.md', 'src/app.js'])
  expect(leftOut.map(({ path }) => path)).toEqual(['node_modules'])
  expect(refused).toEqual([])
  // Windows’ own Explorer adds files with slashes to it, and PHP on Windows calls itself Unix.
  expect(await pathsOf([...names, 'shop/new.js'])).toEqual(['README.md', 'src/app.js', 'new.js'])
  expect(await pathsOf(from(3, 'shop\\a.php', 'shop\\lib\\b.php'))).toEqual(['a.php', 'lib/b.php'])
  const { refused: real } = await read(from(3, 'shop/a.py', 'shop/b\\c.py'))
  expect(real).toEqual(["'b\\c.py' uses backslashes"])
  const { refused: evil } = await read(['shop\\a.js', '..\\evil.js', 'C:\\x.js', '\\\\host\\share\\y.js'])
  expect(evil).toHaveLength(3)
})

test('“every name begins with ./ and nothing is taken”: it is no part of the name', async () => {
  expect(await pathsOf(from(3, './', './shop/', './shop/a.py', './shop//src/./b.py'))).toEqual([
    'a.py',
    'src/b.py',
  ])
})

test('“downloaded from GitHub”: its folder named after the branch comes off, links are named, its comment is no damage', async () => {
  const { files, refused, warnings } = await read(
    [
      { name: 'shop-main/' },
      { name: 'shop-main/README.md' },
      { name: 'shop-main/gradlew', system: 3, mode: 0o100755 },
      { name: 'shop-main/latest', system: 3, mode: 0o120000, content: 'README.md' },
      { name: 'shop-main/themes/hugo/' },
    ],
    '6c79f53ae6d2a5a0a5ad6e3b6e9f0d0a1b2c3d4e',
  )
  expect(files.map(({ path }) => path)).toEqual(['README.md', 'gradlew'])
  expect(refused).toEqual(["'latest' is a link to another file"])
  expect(warnings[0]).toMatch(/^1 empty folder is not uploaded: 'themes\/hugo'\./)
})

test.each([
  ['DOS', 'Résumé.txt', [0x52, 0x82, 0x73, 0x75, 0x6d, 0x82, 0x2e, 0x74, 0x78, 0x74]],
  ['DOS', 'Café Menü.md', [...Buffer.from('Caf'), 0x82, ...Buffer.from(' Men'), 0x81, ...Buffer.from('.md')]],
  ['Western Europe', 'São.txt', [0x53, 0xc6, 0x6f, ...Buffer.from('.txt')]],
  ['Windows', 'Résumé.txt', [0x52, 0xe9, 0x73, 0x75, 0x6d, 0xe9, ...Buffer.from('.txt')]],
  ['Windows', 'Report – final.txt', [...Buffer.from('Report '), 0x96, ...Buffer.from(' final.txt')]],
  ['Windows', 'Asha’s.txt', [...Buffer.from('Asha'), 0x92, ...Buffer.from('s.txt')]],
])(
  '“names in the code page of %s come out garbled”: %s is read, and it is said',
  async (_page, name, bytes) => {
    const { files, warnings } = await read([
      { name: Buffer.from([...Buffer.from('a/'), ...bytes]) },
      'a/b.js',
    ])
    expect(files.map(({ path }) => path)).toEqual([name, 'b.js'])
    expect(warnings[0]).toContain(`was read as '${name}'`)
  },
)

test('names in UTF-8 are read whether the ZIP says so or not, and of an alphabet that cannot be told the file stays behind', async () => {
  const name = 'पुस्तकालय/é.txt'
  for (const saysUtf8 of [true, false]) {
    const { files, warnings } = await read([{ name, saysUtf8 }, 'b.js'])
    expect(files[0]!.path).toBe(name)
    expect(warnings.join()).not.toContain('alphabet')
  }
  // A Japanese name in Shift-JIS.
  const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, ...Buffer.from('.txt')])
  for (const saysUtf8 of [true, false]) {
    const { files, refused } = await read([{ name: japanese, saysUtf8 }, 'b.js'])
    expect(files.map(({ path }) => path)).toEqual(['b.js'])
    expect(refused[0]).toContain('its name is in an alphabet of another computer')
  }
})

test('“the empty folders are gone, and nobody said so”: they are named, those that are left out or hold others are not', async () => {
  const { warnings, files } = await read([
    'shop/',
    'shop/README.md',
    'shop/logs/',
    'shop/data/',
    'shop/data/uploads/',
    'shop/.git/refs/',
    'shop/node_modules/',
    'shop/src/',
    'shop/src/index.html',
  ])
  expect(files).toHaveLength(2)
  expect(warnings).toEqual([
    "2 empty folders are not uploaded: 'logs', 'data/uploads'. If the project needs them, put a file such as .gitkeep into each.",
  ])
  expect((await read(['shop\\a.js', 'shop\\empty\\'])).warnings[0]).toContain("'empty'")
})

test('“Failed to extract ZIP” says nothing: another archive that was renamed, and a method that browsers cannot unpack, are named', async () => {
  await expect(read([{ name: 'a.txt', content: 'x', method: 14 }])).rejects.toThrow(
    /'a.txt' is packed by a method that browsers cannot read/,
  )
  for (const [beginning, kind] of [
    ['526172211a07', 'RAR'],
    ['377abcaf271c', '7z'],
  ] as const)
    await expect(unzip(new Blob([new Uint8Array(Buffer.from(beginning, 'hex'))]))).rejects.toThrow(
      `it is a ${kind} archive`,
    )
})
