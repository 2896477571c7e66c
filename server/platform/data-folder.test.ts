import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { deleteUnlessReplaced, isPrivateFolder, makePrivateFolder, requireDataFolder } from './data-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'readymade-private-'))
afterAll(() => rmSync(home, { recursive: true }))
const mode = (folder: string) => statSync(folder).mode & 0o777
const isRoot = process.getuid?.() === 0
const stranger = 12_345

test('a new folder and one of ours that was open are closed to others', () => {
  const open = join(home, 'open')
  mkdirSync(open)
  chmodSync(open, 0o755)
  for (const folder of [join(home, 'new'), open]) {
    makePrivateFolder(folder)
    expect(mode(folder)).toBe(0o700)
    expect(isPrivateFolder(folder)).toBe(true)
  }
})

test('a folder that others may write to is refused, because they may have put something there', () => {
  const shared = join(home, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o777)
  expect(isPrivateFolder(shared)).toBe(false)
  expect(() => makePrivateFolder(shared)).toThrow('Other accounts may write to the folder')
  expect(() => requireDataFolder(shared)).toThrow('Everybody may write to the folder')
})

test.runIf(isRoot)("somebody else's folder, and a link of theirs to one of ours, are refused", () => {
  const theirs = join(home, 'theirs')
  mkdirSync(theirs, { mode: 0o700 })
  chownSync(theirs, stranger, stranger)
  const link = join(theirs, 'link')
  symlinkSync(home, link)
  lchownSync(link, stranger, stranger)
  for (const folder of [theirs, link]) {
    expect(isPrivateFolder(folder)).toBe(false)
    expect(() => makePrivateFolder(folder)).toThrow('belongs to another account')
  }
})

test('a link is never taken for a private folder', () => {
  const link = join(home, 'link')
  symlinkSync(home, link)
  expect(isPrivateFolder(link)).toBe(false)
})

test('a data folder that is made now lets nobody list it', () => {
  const folder = join(home, 'deep/data')
  requireDataFolder(folder)
  expect(mode(folder) & 0o066).toBe(0)
})

test('a file is deleted for what was read in it, and stays when another process has written it anew', () => {
  const folder = join(home, 'files')
  mkdirSync(folder)
  const file = join(folder, 'file')
  writeFileSync(file, 'whole')
  deleteUnlessReplaced(file, '')
  expect(readFileSync(file, 'utf8')).toBe('whole')
  expect(readdirSync(folder)).toEqual(['file'])
  for (let times = 0; times < 2; times++) deleteUnlessReplaced(file, 'whole')
  expect(readdirSync(folder)).toEqual([])
})
