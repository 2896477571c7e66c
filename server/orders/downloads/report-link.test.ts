import { expect, test, vi } from 'vitest'

import type { Api } from '#contract/client.ts'

import { startApp } from '../../../test/app.ts'
import { aMember } from '../../../test/makers.ts'
import { aBuyer, checkoutBy, ordersBecome, changePrice } from '../../../test/orders.ts'
import { reportsIn, docx } from '../../../test/reports.ts'
import { aListing, approve } from '../../../test/uploads.ts'

const app = await startApp()
const { owner, admin, newProject, add, change, linkFor, get, aPublished, aReader } = await reportsIn(app)

test('the link is an attachment, needs no token, and works for owner, staff and buyers of the report alone', async () => {
  const file = docx()
  const id = await aPublished(file)
  const reader = await aReader(id)
  for (const member of [owner, admin, reader]) {
    const { headers, rawPayload, statusCode } = await get((await linkFor(member, id)).downloadUrl)
    expect([statusCode, rawPayload.equals(file)]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename=report.docx',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  }
  const buyerOfSource = await aBuyer(app)
  await changePrice(owner, id, 0)
  await checkoutBy(buyerOfSource, { projectId: id, kind: 'source' })
  for (const stranger of [buyerOfSource, await aMember(app)]) {
    await expect(linkFor(stranger, id)).rejects.toMatchObject({ code: 'not_allowed' })
  }
  await expect(linkFor({ api: app.api }, id)).rejects.toMatchObject({ code: 'signed_out' })
})

test('a stranger’s unpublished report and a project without one answer 404', async () => {
  const id = await newProject()
  await expect(linkFor(owner, id)).rejects.toMatchObject({ code: 'not_found' })
  await add(id, docx(), 10)
  await expect(linkFor(await aMember(app), id)).rejects.toMatchObject({
    code: 'not_found',
    message: 'Project not found',
  })
  const { id: plain } = await aListing(app)
  await expect(linkFor(await aMember(app), plain)).rejects.toMatchObject({ code: 'not_found' })
})

test('a refunded buyer gets no link', async () => {
  const id = await aPublished()
  const reader = await aReader(id)
  await ordersBecome(app.db, 'refunded', { memberId: reader.id })
  await expect(linkFor(reader, id)).rejects.toMatchObject({ code: 'not_allowed' })
})

test('buyers get what was approved: another file only once staff have looked at it, the last one for good', async () => {
  const first = docx()
  const id = await aPublished(first)
  const reader = await aReader(id)
  const old = (await linkFor(reader, id)).downloadUrl
  const newest = docx({ a: 'newest' })
  await change(id, docx({ a: 'thought better of' }))
  await change(id, newest, undefined, 'newest.docx')
  const got = async (who: { api: Api }) => {
    const { downloadUrl, fileName } = await linkFor(who, id)
    const bytes = (await get(downloadUrl)).rawPayload
    return { fileName, isFirst: bytes.equals(first), isNewest: bytes.equals(newest) }
  }
  const before = { fileName: 'report.docx', isFirst: true, isNewest: false }
  const after = { fileName: 'newest.docx', isFirst: false, isNewest: true }
  expect(await got(reader)).toEqual(before)
  expect([await got(owner), await got(admin)]).toEqual([after, after])
  expect((await get(old)).statusCode).toBe(200)
  await approve(admin, id)
  expect(await got(reader)).toEqual(after)
  expect((await get(old)).statusCode).toBe(403)
  const readable = async () => (await got(reader)).isNewest
  const { project } = await owner.api.releases.removeReport({ params: { id } })
  expect(project).toMatchObject({ hasReport: false, reportPrice: null, reportFileName: null })
  expect(await readable()).toBe(true)
  for (const other of [owner, admin])
    await expect(linkFor(other, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(owner.api.releases.removeReport({ params: { id } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await owner.api.projects.remove({ params: { id } })
  expect(await readable()).toBe(true)
})

test('a buyer’s downloads of a report are logged for staff, in parts once; those of owner and staff are not', async () => {
  const id = await aPublished()
  const [reader, other] = [await aReader(id), await aReader(id)]
  const logOf = async (who: { id: string }) =>
    app.db
      .selectFrom('reportDownloads')
      .innerJoin('orders', 'orders.id', 'reportDownloads.orderId')
      .select('times')
      .where('orders.memberId', '=', who.id)
      .execute()
  const { downloadUrl } = await linkFor(reader, id)
  expect(await logOf(reader)).toEqual([])
  await get(downloadUrl)
  await get(downloadUrl)
  await app.app.inject({ url: downloadUrl.replace(/^https?:\/\/[^/]+/, ''), headers: { range: 'bytes=5-9' } })
  for (const who of [owner, admin]) await get((await linkFor(who, id)).downloadUrl)
  expect([await logOf(reader), await logOf(other)]).toEqual([[{ times: 2 }], []])
  const order = new URL(downloadUrl).searchParams.get('order')!
  const theirs = new URL((await linkFor(other, id)).downloadUrl).searchParams.get('order')!
  expect((await get(downloadUrl.replace(order, theirs))).statusCode).toBe(403)
  expect((await get(downloadUrl.replace(`order=${order}&`, ''))).statusCode).toBe(403)
})

test('a link works for 5 minutes and not a letter of it can be changed', async () => {
  const id = await aPublished()
  const { downloadUrl } = await linkFor(owner, id)
  const link = new URL(downloadUrl)
  const expires = Number(link.searchParams.get('expires'))
  const other = await aPublished()
  const forged = [
    downloadUrl.replace(/expires=\d+/, `expires=${expires + 1}`),
    downloadUrl.replace(id, other),
    downloadUrl.replace(/signature=./, (start) => (start.endsWith('0') ? 'signature=1' : 'signature=0')),
    downloadUrl.replace(/signature=.*/, 'signature='),
    downloadUrl.replace(/&signature=.*/, ''),
    downloadUrl.replace(/expires=\d+/, 'expires='),
    downloadUrl.replace(/expires=\d+/, `expires=${expires}&expires=${expires}`),
    link.pathname,
    '/files/report/x',
  ]
  for (const url of forged) expect((await get(url)).statusCode, url).toBe(403)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    vi.setSystemTime(Date.now() + 290_000)
    expect((await get(downloadUrl)).statusCode).toBe(200)
    vi.setSystemTime(Date.now() + 15_000)
    expect((await get(downloadUrl)).statusCode).toBe(403)
  } finally {
    vi.useRealTimers()
  }
})
