import sharp from 'sharp'
import { expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { helpFormOf, helpIn } from '../../../test/help.ts'
import { anAdmin } from '../../../test/makers.ts'
import { aBuyer, collectWebhooks } from '../../../test/orders.ts'
import { refundsIn } from '../../../test/refunds.ts'
import { timePasses } from '../../../test/time.ts'
import { keysIn } from '../../../test/uploads.ts'
import { followHelp } from './follow.ts'

const app = await startApp()
collectWebhooks(app)
const { db, dependencies } = app
const { storage } = dependencies
const boss = await anAdmin(app)
const { aPurchase } = refundsIn(app)
const { open, write, read } = helpIn(app)
const keys = () => keysIn(storage, 'help/')
const storedBytes = async (memberId: string) =>
  (
    await db
      .selectFrom('memberStorage')
      .select('storedBytes')
      .where('memberId', '=', memberId)
      .executeTakeFirst()
  )?.storedBytes ?? 0

/** Sends a request of a member about an order as it is. */
const send = (token: string, url: string, payload: object | string) =>
  app.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

test('pictures are encoded anew and shown by links that end after 5 minutes, to buyer, owner and staff', async () => {
  const { buyer, seller, of } = await aPurchase()
  await open(buyer.api, of, { pictures: 3 })
  expect(await keys()).toHaveLength(3)
  expect(await storedBytes(buyer.id)).toBeGreaterThan(0)
  for (const { api } of [buyer, seller, boss]) {
    const { pictures } = (await read(api, of)).requests[0]!.messages[0]!
    expect(pictures).toHaveLength(3)
    const { url, width, height } = pictures[0]!
    const shown = await app.app.inject({ url })
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=300',
    })
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width, height, format: 'webp' })
    vi.setSystemTime(Date.now() + 301_000)
    try {
      expect((await app.app.inject({ url })).statusCode).toBe(404)
    } finally {
      vi.useRealTimers()
    }
    for (const other of [
      url.split('?')[0]!,
      url.replace(/signature=./, 'signature='),
      url.replace('expires=1', 'expires=2'),
    ])
      expect((await app.app.inject({ url: other })).statusCode).toBe(404)
  }
  await write(seller.api, of, 'Look here', 1)
  await write(boss.api, of, 'And here', 1)
  expect(await keys()).toHaveLength(5)
  expect(await storedBytes(seller.id)).toBeGreaterThan(0)
})

test('a fourth picture, one that is none, an empty and an endless text are refused with their field, and nothing stays stored', async () => {
  const { buyer, of } = await aPurchase()
  const before = (await keys()).length
  const refused = async (form: FormData, field: string, status = 400) => {
    const problem = await buyer.api.help.open({ ...of, form }).catch((error: unknown) => error)
    expect(problem).toMatchObject({ status, details: { fields: { [field]: expect.any(String) } } })
  }
  const kind = 'question' as const
  await refused(await helpFormOf({ kind, pictures: 4 }), 'pictures')
  const broken = await helpFormOf({ kind, pictures: 1 })
  broken.append('pictures', new Blob(['%PDF-1.7']), 'screen.png')
  await refused(broken, 'pictures', 415)
  await refused(await helpFormOf({ kind, text: 'Help me', pictures: 1 }), 'text')
  await refused(await helpFormOf({ kind, text: '' }), 'text')
  await refused(await helpFormOf({ kind, text: 'a'.repeat(2001) }), 'text')
  await refused(await helpFormOf({}), 'kind')
  await refused(await helpFormOf({ kind, steps: Array(41).fill('A step') }), 'steps')
  await refused(await helpFormOf({ kind, steps: ['a'.repeat(201)] }), 'steps.0')
  const { statusCode } = await send(buyer.token, `/orders/${of.params.id}/help`, {
    kind,
    text: 'a'.repeat(2_000_000),
  })
  expect(statusCode).toBe(413)
  expect((await keys()).length).toBe(before)
  expect((await read(buyer.api, of)).requests).toEqual([])
  await open(buyer.api, of, { text: 'a'.repeat(2000), steps: Array(40).fill('A step') })
  await expect(write(buyer.api, of, '')).rejects.toMatchObject({
    details: { fields: { text: 'Write a message' } },
  })
})

test('without pictures a request and a message may come as JSON', async () => {
  const { buyer, of } = await aPurchase()
  const address = `/orders/${of.params.id}/help`
  const opened = await send(buyer.token, address, { kind: 'question', text: 'Where is the database?' })
  expect(opened.json()).toMatchObject({ success: true, requests: [{ kind: 'question', steps: [] }] })
  const written = await send(buyer.token, `${address}/messages`, { text: 'I found it.' })
  expect(written.json().requests[0].messages).toHaveLength(2)
  for (const body of ['null', '[]', '"text"', '{}', '']) {
    const { statusCode } = await send(buyer.token, `${address}/messages`, body)
    expect([body, statusCode]).toEqual([body, 400])
  }
})

test('the thread of another order answers 404, and a visitor 401', async () => {
  const { buyer, of } = await aPurchase()
  await open(buyer.api, of, { pictures: 1 })
  const stranger = await aBuyer(app)
  const { api } = stranger
  const all = [
    () => read(api, of),
    () => open(api, of),
    () => write(api, of, 'Hello'),
    () => api.help.change({ ...of, body: { status: 'solved' } }),
  ]
  for (const one of all) await expect(one()).rejects.toMatchObject({ status: 404 })
  for (const url of [`/api/orders/${of.params.id}/help`, '/api/help/me', '/api/admin/help'])
    expect((await app.app.inject({ url })).statusCode).toBe(401)
})

test('what was closed 180 days ago is deleted with its pictures', async () => {
  const { buyer, of } = await aPurchase()
  const { _id: id } = await open(buyer.api, of, { pictures: 2 })
  await buyer.api.help.change({ ...of, body: { status: 'solved' } })
  const before = (await keys()).length
  await timePasses(db, '179 days', 'helpRequests', { id })
  await followHelp(dependencies)
  expect((await keys()).length).toBe(before)
  await timePasses(db, '2 days', 'helpRequests', { id })
  await followHelp(dependencies)
  expect((await keys()).length).toBe(before - 2)
  expect((await read(buyer.api, of)).requests).toEqual([])
  expect(await storedBytes(buyer.id)).toBe(0)
})
