import { beforeAll, expect, test } from 'vitest'

import { limits } from '#contract/kit/limits.ts'
import { type SourceLine, tokenKinds } from '#contract/projects/source.ts'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject } from '../../../test/makers.ts'
import { longestStall, timeLimit } from '../../../test/stall.ts'
import { aBuyerOf, aListing, approve, type Files, upload } from '../../../test/uploads.ts'
import { hunksBetween, tokensOf } from './isolated.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  owner = await aMember(app)
  admin = await anAdmin(app)
})

/** A project with these releases, in this order. */
async function released(...releases: Files[]) {
  const { _id: id } = await aProject(owner)
  for (const files of releases) await upload(owner, id, files)
  return id
}
const read = async (id: string, path: string, number = '1', { api } = owner) =>
  (await api.source.file({ params: { id, number }, query: { path } })).file
/** The tokens of one kind in a line. */
const pieces = ({ text, tokens }: SourceLine, kind: (typeof tokenKinds)[number]) => {
  const found: string[] = []
  let at = 0
  for (let index = 0; index < tokens.length; index += 2) {
    const length = tokens[index]!
    if (tokens[index + 1] === tokenKinds.indexOf(kind)) found.push(text.slice(at, at + length))
    at += length
  }
  return found.map((piece) => piece.trim())
}

test('a file is read with its text as it is, and what the pieces of its lines are', async () => {
  const id = await released({
    'app.py': '# greets\r\ndef hello(name):\r\n    return "नमस्ते 🙂 " + name\r\n',
    'notes.xyz': 'plain <b>text</b>',
  })
  const file = await read(id, 'app.py')
  expect(file).toMatchObject({ path: 'app.py', language: 'Python', state: 'text', lineCount: 3 })
  expect(file.lines.map(({ text }) => text)).toEqual([
    '# greets',
    'def hello(name):',
    '    return "नमस्ते 🙂 " + name',
  ])
  expect(pieces(file.lines[0]!, 'comment')).toEqual(['# greets'])
  expect(pieces(file.lines[1]!, 'keyword')).toEqual(['def'])
  expect(pieces(file.lines[1]!, 'name')).toEqual(['hello'])
  expect(pieces(file.lines[2]!, 'string')).toEqual(['"नमस्ते 🙂 "'])
  for (const { text, tokens } of file.lines)
    expect(tokens.filter((_, index) => index % 2 === 0).reduce((sum, length) => sum + length, 0)).toBe(
      text.length,
    )
  expect((await read(id, 'notes.xyz')).lines).toEqual([{ text: 'plain <b>text</b>', tokens: [] }])
  expect(
    (await admin.api.source.file({ params: { id, number: '1' }, query: { path: 'app.py' } })).file,
  ).toEqual(file)
})

test('of what is no text, and of what is too large, it is said that it is', async () => {
  const id = await released({
    'logo.png': Buffer.from([137, 80, 78, 71, 0, 0, 1]),
    'dump.sql': 'x'.repeat(limits.shownBytes + 1),
    'long.txt': 'a\n'.repeat(limits.shownLines + 50),
    'middle.js': 'let a = 1\n'.repeat(limits.highlightedBytes / 10 + 1),
    'empty.js': '',
  })
  expect(await read(id, 'logo.png')).toMatchObject({ state: 'binary', lines: [], size: 7 })
  expect(await read(id, 'dump.sql')).toMatchObject({ state: 'large', lines: [] })
  const long = await read(id, 'long.txt')
  expect([long.state, long.lines.length, long.lineCount]).toEqual([
    'text',
    limits.shownLines,
    limits.shownLines + 50,
  ])
  const middle = await read(id, 'middle.js')
  expect(middle.lines[0], 'shown, but not highlighted').toEqual({ text: 'let a = 1', tokens: [] })
  expect((await read(id, 'empty.js')).lines).toEqual([{ text: '', tokens: [] }])
})

