import fc from 'fast-check'
import { expect, test } from 'vitest'

import { timeLimit } from '../../test/stall.ts'
import { folderProblem, pathClash, pathClashes, pathProblem, withoutCommonFolder } from './files.ts'

test.each([
  ['../evil', 'leaves the project folder'],
  ['a/../../evil', 'leaves the project folder'],
  ['a/..', 'leaves the project folder'],
  ['/etc/passwd', 'is an absolute path'],
  ['C:/windows/x', 'is an absolute path'],
  ['c:x', 'is an absolute path'],
  ['a\\b', 'uses backslashes'],
  ['..\\evil', 'uses backslashes'],
  ['a\0b', 'holds a control character'],
  ['a\r\nb', 'holds a control character'],
  ['a\u0085b', 'holds a control character'],
  ['', 'names no file'],
  ['a/', 'names no file'],
  ['a//b', 'is not a plain path'],
  ['./a', 'is not a plain path'],
  ['a/./b', 'is not a plain path'],
  ['a'.repeat(401), 'is longer than 400 characters'],
  ['a/'.repeat(33) + 'b', 'lies more than 32 folders deep'],
  ['a\ud800b', 'is not readable text'],
])('%j %s', (path, problem) => {
  expect(pathProblem(path)).toContain(problem)
})

test.each([
  'a',
  'src/main.py',
  '.env',
  '...',
  '..a/b..',
  'café/नमस्ते.txt',
  'a b/(c).js',
  'a/'.repeat(32) + 'b',
])('%j may be in a project', (path) => {
  expect(pathProblem(path)).toBeUndefined()
})

test('an allowed path never leaves the folder it is joined to', () => {
  const segment = fc.constantFrom('..', '.', '', 'a', 'C:', '\\', '\0', 'b.c', '%2e%2e', '…')
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (segments) => {
      const path = segments.join('/')
      if (pathProblem(path)) return
      expect(new URL(path.replaceAll('%', '%25'), 'file:///project/').pathname.startsWith('/project/')).toBe(
        true,
      )
    }),
    { numRuns: 2000 },
  )
})

test('files in one deep folder are distinguished by their ends, in 80 characters', () => {
  const [one, other] = ['one', 'other'].map((name) => pathProblem(`${'d/'.repeat(195)}${name}.py`))
  expect(one).toBe(`'${'d/'.repeat(15)}…${'/d'.repeat(21)}/one.py' lies more than 32 folders deep`)
  expect(other).not.toBe(one)
})

test('the problem shows a control character spelt out', () => {
  expect(pathProblem('a\0b')).toBe("'a\\0b' holds a control character")
})

test('the folder around all paths is removed, once', () => {
  expect(withoutCommonFolder(['shop/a.js', 'shop/b/c.js'])).toEqual(['a.js', 'b/c.js'])
  expect(withoutCommonFolder(['shop/src/a.js', 'shop/src/b.js'])).toEqual(['src/a.js', 'src/b.js'])
  expect(withoutCommonFolder(['shop/a.js', 'shopping/b.js'])).toEqual(['shop/a.js', 'shopping/b.js'])
  expect(withoutCommonFolder(['a.js', 'shop/b.js'])).toEqual(['a.js', 'shop/b.js'])
  expect(withoutCommonFolder(['a.js'])).toEqual(['a.js'])
  expect(withoutCommonFolder([])).toEqual([])
})

test.each([
  [['a.js', 'A.js'], "'A.js' and 'a.js' differ only in case"],
  [['É.txt', 'e\u0301.txt'], "'e\u0301.txt' and 'É.txt' differ only in case"],
  [['a', 'b', 'a'], "'a' appears twice"],
  [['lib', 'lib/a.js'], "'lib' is both a file and a folder"],
  [['x/lib/a/b', 'X/LIB'], "'x/lib' is both a file and a folder"],
])('%j cannot be in one folder', (paths, problem) => {
  expect(pathClash(paths)).toBe(problem)
})

test('every file that clashes with another is named, and the others are not', () => {
  const paths = ['a.js', 'A.js', 'b.js', 'a.js', 'lib', 'lib/x.js', 'lib/y.js']
  expect(pathClashes(paths).map(({ index }) => index)).toEqual([1, 3, 4])
})

test('paths that differ in more than case do not clash', () => {
  expect(pathClash(['a.js', 'b/a.js', 'B2/a.js', 'b/a.jsx'])).toBeUndefined()
})

test('paths of 95 folders are not compared folder by folder', () => {
  const milliseconds = (folder: string) => {
    const paths = Array.from({ length: 3000 }, (_, index) => `${folder.repeat(95)}/${index % 1000}/${index}`)
    const start = process.cpuUsage()
    expect(pathClash(paths)).toBeUndefined()
    return process.cpuUsage(start).user / 1000
  }
  expect(milliseconds('a\u0323\u0300/')).toBeLessThan(100 + 12 * milliseconds('a\u0323\u0300_'))
})

test('a path of a megabyte is refused at once', () => {
  for (const piece of ['a', 'a/', '\u0301', '\0', '\ud800']) {
    const start = process.cpuUsage()
    expect(pathProblem(piece.repeat(1_000_000))).toContain('is longer than 400 characters')
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(timeLimit(250))
  }
})

test('folders are counted with those that hold only folders, up to what a project may have', () => {
  const paths = (folders: number) => Array.from({ length: folders / 2 }, (_, n) => `a${n}/b/c.js`)
  expect(folderProblem(paths(10_000))).toBeUndefined()
  expect(folderProblem([...paths(10_000), 'x/y.js'])).toBe('Too many folders. Max 10000.')
})
