import { expect, test } from 'vitest'

import { checkFiles } from './checked-files.ts'

const file = (path: string, size = 1) => ({ path, size })
const check = (files: ReturnType<typeof file>[], method: 'folder' | 'zip' = 'folder') =>
  checkFiles({ files, leftOut: [] }, method)

test('a file over 10 MB and a folder over 100 MB are refused in the specification’s words', async () => {
  const big = Array.from({ length: 11 }, (_, index) => file(`${index}.bin`, 10 * 1024 * 1024))
  expect((await check(big)).errors).toEqual(['Total project size exceeds 100MB limit'])
  expect((await check(big.slice(1))).errors).toEqual([])
  expect((await check([file('x.bin', 10 * 1024 * 1024 + 1), file('y')])).errors).toEqual([
    'x.bin exceeds 10MB limit',
  ])
})

test('a ZIP of more than 50 files and a folder of more than 20,000 are refused', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => file(`${index}.js`))
  expect((await check(many(51), 'zip')).errors).toEqual(['Too many files (51). Max 50.'])
  expect((await check(many(50), 'zip')).errors).toEqual([])
  expect((await check(many(51))).errors).toEqual([])
  expect((await check(many(20_001))).errors).toEqual(['Too many files (20001). Max 20000.'])
})

test('a missing README and entry file are only warned about', async () => {
  const { errors, warnings } = await check([file('Main.java')])
  expect(errors).toEqual([])
  expect(warnings).toEqual([
    'Consider adding a README.md file with setup instructions',
    'Consider adding an index.html file as the main entry point',
  ])
  expect((await check([file('docs/ReadMe.txt'), file('web/index.php')])).warnings).toEqual([])
})

test('a file with a name that cannot be stored everywhere is left out with the reason, and blocks no other', async () => {
  const names = ['aux.js', 'notes?.txt', 'Icon\r', 'a\\b', 'end.', 'a.py', 'A.py', '../evil', '/etc/passwd']
  const { files, refused, errors } = await check(names.map((name) => file(name)))
  expect(files.map(({ path }) => path)).toEqual(['a.py'])
  expect(errors).toEqual([])
  expect(refused).toEqual([
    "'aux.js': Windows reserves the name 'aux'",
    "'notes?.txt': Windows allows no ? in a name",
    "'Icon\\xd' holds a control character",
    "'a\\b' uses backslashes",
    "'end.': Windows drops the dot or space at the end of 'end.'",
    "'../evil' leaves the project folder",
    "'/etc/passwd' is an absolute path",
    "'A.py' and 'a.py' differ only in case",
  ])
})

test('when no file is left, the reasons are still shown', async () => {
  expect(await check([file('aux.js')])).toMatchObject({
    errors: ['No valid files to upload.'],
    refused: ["'aux.js': Windows reserves the name 'aux'"],
  })
})

test('names in Hindi, with spaces and emoji go up; what lies 200 folders deep stays behind with the reason', async () => {
  const deep = `${'d/'.repeat(150)}a.py`
  const tooLong = `${'deep/'.repeat(200)}a.py`
  const fine = ['पुस्तकालय/मुख्य फ़ाइल.py', 'my project/read me.md', 'icons/🚀.svg', `${'d/'.repeat(32)}a.py`]
  const { files, refused } = await check([...fine, deep, tooLong].map((path) => file(path)))
  expect(files.map(({ path }) => path)).toEqual(fine)
  expect(refused).toEqual([
    expect.stringMatching(/ lies more than 32 folders deep$/),
    expect.stringMatching(/ is longer than 400 characters$/),
  ])
})

const mb = (count: number) => count * 1024 * 1024

test('a file that is too large can be left out: counts, sizes and warnings are those of the rest, and nothing else is lost', async () => {
  const picked = {
    files: [
      file('src/main.c', 10),
      file('README.md', mb(12)),
      file('demo.mp4', mb(11)),
      file('aux.js', mb(13)),
    ],
    leftOut: [{ path: 'node_modules', reason: 'installed packages', files: 3 }],
  }
  const first = await checkFiles(picked, 'folder')
  expect(first.tooLarge.map(({ path }) => path)).toEqual(['README.md', 'demo.mp4'])
  expect(first.errors).toEqual(['README.md exceeds 10MB limit', 'demo.mp4 exceeds 10MB limit'])
  expect(first.warnings).toHaveLength(1)
  const second = await checkFiles(picked, 'folder', { without: ['demo.mp4', 'README.md'] })
  expect(second).toMatchObject({ bytes: 10, errors: [], tooLarge: [], largest: [] })
  expect(second.files.map(({ path }) => path)).toEqual(['src/main.c'])
  expect(second.warnings).toContain('Consider adding a README.md file with setup instructions')
  expect(second.refused).toEqual(first.refused)
  expect(second.leftOut).toEqual([
    { path: 'README.md', reason: 'left out by you', files: 1 },
    { path: 'demo.mp4', reason: 'left out by you', files: 1 },
    ...picked.leftOut,
  ])
})

test('of a project over 100 MB the fewest largest files are offered that bring it below, beside those that are too large alone', async () => {
  const parts = Array.from({ length: 12 }, (_, index) => file(`data/${index}.csv`, mb(9) - index))
  const files = [...parts, file('README.md'), file('tour.mp4', mb(12))]
  const first = await checkFiles({ files, leftOut: [] }, 'folder')
  expect(first.tooLarge.map(({ path }) => path)).toEqual(['tour.mp4'])
  expect(first.largest.map(({ path }) => path)).toEqual(['data/0.csv'])
  const without = [...first.tooLarge, ...first.largest].map(({ path }) => path)
  expect(await checkFiles({ files, leftOut: [] }, 'folder', { without })).toMatchObject({
    errors: [],
    tooLarge: [],
    largest: [],
  })
})

test('where the large files alone make a project too large, no other is offered', async () => {
  const parts = Array.from({ length: 9 }, (_, index) => file(`${index}.csv`, mb(10)))
  const { errors, largest } = await check([...parts, file('tour.mp4', mb(30))])
  expect(errors).toEqual(['Total project size exceeds 100MB limit', 'tour.mp4 exceeds 10MB limit'])
  expect(largest).toEqual([])
})