test('a text made to keep the highlighter busy is shown plain, and nobody else waits for it', async () => {
  const hostile = `${'('.repeat(1500)}${'a?'.repeat(200)}\n`.repeat(60)
  const id = await released({ 'evil.js': `${'`${'.repeat(700)}\n${hostile}`, 'kind.js': 'const a = 1\n' })
  let evil: Awaited<ReturnType<typeof read>>
  const stall = await longestStall(async () => {
    ;[evil] = await Promise.all([read(id, 'evil.js'), app.api.projects.list({ query: {} })])
  })
  expect(evil!.state).toBe('text')
  expect(evil!.lines[0]!.text).toBe('`${'.repeat(700))
  expect(stall).toBeLessThan(timeLimit(500))
  expect(pieces((await read(id, 'kind.js')).lines[0]!, 'keyword')).toEqual(['const'])
})

test('two texts that differ everywhere are too much to compare, and the next ones are compared', async () => {
  const noise = (seed: number) => Array.from({ length: 40_000 }, (_, n) => `${(n * seed) % 9973}`).join('\n')
  expect(await hunksBetween(noise(7), noise(13))).toBeUndefined()
  expect(await hunksBetween('a\nb\n', 'a\nc\n')).toMatchObject([{ oldStart: 1, newStart: 1 }])
  expect(await tokensOf('x', 'Klingon')).toBeUndefined()
})

test('between any two releases it is told what was added, removed and changed, and how', async () => {
  const id = await released(
    { 'a.js': 'one\ntwo\nthree\n', 'gone.txt': 'gone\n', 'same.txt': 's', 'b.bin': Buffer.from([0, 1]) },
    { 'a.js': 'one\n2\nthree\n', 'new.txt': 'new\n', 'same.txt': 's', 'b.bin': Buffer.from([0, 2]) },
    { 'a.js': 'one\ntwo\nthree\n', 'same.txt': 's' },
  )
  const changes = async (from: string, number: string) =>
    (await owner.api.downloads.changes({ params: { id, number }, query: { from } })).changes
  expect(await changes('1', '2')).toEqual({
    from: 1,
    to: 2,
    added: 1,
    removed: 1,
    changed: 2,
    files: [
      { path: 'a.js', change: 'changed', before: 14, after: 12 },
      { path: 'b.bin', change: 'changed', before: 2, after: 2 },
      { path: 'gone.txt', change: 'removed', before: 5, after: null },
      { path: 'new.txt', change: 'added', before: null, after: 4 },
    ],
  })
  expect((await changes('1', '3')).files.map(({ path }) => path)).toEqual(['b.bin', 'gone.txt'])
  expect(await changes('2', '2')).toMatchObject({ added: 0, removed: 0, changed: 0, files: [] })
  const lines = async (path: string) =>
    (await owner.api.downloads.fileChanges({ params: { id, number: '2' }, query: { from: '1', path } }))
      .changes
  const shown = ({ hunks }: Awaited<ReturnType<typeof lines>>) =>
    hunks.flatMap((hunk) => hunk.lines.map(({ sign, text }) => sign + text))
  expect(shown(await lines('a.js'))).toEqual([' one', '-two', '+2', ' three'])
  expect(shown(await lines('new.txt'))).toEqual(['+new'])
  expect(shown(await lines('gone.txt'))).toEqual(['-gone'])
  expect(shown(await lines('same.txt'))).toEqual([])
  expect(await lines('b.bin')).toEqual({ path: 'b.bin', state: 'binary', hunks: [], lastNewline: null })
  await expect(lines('never.txt')).rejects.toMatchObject({ code: 'not_found' })
  await expect(changes('9', '2')).rejects.toMatchObject({ code: 'not_found' })
})

test('a line is the same with and without a newline after it; that a last newline came or went is told when nothing else did', async () => {
  const id = await released(
    {
      'a.txt': 'one\ntwo',
      'b.txt': 'one\ntwo\n',
      'c.txt': 'one',
      'd.txt': 'one\n',
      'e.txt': 'one\n',
      'f.txt': '',
    },
    {
      'a.txt': 'one\ntwo\nthree\n',
      'b.txt': 'one\ntwo\nthree',
      'c.txt': 'one\n',
      'd.txt': 'one',
      'e.txt': 'one\r\n',
      'f.txt': 'one',
    },
  )
  const between = async (path: string) => {
    const { changes } = await owner.api.downloads.fileChanges({
      params: { id, number: '2' },
      query: { from: '1', path },
    })
    return {
      lines: changes.hunks.flatMap((hunk) => hunk.lines.map(({ sign, text }) => sign + text)),
      lastNewline: changes.lastNewline,
    }
  }
  for (const path of ['a.txt', 'b.txt'])
    expect(await between(path), path).toEqual({ lines: [' one', ' two', '+three'], lastNewline: null })
  expect(await between('c.txt')).toEqual({ lines: [], lastNewline: 'added' })
  expect(await between('d.txt')).toEqual({ lines: [], lastNewline: 'removed' })
  expect(await between('e.txt'), 'a line that ends otherwise').toEqual({ lines: [], lastNewline: null })
  expect(await between('f.txt')).toEqual({ lines: ['+one'], lastNewline: null })
})

test('releases are listed with their notes: the owner’s all, a buyer’s those that they may download', async () => {
  const { owner: seller, admin: staff, id } = await aListing(app, { 'a.txt': '1', 'b.txt': '' })
  const buyer = await aBuyerOf(app, id)
  await upload(seller, id, { 'a.txt': '2', 'b.txt': '' })
  const numbers = async ({ api }: { api: typeof app.api }) =>
    (await api.downloads.releases({ params: { id } })).releases.map(({ number }) => number)
  const notes = 'Mended the login.\n\nThanks to all who wrote.'
  const { releases } = await seller.api.downloads.setNotes({ params: { id, number: '2' }, body: { notes } })
  expect(releases).toMatchObject([
    { number: 2, status: 'pending', notes, isCurrent: true, fileCount: 2 },
    { number: 1, status: 'approved', notes: '', isCurrent: false },
  ])
  expect(await numbers(staff)).toEqual([2, 1])
  expect(await numbers(buyer)).toEqual([1])
  await approve(staff, id)
  expect((await buyer.api.downloads.releases({ params: { id } })).releases[0]).toMatchObject({
    number: 2,
    notes,
  })
  await seller.api.downloads.setNotes({ params: { id, number: '2' }, body: { notes: 'Mended.' } })
  expect((await seller.api.projects.get({ params: { id } })).project.verificationStatus).toBe('approved')
  await expect(numbers(await aMember(app))).rejects.toMatchObject({ code: 'not_allowed' })
  const path = { query: { path: 'a.txt' } }
  for (const { api } of [buyer, await aMember(app)])
    await expect(api.source.file({ params: { id, number: '1' }, ...path })).rejects.toMatchObject({
      code: 'not_found',
    })
})

test('the folders of any release can be opened', async () => {
  const id = await released({ 'x.txt': '', 'old/one.txt': '1' }, { 'x.txt': '', 'new/one.txt': '1' })
  const top = async (number: string, path = '') =>
    (await owner.api.source.folder({ params: { id, number }, query: { path } })).folder.entries.map(
      (entry) => entry.path,
    )
  expect(await top('1')).toEqual(['old', 'x.txt'])
  expect(await top('2')).toEqual(['new', 'x.txt'])
  expect(await top('1', 'old')).toEqual(['old/one.txt'])
  await expect(top('2', 'old')).rejects.toMatchObject({ code: 'not_found' })
})
