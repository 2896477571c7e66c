import { expect, test } from 'vitest'

import { SeenPage, SeenRun } from '#contract/projects/runners.ts'

import { readEnd, readLine, readPage, readPicture, readSignIn, readStarted } from './heard.ts'

const png = (width: number, height: number, length = 200) => {
  const bytes = Buffer.alloc(length)
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

test('lines that are no objects are not heard', () => {
  for (const line of ['', '{', 'null', '[]', '"x"', '['.repeat(100_000)])
    expect(readLine(line)).toBeUndefined()
  expect(readLine(undefined)).toBeUndefined()
})

test('a line of millions of values is not read, since it takes many times its length', () => {
  const many = 100_000
  for (const value of [
    '['.repeat(many) + ']'.repeat(many),
    `[${'{},'.repeat(many)}1]`,
    `[${'1,'.repeat(many)}1]`,
  ])
    expect(readLine(`{"page":${value}}`)).toBeUndefined()
  const picture = 'A'.repeat(5_000_000)
  expect(readLine(JSON.stringify({ page: {}, picture }))).toEqual({ page: {}, picture })
})

test('what a sandbox says that was taken over is cut to what the shop takes', () => {
  const long = 'a\u202e\u0000"\n<script>'.repeat(10_000)
  const all = Array(1000).fill(long)
  for (const page of [
    null,
    [],
    {},
    { asked: long, url: long, status: 1e99, title: long, after: long, problems: all, dialogs: all },
  ]) {
    const read = readPage(page)
    expect(SeenPage.parse(read)).toEqual(read)
    expect(JSON.stringify(read).length).toBeLessThan(16_000)
  }
  const dump = {
    path: long,
    statements: -1,
    tables: 1e20,
    failed: Array.from({ length: 900 }, () => ({ code: 'x', line: 1.5, error: long })),
  }
  const { dumps, tables, otherCase } = readStarted({
    dumps: Array.from({ length: 90 }, () => dump),
    tables: '9',
    signIns: all,
    otherCase: all,
  })
  const run = {
    error: null,
    machineError: null,
    php: null,
    mariadb: null,
    dumps,
    tables,
    signIns: [readSignIn({ form: long, user: long, from: long, worked: 'yes', problem: long })],
    ...readEnd({ standIns: all, outside: all }),
    otherCase,
    seconds: 1,
    mebibytes: 1,
  }
  expect(SeenRun.parse(run)).toEqual(run)
  expect(run.signIns[0]!.worked).toBe(false)
})

test('an account that a project names does not pass for one of the task', () => {
  expect(readStarted({ signIns: [{ user: 'a', password: 'b', from: '' }] }).signIns[0]!.from).not.toBe('')
})

test('a picture is a PNG of the size of pictures and nothing else', () => {
  expect(readPicture(png(1280, 800))).toHaveLength(200)
  for (const other of [
    png(60_000, 60_000),
    png(800, 1280),
    png(1280, 800, 5 * 1024 * 1024),
    png(1280, 800, 30),
  ])
    expect(readPicture(other)).toBeUndefined()
  for (const other of [undefined, {}, Buffer.from('<svg onload=alert(1)>').toString('base64').repeat(20)])
    expect(readPicture(other)).toBeUndefined()
})
