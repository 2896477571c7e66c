import { randomBytes } from 'node:crypto'

import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { actionsOn, aMember, deactivate } from '../../../test/makers.ts'
import { ordersBecome } from '../../../test/orders.ts'
import { aBuyerOf, aListing, approve, download, filesIn, upload } from '../../../test/uploads.ts'

const app = await startApp()
const { db } = app

const files = { 'README.md': '# Shop\n', 'src/a.bin': randomBytes(60_000) }
let item: Awaited<ReturnType<typeof aListing>>
beforeAll(async () => {
  item = await aListing(app, files)
})

type Of = Pick<Awaited<ReturnType<typeof aBuyerOf>>, 'api'>
const linkOf = async ({ api }: Of, id: string, ref = 'main') =>
  (await api.downloads.link({ params: { id }, query: { ref } })).downloadUrl
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.app.inject({ method, url, headers })
const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const statusOf = async (url: string) => (await get(url)).statusCode
const logOf = (memberId: string) =>
  db.selectFrom('downloads').select('times').where('memberId', '=', memberId).execute()

/** Runs `work` as if some minutes had passed. */
async function minutesLater<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + minutes * 60_000)
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

test('an order has a link with which a browser alone downloads the same bytes, named, resumable and kept by nobody else', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const wanted = await download(app, buyer.token, item.id)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  const { order } = await buyer.api.orders.get({ params: { id: orders[0]!._id } })
  const name = `project-${item.id}-main.zip`
  for (const url of [orders[0]!.downloadUrl!, order.downloadUrl!, await linkOf(buyer, item.id)]) {
    expect(new URL(url, 'http://x').pathname).toMatch(new RegExp(`/${name}$`))
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await get(url, page, method)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename=${name}`,
        'content-length': String(wanted.rawPayload.length),
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        etag: wanted.headers.etag,
      })
      if (method === 'GET') expect(answer.rawPayload.equals(wanted.rawPayload)).toBe(true)
    }
  }
  const licence = `READYMADE-LICENCE-${order.number}.txt`
  expect(Object.keys(filesIn(wanted.rawPayload)).toSorted()).toEqual(
    [...Object.keys(files), licence].toSorted(),
  )
})

test('a cut download goes on, as Chrome and as Firefox ask for it; with other bytes it does not', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const url = await linkOf(buyer, item.id)
  const { rawPayload: whole, headers } = await get(url)
  const etag = headers.etag as string
  for (const known of ['if-range', 'if-match']) {
    const rest = await get(url, { range: 'bytes=30000-', [known]: etag })
    expect(rest.statusCode).toBe(206)
    expect(Buffer.concat([whole.subarray(0, 30_000), rest.rawPayload]).equals(whole)).toBe(true)
  }
  expect((await get(url, { range: 'bytes=30000-', 'if-range': '"older"' })).rawPayload.equals(whole)).toBe(
    true,
  )
  const other = await get(url, { range: 'bytes=30000-', 'if-match': '"older"' })
  expect([other.statusCode, other.rawPayload.length]).toEqual([412, 0])
  expect((await get(url, { 'if-match': '*' })).statusCode).toBe(200)
})

test('a link begins downloads for an hour; what has begun goes on for a day', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const url = await linkOf(buyer, item.id)
  const etag = (await get(url)).headers.etag as string
  const goOn = { range: 'bytes=100-', 'if-range': etag }
  expect(await minutesLater(59, () => statusOf(url))).toBe(200)
  await minutesLater(61, async () => {
    expect((await get(url, goOn)).statusCode).toBe(206)
    for (const headers of [
      {},
      { range: 'bytes=100-' },
      { 'if-range': etag },
      { range: 'bytes=0-', 'if-range': etag },
      { range: 'bytes=100-', 'if-range': '"guessed"' },
    ] as Record<string, string>[])
      expect((await get(url, headers)).statusCode, JSON.stringify(headers)).toBe(403)
  })
  expect((await minutesLater(24 * 60 + 1, () => get(url, goOn))).statusCode).toBe(403)
})

test('who opens a link that does not work reads why on a page that leads to the order; a program reads a problem', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  const { _id, downloadUrl } = orders[0]!
  await minutesLater(61, async () => {
    const shown = await get(downloadUrl!, page)
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
      403,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(shown.headers['content-disposition']).toBeUndefined()
    expect(shown.body).toContain('This link does not work any more. Please press Download again.')
    expect(shown.body).toContain(`href="/orders/${_id}"`)
    expect((await get(downloadUrl!)).json()).toMatchObject({ code: 'not_allowed' })
  })
})

test('not a letter of a link can be changed, and it is of one order, one project and one file', async () => {
  const other = await aListing(app, files)
  const buyer = await aBuyerOf(app, item.id)
  const url = await linkOf(buyer, item.id)
  const theirs = (await linkOf(await aBuyerOf(app, other.id), other.id)).split('/')[4]!
  const own = url.split('/')[4]!
  const expires = Number(new URL(url, 'http://x').searchParams.get('expires'))
  for (const forged of [
    url.replace(/expires=\d+/, `expires=${expires + 1}`),
    url.replace(/expires=\d+/, 'expires='),
    url.replace(item.id, other.id),
    url.replace(own, theirs),
    url.replace('/order/', '/member/'),
    url.replace('/order/', '/staff/'),
    url.replace('/order/', '/x/'),
    url.replace('-main.zip', '-1.zip'),
    url.replace(/signature=./, (start) => (start.endsWith('0') ? 'signature=1' : 'signature=0')),
    url.replace(/&signature=.*/, ''),
    url.replace(/\?.*/, ''),
  ])
    expect(await statusOf(forged), forged).toBe(403)
})

test('a refund, a block and the end of an account end a link at once', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const url = await linkOf(buyer, item.id)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  const etag = (await get(url)).headers.etag as string
  for (const status of ['refunded', 'pending', 'failed', 'cancelled']) {
    await ordersBecome(db, status, { id: orders[0]!._id })
    expect(await statusOf(url), status).toBe(403)
    expect((await get(url, { range: 'bytes=9-', 'if-range': etag })).statusCode).toBe(403)
  }
  await ordersBecome(db, 'completed', { id: orders[0]!._id })
  expect(await statusOf(url)).toBe(200)
  await deactivate(db, buyer.id)
  expect(await statusOf(url)).toBe(403)
})

test('a recalled release is sent by no link, and asking for one says why', async () => {
  const { id, admin } = await aListing(app, files)
  const buyer = await aBuyerOf(app, id)
  const url = await linkOf(buyer, id)
  await admin.api.recalls.recall({
    params: { id, number: '1' },
    body: { reason: 'It steals passwords', instructions: 'Delete it', refund: false },
  })
  const shown = await get(url, page)
  expect([shown.statusCode, shown.body]).toEqual([410, expect.stringContaining('It steals passwords')])
  await expect(linkOf(buyer, id)).rejects.toMatchObject({ code: 'recalled' })
})

test('a download is counted when it begins: not when it is asked for, by HEAD, nor when it goes on', async () => {
  const { id, owner, admin } = await aListing(app, files)
  const buyer = await aBuyerOf(app, id)
  const url = await linkOf(buyer, id)
  await get(url, {}, 'HEAD')
  await get(url, { range: 'bytes=100-' })
  expect(await logOf(buyer.id)).toEqual([])
  await get(url)
  await get(url, { range: 'bytes=100-' })
  expect(await logOf(buyer.id)).toEqual([{ times: 1 }])
  // Counted from the end it may be the whole file.
  await get(url, { range: 'bytes=-100000' })
  expect(await logOf(buyer.id)).toEqual([{ times: 2 }])
  for (const who of [owner, admin]) expect(await statusOf(await linkOf(who, id))).toBe(200)
  expect((await app.api.projects.get({ params: { id } })).project.downloadCount).toBe(1)
})

test('owner and staff download by a link of their own; that staff asked for it is in the audit log, once', async () => {
  const { id, owner, admin } = await aListing(app, files)
  await upload(owner, id, { 'v.txt': '2', 'w.txt': '' })
  for (const who of [owner, admin]) {
    const url = await linkOf(who, id)
    const answer = await get(url)
    expect(Object.keys(filesIn(answer.rawPayload)).toSorted()).toEqual(['v.txt', 'w.txt'])
    await get(url, { range: 'bytes=10-' })
    await get(url, {}, 'HEAD')
    expect(Object.keys(filesIn((await get(await linkOf(who, id, '1'))).rawPayload))).toContain('README.md')
  }
  const asked = (await actionsOn(admin, id)).filter(({ action }) => action === 'download source')
  expect(asked).toHaveLength(2)
  const url = await linkOf(owner, id)
  await owner.api.releases.removeFiles({ params: { id } })
  expect(await statusOf(url)).toBe(404)
  await approve(admin, id).catch(() => {})
})

test('who may not download gets no link', async () => {
  const stranger = await aMember(app)
  await expect(linkOf(stranger, item.id)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(linkOf(app, item.id)).rejects.toMatchObject({ code: 'signed_out' })
})

test('who asks for ever more ranges is refused after some hundreds', async () => {
  const buyer = await aBuyerOf(app, item.id)
  const url = await linkOf(buyer, item.id)
  expect(await statusOf(url)).toBe(200)
  await db
    .updateTable('attempts')
    .set({ count: 600 })
    .where('bucket', 'like', 'downloads of an archive %')
    .execute()
  expect(await statusOf(url)).toBe(429)
  expect(await statusOf(await linkOf(await aBuyerOf(app, item.id), item.id))).toBe(200)
})
