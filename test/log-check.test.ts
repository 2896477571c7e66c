import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { tilePath } from '#contract/projects/log/tiles.ts'
import { logKeysOf, newLogKey } from '#server/platform/log-key.ts'
import { keyText } from '#server/projects/log/keys.ts'

import { temporaryFolder } from './memory.ts'
import { aLogOf, leavesOf } from './tampered-logs.ts'

/* The program as a college runs it, in a process of its own, against logs that lie. */
const signer = signerOf('shop.example/log')
const next = signerOf('shop.example/log', 2)
const size = 300
const honest = aLogOf(signer, leavesOf(signer, size))
let files = honest
const server = createServer(({ url = '' }, response) => {
  const path = url.split('?')[0]!
  const keys = [{ key: signer.publicKey }, { key: next.publicKey }]
  const bytes =
    path === '/api/verify/log' ? JSON.stringify({ log: { keys } }) : files.get(path.replace(/^\/log\//, ''))
  response.writeHead(bytes ? 200 : 404).end(bytes)
}).listen(0)
await once(server, 'listening')
afterAll(() => server.close())
const log = `http://localhost:${(server.address() as AddressInfo).port}/log`
const kept = join(temporaryFolder('readymade-log-check-'), 'kept')

async function check(key = signer.publicKey) {
  const program = spawn(process.execPath, ['log-check.ts', log, kept, key], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, error] = await Promise.all([text(program.stdout), text(program.stderr)])
  return { code: program.exitCode ?? (await once(program, 'exit'))[0], said: (out + error).trim() }
}

/** Checks an honest log of some entries, so that it is known. */
async function known(entries: number) {
  files = aLogOf(signer, leavesOf(signer, entries))
  expect(await check()).toMatchObject({ code: 0 })
}

beforeEach(() => {
  if (existsSync(kept)) writeFileSync(kept, '')
})

test('an honest log is well, from nothing and from what was kept, and imports nothing of the server', async () => {
  await known(100)
  files = honest
  expect(await check()).toEqual({
    code: 0,
    said: 'shop.example/log: 300 entries, 200 of them new, all is well.',
  })
  expect(readFileSync(kept, 'utf8')).toBe(
    `${signer.publicKey} ${signer.publicKey}\n${String(honest.get('checkpoint'))}`,
  )
  expect(readFileSync('log-check.ts', 'utf8')).not.toMatch(/from '(?!node:)/)
})

test.each([
  [
    'a changed entry in a log of the same length',
    () => changed(250),
    'The log has 300 entries as before, and others: they were changed.',
    300,
  ],
  [
    'a changed entry in a log that went on',
    () => changed(20),
    'The log does not continue the checkpoint of 100 entries: earlier entries were changed.',
    100,
  ],
  [
    'a dropped entry',
    () => aLogOf(signer, leavesOf(signer, size).slice(0, 99)),
    'The log is shorter than it was: 99 entries, and 100 before. Entries were dropped.',
    100,
  ],
  ['two swapped entries', swapped, 'earlier entries were changed', 100],
])('%s is refused by name', async (_, lie, words, entries) => {
  await known(entries)
  files = lie()
  const { code, said } = await check()
  expect(said).toContain(words)
  expect(code).toBe(1)
})

test.each([
  [
    'a checkpoint of another key',
    () => aLogOf(signerOf('shop.example/log', 9), leavesOf(signer, size)),
    'not signed by the key of this log',
  ],
  ['an entry of another key', () => foreignEntry(), 'Entry 7 is not signed by the key of this log.'],
  [
    'an entry that the tree does not have',
    () => new Map(honest).set(tilePath('entries', 0), changed(3).get(tilePath('entries', 0))!),
    'The entries do not make the tree that the checkpoint names.',
  ],
  ['a cut tile of entries', () => cut(tilePath('entries', 1, 44)), `cut off: ${tilePath('entries', 1, 44)}`],
  ['a cut tile of hashes', () => cut(tilePath(0, 0)), `cut off or too long: ${tilePath(0, 0)}`],
  ['a missing tile', () => without(tilePath(1, 0, 1)), `missing: ${tilePath(1, 0, 1)}`],
  [
    'another hash in a tile',
    () => flipped(tilePath(0, 1, 44)),
    `does not fit its entries: ${tilePath(0, 1, 44)}`,
  ],
  [
    'the same statement twice',
    () => aLogOf(signer, [...leavesOf(signer, 5), leavesOf(signer, 5)[4]!]),
    'Entry 5 says again what was said before.',
  ],
])('%s is refused by name', async (_, lie, words) => {
  writeFileSync(kept, '')
  files = lie()
  const { code, said } = await check()
  expect(said).toContain(words)
  expect(code).toBe(1)
})

test('a new key that the old one announced is followed, also by who comes again, or comes first and knows only the new one', async () => {
  const leaves = leavesOf(next, 9)
  const replaced = [...leavesOf(signer, 5), announced(), ...leaves.slice(5)]
  await known(5)
  for (const entries of [7, 8, 9]) {
    files = aLogOf(next, replaced.slice(0, entries))
    expect(await check()).toMatchObject({ code: 0 })
  }
  writeFileSync(kept, '')
  expect(await check(next.publicKey)).toMatchObject({ code: 0 })
  expect(await check(signerOf('shop.example/log', 9).publicKey)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is none of this log'),
  })
})

test('a new key that speaks before the old one has announced it is refused', async () => {
  writeFileSync(kept, '')
  files = aLogOf(next, [
    ...leavesOf(signer, 5),
    leavesOf(next, 6)[5]!,
    announced(),
    ...leavesOf(next, 8).slice(6),
  ])
  expect(await check()).toEqual({ code: 1, said: 'Entry 5 is not signed by the key of this log.' })
})

test('what it kept stays when a log is refused', async () => {
  await known(100)
  const before = readFileSync(kept, 'utf8')
  files = changed(20)
  await check()
  expect(readFileSync(kept, 'utf8')).toBe(before)
})

function changed(number: number) {
  const leaves = leavesOf(signer, size)
  leaves[number] = leavesOf(signer, size, { kind: 'recalled' })[number]!
  return aLogOf(signer, leaves)
}

/** The entry by which one key announces the next. */
function announced() {
  const text = keyText(signer, next, '2026-08-14')
  return `${text}\n${signer.signatureOf(text)}${next.signatureOf(text)}`
}

function swapped() {
  const leaves = leavesOf(signer, size)
  ;[leaves[0], leaves[1]] = [leaves[1]!, leaves[0]!]
  return aLogOf(signer, leaves)
}

function foreignEntry() {
  const leaves = leavesOf(signer, size)
  leaves[7] = leavesOf(signerOf('shop.example/log', 9), size)[7]!
  return aLogOf(signer, leaves)
}

const cut = (path: string) => new Map(honest).set(path, honest.get(path)!.subarray(0, -1))

function without(path: string) {
  const others = new Map(honest)
  others.delete(path)
  return others
}

function flipped(path: string) {
  const bytes = Buffer.from(honest.get(path)!)
  bytes[5]! ^= 1
  return new Map(honest).set(path, bytes)
}

function signerOf(name: string, seed = 1) {
  const logKey = newLogKey(name, Buffer.alloc(32, seed))
  return logKeysOf({ logKey, makesLogKey: false, dataDir: '', publicUrl: '' })[0]!
}
