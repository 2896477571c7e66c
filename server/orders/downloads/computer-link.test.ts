import { expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, deactivate, deleteAccount, mailsTo } from '../../../test/makers.ts'
import { aBuyer, checkoutBy, ordersBecome, report } from '../../../test/orders.ts'
import { docx, formOf } from '../../../test/reports.ts'
import { aBuyerOf, aListing, approve, filesIn } from '../../../test/uploads.ts'

const app = await startApp()
const { db } = app
const item = await aListing(app, { 'README.md': '# Shop\n' })

/** A buyer of the project with the path of the link in their email. */
async function aReader(id = item.id) {
  const buyer = await aBuyerOf(app, id)
  const { orders } = await buyer.api.orders.mine({ query: {} })
  const order = orders[0]!._id
  return { ...buyer, order, path: await pathFor(buyer, order) }
}
async function pathFor(buyer: Pick<Awaited<ReturnType<typeof aBuyer>>, 'api' | 'email'>, id: string) {
  expect(await buyer.api.downloads.mailLink({ params: { id } })).toMatchObject({
    message: expect.stringContaining(`Sent to ${buyer.email}.`),
  })
  const { text } = mailsTo(app, buyer.email, 'computer-link').at(-1)!
  return new URL(/http\S+\/download\/\S+/.exec(text)![0]).pathname
}
const look = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.app.inject({ method, url })
const press = (url: string) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    payload: 'download=yes',
  })
const used = async () =>
  (await db.selectFrom('computerLinks').select('downloads').execute()).map(({ downloads }) => downloads)

test('a buyer mails themselves a link; its page has one button, which downloads without signing in', async () => {
  const reader = await aReader()
  const mail = mailsTo(app, reader.email, 'computer-link').at(-1)!
  expect(mail.text).toContain('Whoever has it can download with it')
  const page = await look(reader.path)
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(page.body.match(/<button/g)).toHaveLength(1)
  expect(page.body).toContain('for 3 downloads. Whoever has it can download with it')
  const begun = await press(reader.path)
  expect(begun.statusCode).toBe(303)
  const file = await look(begun.headers.location as string)
  expect(file.headers['content-disposition']).toBe(`attachment; filename=project-${item.id}-main.zip`)
  expect(Object.keys(filesIn(file.rawPayload)).toSorted()).toEqual([
    'README.md',
    expect.stringMatching(/^READYMADE-LICENCE/),
  ])
  expect((await look(reader.path)).body).toContain('for 2 more downloads')
  expect((await app.api.projects.get({ params: { id: item.id } })).project.downloadCount).toBe(1)
})

test('programs that only look at the link use nothing up, and it is stored as a hash', async () => {
  const reader = await aReader()
  for (let times = 0; times < 10; times++) {
    await look(reader.path)
    await look(reader.path, 'HEAD')
  }
  expect((await used()).at(-1)).toBe(0)
  const token = reader.path.split('/').at(-1)!
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(JSON.stringify(await db.selectFrom('computerLinks').selectAll().execute())).not.toContain(token)
})

test('of four presses at once three download; the page says then that it is used up', async () => {
  const reader = await aReader()
  const statuses = await Promise.all(Array.from({ length: 4 }, () => press(reader.path)))
  expect(statuses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 303, 303, 410])
  const over = await look(reader.path)
  expect([over.statusCode, over.body]).toEqual([410, expect.stringContaining('It was for 3 downloads')])
  expect(over.body).toContain(`href="/orders/${reader.order}"`)
  expect(over.body).not.toContain('<button')
})

test('what was begun goes on with ranges, and counts once', async () => {
  const reader = await aReader()
  const file = (await press(reader.path)).headers.location as string
  const first = await look(file)
  for (const range of ['bytes=10-', 'bytes=50-', 'bytes=10-20']) {
    const rest = await app.app.inject({
      url: file,
      headers: { range, 'if-range': first.headers.etag as string },
    })
    expect(rest.statusCode).toBe(206)
  }
  expect((await look(reader.path)).body).toContain('for 2 more downloads')
})

test('after 24 hours, a refund, a block or the end of the account the link gives nothing', async () => {
  const [late, refunded, blocked, gone] = [await aReader(), await aReader(), await aReader(), await aReader()]
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 24 * 3_600_000 + 1000)
  try {
    expect((await look(late.path)).body).toContain('It was for 24 hours')
    expect((await press(late.path)).statusCode).toBe(410)
  } finally {
    vi.useRealTimers()
  }
  await ordersBecome(db, 'refunded', { id: refunded.order })
  await deactivate(db, blocked.id)
  await deleteAccount(app, gone)
  for (const { path } of [refunded, blocked, gone])
    for (const { statusCode, body } of [await look(path), await press(path)]) {
      expect(statusCode).toBe(404)
      expect(body).toContain('This link does not work')
    }
  const kept = await db
    .selectFrom('computerLinks')
    .select('orderId')
    .where('orderId', '=', gone.order)
    .execute()
  expect(kept).toEqual([])
  expect((await look('/download/x')).statusCode).toBe(404)
})

test('what cannot begin uses nothing up and says why', async () => {
  const { id, admin } = await aListing(app)
  const reader = await aReader(id)
  await admin.api.recalls.recall({
    params: { id, number: '1' },
    body: { reason: 'It steals passwords', instructions: 'Delete it', refund: false },
  })
  const failed = await press(reader.path)
  expect([failed.statusCode, failed.body]).toEqual([410, expect.stringContaining('It steals passwords')])
  expect((await used()).at(-1)).toBe(0)
})

test('only the buyer of an order that gives something asks for a link, ten times a day', async () => {
  const reader = await aReader()
  const params = { id: reader.order }
  const stranger = await aMember(app)
  await expect(stranger.api.downloads.mailLink({ params })).rejects.toMatchObject({ code: 'not_found' })
  for (let times = 1; times < 10; times++) await reader.api.downloads.mailLink({ params })
  await expect(reader.api.downloads.mailLink({ params })).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/^You have asked for many links\./),
  })
  // An earlier link works on: whose mail comes first does not matter.
  expect((await press(reader.path)).statusCode).toBe(303)
  await ordersBecome(db, 'refunded', { id: reader.order })
  await expect(reader.api.downloads.mailLink({ params })).rejects.toMatchObject({ code: 'conflict' })
})

test('an ordered report comes by such a link too', async () => {
  const { id, owner, admin } = await aListing(app)
  await owner.api.releases.addReport({ params: { id }, form: formOf(docx(), 0) })
  await approve(admin, id)
  const buyer = await aBuyer(app)
  const { orders } = await checkoutBy(buyer, report({ id }))
  const begun = await press(await pathFor(buyer, orders[0]!._id))
  const file = await look(new URL(begun.headers.location as string).href.replace(/^https?:\/\/[^/]+/, ''))
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename=.*\.docx/),
  ])
})
