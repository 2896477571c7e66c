import { expect, test } from 'vitest'

import { contentFiles, contentText, isLicenceFile, licenceFileName } from './content-hash.ts'

/** Stands for the SHA-256 of a file. */
const sumOf = (path: string) =>
  Array.from(path, (sign) => sign.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0')
const files = (...paths: string[]) => paths.map((path) => ({ path, sha256: sumOf(path) }))
const pathsOf = (...paths: string[]) => contentFiles(files(...paths)).map(({ path }) => path)
const licence = licenceFileName('RM-2026-000001')

test('the content hash is that of sorted lines of path, NUL, sha256 and LF', () => {
  const [a, b] = [sumOf('a'), sumOf('b/c')]
  expect(contentText(files('b/c', 'a'))).toBe(`a\0${a}\nb/c\0${b}\n`)
})

test('folders around all files do not count, however many', () => {
  expect(pathsOf('x/y/a', 'x/y/b/c')).toEqual(['a', 'b/c'])
  expect(pathsOf('src/a', 'src/ab')).toEqual(['a', 'ab'])
  expect(pathsOf('src/a', 'srcs/a')).toEqual(['src/a', 'srcs/a'])
  expect(pathsOf('x/a')).toEqual(['a'])
  expect(pathsOf()).toEqual([])
})

test('our licence file beside the files does not count, also where it is the only file at the top', () => {
  expect(pathsOf(licence, 'a', 'b/c')).toEqual(['a', 'b/c'])
  expect(pathsOf(licence, 'src/a', 'src/b')).toEqual(['a', 'b'])
  expect(pathsOf(`top/${licence}`, 'top/src/a', 'top/src/b')).toEqual(['a', 'b'])
})

test('a file that is called like our licence and lies deeper counts, and so does one with another ending', () => {
  expect(pathsOf(`lib/${licence}`, 'a')).toEqual([`lib/${licence}`, 'a'])
  expect(isLicenceFile('READYMADE-LICENCE-1.txt.exe')).toBe(false)
  expect(isLicenceFile('READYMADE-LICENCES.txt')).toBe(false)
  expect(isLicenceFile('READYMADE-LICENCE-../x.txt')).toBe(false)
})

test('what an upload leaves out does not count, also beside the folder around the files', () => {
  expect(pathsOf('__MACOSX/x/._a', '.DS_Store', 'x/a', 'x/node_modules/b/c')).toEqual(['a'])
})

test('the folder around the files may be called like one that is left out', () => {
  expect(pathsOf('dist/a', 'dist/b/c')).toEqual(['a', 'b/c'])
  expect(pathsOf('dist/dist/a', 'dist/dist/b/c', `dist/dist/${licence}`)).toEqual(['a', 'b/c'])
})

test('an accent in two parts is the same as one in one', () => {
  expect(contentText(files('cafe\u0301'))).toContain('caf\u00e9\0')
})
