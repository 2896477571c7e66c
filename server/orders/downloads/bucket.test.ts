import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import S3rver from 's3rver'
import { afterAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aBuyerOf, aListing, download, type Files, filesIn, keysIn } from '../../../test/uploads.ts'

const folder = mkdtempSync(join(tmpdir(), 'readymade-bucket-'))
const bucket = new S3rver({
  port: 0,
  directory: folder,
  silent: true,
  configureBuckets: [{ name: 'shop', configs: [] }],
})
const { port } = await bucket.run()
const url = `s3://shop?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=ap-south-1`
const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true })
})

const files: Files = { 'README.md': '# Hi\n', 'large.bin': randomBytes(700_000), 'empty.txt': '' }
const wanted = Object.fromEntries(
  Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes as Buffer)]),
)

test('with a bucket for a store, files come back through the server, whole and in parts', async () => {
  const app = await startApp({ STORAGE_URL: url, ...keys })
  const { id } = await aListing(app, files)
  const buyer = await aBuyerOf(app, id)
  const whole = await download(app, buyer.token, id)
  const received = filesIn(whole.rawPayload)
  expect(received).toMatchObject(wanted)
  expect(Object.keys(received)).toHaveLength(Object.keys(wanted).length + 1)
  const part = await download(app, buyer.token, id, { headers: { range: 'bytes=1000-1999' } })
  expect([part.statusCode, part.rawPayload.equals(whole.rawPayload.subarray(1000, 2000))]).toEqual([
    206,
    true,
  ])
  expect((await app.api.releases.contents({ params: { id } })).readmeHtml).toContain('# Hi')
  expect((await keysIn(app.parts.storage, 'blobs/')).length).toBe(3)
})

test('with downloads=direct a buyer is sent to the store with a link that lasts 5 minutes', async () => {
  const app = await startApp({ STORAGE_URL: `${url}&downloads=direct`, ...keys })
  const { id } = await aListing(app, files)
  const buyer = await aBuyerOf(app, id)
  const answer = await download(app, buyer.token, id)
  expect(answer.statusCode).toBe(302)
  const link = new URL(answer.headers.location as string)
  expect(link.searchParams.get('X-Amz-Expires')).toBe('300')
  const stored = await fetch(link)
  expect(stored.headers.get('content-disposition')).toBe(`attachment; filename=project-${id}-main.zip`)
  expect(filesIn(await stored.bytes())).toEqual(wanted)
})
