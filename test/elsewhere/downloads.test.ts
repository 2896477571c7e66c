import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'

import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../app.ts'
import { resumed } from '../cut-downloads.ts'
import { aBuyerOf, aListing, download, filesIn } from '../uploads.ts'

const app = await startApp()
let origin = ''
let id = ''
const files = { 'README.md': '# Large', 'a.bin': randomBytes(8_000_000), 'b.bin': randomBytes(8_000_000) }
beforeAll(async () => {
  origin = await app.app.listen({ host: '127.0.0.1', port: 0 })
  id = (await aListing(app, files)).id
})

/** A buyer of the project with the link of their order. */
async function aBuyerWithLink() {
  const buyer = await aBuyerOf(app, id)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  return { ...buyer, url: origin + orders[0]!.downloadUrl! }
}

test('“when the line breaks once, everything begins anew”: a download that is cut again and again goes on, and counts once', async () => {
  const buyer = await aBuyerWithLink()
  const { rawPayload: whole } = await download(app, buyer.token, id)
  await app.db.deleteFrom('downloads').where('memberId', '=', buyer.id).execute()
  const { bytes, requests } = await resumed(buyer.url, 3_000_000)
  expect(requests).toBeGreaterThan(3)
  expect(bytes.equals(whole)).toBe(true)
  expect(filesIn(bytes)['b.bin']!.equals(files['b.bin'])).toBe(true)
  const counted = app.db.selectFrom('downloads').select('times').where('memberId', '=', buyer.id)
  expect(await counted.execute()).toEqual([{ times: 1 }])
})

test('“the list of downloads does not know how large it is”: length and name come before the first byte, also for HEAD', async () => {
  const { url } = await aBuyerWithLink()
  const answer = await fetch(url, { method: 'HEAD' })
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(16_000_000)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=project-${id}-main.zip`)
})

test('a download manager with many connections gets its parts; more than two dozen open ones are refused, and hold nobody up', async () => {
  const [greedy, other] = [await aBuyerWithLink(), await aBuyerWithLink()]
  const open = (url: string) =>
    new Promise<IncomingMessage>((resolve, reject) =>
      // The answer is not read, so that it stays open.
      get(url, { agent: false }, resolve).on('error', reject),
    )
  const opened: IncomingMessage[] = []
  for (let n = 0; n < 30; n++) opened.push(await open(greedy.url))
  const statuses = opened.map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([...Array(24).fill(200), ...Array(6).fill(429)])
  const theirs = await open(other.url)
  expect(theirs.statusCode).toBe(200)
  for (const answer of [...opened, theirs]) answer.destroy()
  // The places are free again.
  await expect.poll(async () => (await fetch(greedy.url, { method: 'HEAD' })).status).toBe(200)
})
