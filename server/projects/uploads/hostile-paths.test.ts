import { randomUUID } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { chunkOf, download, filesIn, finalise, keysIn } from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

/** Path traversals in spellings known from attacks, before, inside and after a plain path. */
const ways = [
  '..',
  '../',
  '..\\',
  '.',
  './',
  '/',
  '//',
  '\\',
  '\\\\host\\share\\',
  'C:',
  'C:\\',
  'c:/',
  'file:///',

  '%2e%2e/',
  '%2e%2e%2f',
  '..%2f',
  '..%5c',
  '%252e%252e%252f',
  '..%c0%af',
  '....//',
  '..;/',
  '~/',
  '$HOME/',

  '\u2024\u2024/',
  '\uff0e\uff0e/',
  '..\u2215',
  '..\u2044',
  '..\0/',
  '\0',
  '\r\n',
  '\u202e',
  '\ud800',
  ' ../',

  'con/',
  'nul',
  'aux.txt',
  'a:b',
  'a::$DATA',
  '.git/config/',
  '__proto__/',
  '?',
  '*',
  '<script>/',
  '`id`/',
]
const payloads = [
  ...new Set(
    ways.flatMap((way) => [
      way,
      `${way}evil.py`,
      `${way}${way}etc/passwd`,
      `src/${way}evil.py`,
      `src/evil${way}`,
    ]),
  ),
]

test(`${payloads.length} hostile paths: what is not refused is a plain path inside the archive, and the store knows no paths at all`, async () => {
  const { _id: id } = await aProject(owner)
  const taken: string[] = []
  for (const path of payloads) {
    const form = chunkOf(id, { x: randomUUID() }, { relativePaths: [path] })
    const answer = await owner.api.releases.upload({ form }).catch((error: { status: number }) => {
      expect(error.status, JSON.stringify(path)).toBe(400)
    })
    const { failedUploads = [], excluded = [] } = answer?.data ?? {}
    if (answer && failedUploads.length + excluded.length === 0) taken.push(path)
  }
  expect(payloads.length).toBeGreaterThanOrEqual(200)
  const keys = await keysIn(app.dependencies.storage)
  expect(keys.filter((key) => !/^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}\.[0-9a-f]{12}$/.test(key))).toEqual([])

  // Paths that are only odd names can be sold, and unpack to the same paths.
  const names = taken.filter((path, index) => {
    const others = taken.slice(0, index).map((other) => other.normalize('NFC').toLowerCase())
    const folded = path.normalize('NFC').toLowerCase()
    return !others.some(
      (other) => `${other}/`.startsWith(`${folded}/`) || `${folded}/`.startsWith(`${other}/`),
    )
  })
  const files = Object.fromEntries(names.map((path) => [`x/${path}`, '1']))
  const { _id: sold } = await aProject(owner)
  const entries = Object.entries(files)
  const total = Math.ceil(entries.length / 100)
  for (let index = 0; index < total; index++) {
    const chunk = Object.fromEntries(entries.slice(index * 100, index * 100 + 100))
    await owner.api.releases.upload({ form: chunkOf(sold, chunk, { index, total }) })
  }
  await finalise(owner, sold, files)
  const paths = Object.keys(filesIn((await download(app, owner.token, sold)).rawPayload))
  expect(paths.toSorted()).toEqual(names.toSorted())
  for (const path of paths) {
    const parts = path.split('/')
    expect(parts.includes('..') || parts.includes('.') || parts.includes(''), path).toBe(false)
    expect(/[\\\p{Cc}]|^[a-z]:/iu.test(path), path).toBe(false)
  }
}, 120_000)
