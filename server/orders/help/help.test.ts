import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { helpLimits } from '#contract/orders/help.ts'

import { startApp } from '../../../test/app.ts'
import { helpIn, helpText } from '../../../test/help.ts'
import { aColleague, anAdmin, deactivate, mailsTo } from '../../../test/makers.ts'
import { aBuyer, changePrice, collectWebhooks, source } from '../../../test/orders.ts'
import { refundsIn } from '../../../test/refunds.ts'

const app = await startApp()
collectWebhooks(app)
const { db } = app
const boss = await anAdmin(app)
const colleague = await aColleague(app, boss)
const { aPurchase, ask, statusOf } = refundsIn(app)
const { open, write, change, read, passes } = helpIn(app)
const refusal = (message: RegExp, status = 409) => ({ status, message: expect.stringMatching(message) })

test('a buyer opens a request; the owner, who promised help, reads and answers it without a name; the buyer says that it is solved', async () => {
  const { buyer, seller, of } = await aPurchase()
  expect(await read(buyer.api, of)).toMatchObject({ requests: [], mayOpen: true, answerer: 'owner' })
  await expect(read(seller.api, of)).rejects.toMatchObject({ status: 404 })
  const steps = ['Start Apache and MySQL', 'Make the database']
  const opened = await open(buyer.api, of, { steps })
  expect(opened).toMatchObject({
    number: expect.stringMatching(/^HP-\d{6}$/),
    kind: 'does_not_run',
    status: 'open',
    answerer: 'owner',
    release: 1,
    steps,
    isLate: false,
    allowed: ['write', 'solve'],
    messages: [{ by: 'buyer', isOwn: true, text: helpText, isHeld: false }],
    people: null,
  })
  expect(opened.dueAt).not.toBeNull()
  const { requests } = await read(seller.api, of)
  expect(requests[0]).toMatchObject({ steps, allowed: ['write'], messages: [{ by: 'buyer', isOwn: false }] })
  const answered = await write(seller.api, of, 'Please import database.sql in phpMyAdmin first.')
  expect(answered).toMatchObject({
    status: 'answered',
    dueAt: null,
    messages: [{}, { by: 'owner', isOwn: true }],
  })
  for (const told of [JSON.stringify(requests), JSON.stringify(await read(buyer.api, of))])
    for (const secret of [buyer.email, seller.email, 'Asha']) expect(told).not.toContain(secret)
  expect(await change(buyer.api, of, 'solved')).toMatchObject({
    status: 'solved',
    end: 'solved',
    dueAt: null,
  })
  await expect(write(seller.api, of, 'You are welcome')).rejects.toMatchObject(refusal(/closed/))
})

test('buyer and owner are mailed by when an answer is due, and never what the other wrote', async () => {
  const { buyer, seller, of } = await aPurchase()
  const { number } = await open(buyer.api, of)
  const [opened] = mailsTo(app, buyer.email, 'help')
  expect(opened).toMatchObject({ subject: `We have your help request ${number}: Library Desk` })
  expect(opened!.text).toMatch(/The owner should answer by \w+day, /)
  expect(opened!.text).toContain(`/status/${number}?key=`)
  expect(mailsTo(app, seller.email, 'help-request')[0]!.text).toMatch(/Please answer by \w+day, /)
  await write(seller.api, of, 'Start MySQL first.')
  await write(buyer.api, of, 'It runs already.')
  const all = [...mailsTo(app, buyer.email, 'help'), ...mailsTo(app, seller.email, 'help-request')]
  expect(all).toHaveLength(4)
  for (const { text } of all) {
    expect(text).not.toContain('MySQL')
    expect(text).not.toContain(helpText)
    expect(text).not.toContain('runs already')
  }
})

test('where no installation help was promised staff answer, and when the owner’s account is closed; the owner of such a sale sees nothing', async () => {
  const { buyer, seller, of } = await aPurchase()
  await db
    .updateTable('soldListings')
    .set({ listing: JSON.stringify({ includesInstallationSupport: false }) })
    .where('id', 'in', (all) => all.selectFrom('orders').select('listingId').where('id', '=', of.params.id))
    .execute()
  expect(await open(buyer.api, of, { text: 'Mail me at asha@example.in please' })).toMatchObject({
    answerer: 'staff',
    messages: [{ isHeld: false }],
  })
  await expect(read(seller.api, of)).rejects.toMatchObject({ status: 404 })
  await expect(write(seller.api, of, 'Hello')).rejects.toMatchObject({ status: 404 })
  const other = await aPurchase()
  await open(other.buyer.api, other.of)
  await deactivate(db, other.seller.id)
  expect((await read(other.buyer.api, other.of)).requests[0]).toMatchObject({ answerer: 'staff' })
  const { requests } = await boss.api.help.list({ query: { limit: '100' } })
  expect(requests.map(({ orderId }) => orderId)).toEqual(
    expect.arrayContaining([of.params.id, other.of.params.id]),
  )
  expect(await write(colleague.api, other.of, 'Import database.sql.')).toMatchObject({ status: 'answered' })
  expect((await boss.api.help.list({ query: {} })).requests.map(({ orderId }) => orderId)).not.toContain(
    other.of.params.id,
  )
})

test('what was free has no help requests', async () => {
  const { buyer, project, seller } = await aPurchase()
  await changePrice(seller, project.id, 0)
  const other = await aBuyer(app)
  const { payment } = await other.api.orders.checkout({
    body: { items: [source(project)], state: 'Kerala', idempotencyKey: 'free-of-charge' },
  })
  const of = { params: { id: payment.orders[0]!._id } }
  expect(await read(other.api, of)).toMatchObject({ mayOpen: false, refusal: expect.stringMatching(/free/) })
  await expect(open(other.api, of)).rejects.toMatchObject(refusal(/free/))
  expect(buyer.id).not.toBe(other.id)
})

test('an order has one open request, also when ten are sent at once; sent twice it is one; another one may follow', async () => {
  const { buyer, of } = await aPurchase()
  const sent = await Promise.allSettled(
    Array.from({ length: 4 }, (_, at) => open(buyer.api, of, { text: `It does not start, ${at}.` })),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { requests } = await read(buyer.api, of)
  expect(requests).toHaveLength(1)
  const { text } = requests[0]!.messages[0]!
  expect((await open(buyer.api, of, { text }))._id).toBe(requests[0]!._id)
  await change(buyer.api, of, 'solved')
  await open(buyer.api, of, { text: 'Now the report is missing.', kind: 'missing_file' })
  expect((await read(buyer.api, of)).requests.map(({ status }) => status)).toEqual(['open', 'solved'])
})

test('a text with contact details waits for staff; published it starts the clock, refused its writer reads why', async () => {
  const { buyer, seller, of } = await aPurchase()
  const held = await open(buyer.api, of, { text: 'Please call me, 98765 43210, it does not run.' })
  expect(held).toMatchObject({ dueAt: null, escalatableAt: null, messages: [{ isHeld: true }] })
  expect((await read(seller.api, of)).requests[0]!.messages).toEqual([])
  expect(mailsTo(app, seller.email, 'help-request')).toHaveLength(0)
  const waiting = async () => (await boss.api.held.list()).texts.filter(({ kind }) => kind === 'help')
  const [one] = await waiting()
  expect(one).toMatchObject({ writer: { email: buyer.email }, about: held.number })
  const decide = (id: string, body: { decision: 'publish' | 'refuse'; reason?: string }) =>
    boss.api.held.decide({ params: { kind: 'help', id }, body })
  await decide(one!._id, { decision: 'publish' })
  expect((await read(seller.api, of)).requests[0]).toMatchObject({ messages: [{ isHeld: false }] })
  expect((await read(buyer.api, of)).requests[0]!.dueAt).not.toBeNull()
  expect(mailsTo(app, seller.email, 'help-request')).toHaveLength(1)

  await write(seller.api, of, 'Write to me at owner@example.in')
  const [answer] = await waiting()
  expect((await read(buyer.api, of)).requests[0]).toMatchObject({
    status: 'open',
    messages: [{ by: 'buyer' }],
  })
  await decide(answer!._id, { decision: 'refuse', reason: 'Please help here.' })
  expect((await read(seller.api, of)).requests[0]!.messages[1]).toMatchObject({
    refusedReason: 'Please help here.',
  })
  expect((await read(buyer.api, of)).requests[0]!.messages).toHaveLength(1)
  expect(mailsTo(app, seller.email, 'help-request').at(-1)!.text).toContain('Please help here.')
  await expect(decide(answer!._id, { decision: 'publish' })).rejects.toMatchObject({ status: 409 })
})

test('staff refund from the thread, which closes the request; what waits as a refund request is approved', async () => {
  const { buyer, seller, of } = await aPurchase()
  await open(buyer.api, of)
  const { requests, needsSecondPerson } = await colleague.api.help.refund({
    ...of,
    body: { note: 'It cannot be made to run.' },
  })
  expect(needsSecondPerson).toBe(false)
  expect(requests[0]).toMatchObject({ end: 'refunded', allowed: [] })
  expect(await statusOf({ buyer, of })).toBe('refunded')
  await expect(write(seller.api, of, 'Wait!')).rejects.toMatchObject(refusal(/refunded/))
  await expect(colleague.api.help.refund({ ...of, body: { note: 'Again' } })).rejects.toMatchObject({
    status: 409,
  })
  const asked = await aPurchase()
  await open(asked.buyer.api, asked.of)
  await ask(asked)
  await colleague.api.help.refund({ ...asked.of, body: { note: 'You are right.' } })
  expect((await asked.buyer.api.refundRequests.get(asked.of)).refund.request).toMatchObject({
    outcome: 'approved',
    note: 'You are right.',
  })
})

test('staff read the thread with a refund request, with its state under its number, and find it by that number', async () => {
  const purchase = await aPurchase()
  const { buyer, of } = purchase
  const { number } = await open(buyer.api, of)
  await write(purchase.seller.api, of, 'Start MySQL first.')
  const { request } = await ask(purchase)
  const { refunds } = await boss.api.refundRequests.cases({ query: { limit: '100' } })
  expect(refunds.find(({ _id }) => _id === request!._id)!.evidence.help).toMatchObject([
    {
      number,
      messages: [
        { by: 'buyer', text: helpText },
        { by: 'owner', text: 'Start MySQL first.' },
      ],
    },
  ])
  const { found } = await boss.api.dashboard.search({ query: { q: number.toLowerCase() } })
  expect(found).toMatchObject([{ kind: 'help', _id: of.params.id, label: number, detail: 'Library Desk' }])
  const { status } = await buyer.api.requestStatus.get({ params: { number }, query: {} })
  expect(status).toMatchObject({ number, series: 'HP', state: 'answered', orderId: of.params.id })
  await expect(
    purchase.seller.api.requestStatus.get({ params: { number }, query: {} }),
  ).rejects.toMatchObject({ status: 404 })
})

test('owners keep three texts for reuse', async () => {
  const { seller, buyer, of } = await aPurchase()
  const texts = ['Import database.sql first.', 'Start MySQL.', 'Which PHP do you have?']
  await seller.api.help.saveTexts({ body: { texts } })
  expect((await seller.api.help.received({ query: {} })).texts).toEqual(texts)
  await open(buyer.api, of)
  expect((await read(seller.api, of)).texts).toEqual(texts)
  expect((await read(buyer.api, of)).texts).toEqual([])
  await expect(seller.api.help.saveTexts({ body: { texts: [...texts, 'One more'] } })).rejects.toMatchObject({
    status: 400,
    details: { fields: { texts: 'At most 3 texts' } },
  })
})

test('a buyer opens five requests a day and writes twenty messages an hour', async () => {
  const { buyer, of } = await aPurchase()
  for (let number = 0; number < 5; number++) {
    await open(buyer.api, of, { text: `Question number ${number}, please.` })
    await change(buyer.api, of, 'solved')
  }
  await expect(open(buyer.api, of, { text: 'And one more question.' })).rejects.toMatchObject(
    refusal(/5 times today/, 429),
  )
  for (let number = 0; number < 20; number++) await write(buyer.api, of, `Message ${number}`)
  await expect(write(buyer.api, of, 'And one more')).rejects.toMatchObject(refusal(/20 messages/, 429))
})

test('a ticked step with contact details is left out for the owner, also when they are spread over several', async () => {
  const { buyer, seller, of } = await aPurchase()
  const harmless = ['Start Apache', 'Import database.sql']
  await open(buyer.api, of, { steps: [...harmless, 'Call me, 98765 43210'] })
  expect((await read(seller.api, of)).requests[0]!.steps).toEqual(harmless)
  await change(buyer.api, of, 'solved')
  await open(buyer.api, of, { text: 'And one more question.', steps: ['Step 98765', '43210'] })
  expect((await read(seller.api, of)).requests[0]!.steps).toEqual([])
})

test('several answers within an hour are one email', async () => {
  const { buyer, seller, of } = await aPurchase()
  await open(buyer.api, of)
  const mails = () => mailsTo(app, buyer.email, 'help').length
  const before = mails()
  for (let number = 0; number < 5; number++) await write(seller.api, of, `Answer ${number}`)
  expect(mails()).toBe(before + 1)
  await passes(of, '2 hours')
  await write(seller.api, of, 'Does it run?')
  expect(mails()).toBe(before + 2)
  await write(buyer.api, of, 'Not yet.')
  await write(seller.api, of, 'Which port?')
  expect(mails()).toBe(before + 3)
})

test('a request that is full is still answered by staff', async () => {
  const { buyer, seller, of } = await aPurchase()
  const { _id: requestId } = await open(buyer.api, of)
  const messages = Array.from({ length: helpLimits.messages - 1 }, () => ({
    id: randomUUID(),
    requestId,
    writer: 'buyer',
    text: 'It still does not run.',
  }))
  await db.insertInto('helpMessages').values(messages).execute()
  await expect(write(seller.api, of, 'Start MySQL.')).rejects.toMatchObject(refusal(/full/))
  expect((await read(boss.api, of)).requests[0]!.allowed).toContain('write')
  expect(await write(boss.api, of, 'Start MySQL.')).toMatchObject({ status: 'answered' })
})

test('the first approval of a refund is shown to the second person also when the request is closed', async () => {
  const { buyer, of } = await aPurchase()
  await open(buyer.api, of)
  await passes(of, '9 days')
  await change(buyer.api, of, 'solved')
  const { needsSecondPerson } = await colleague.api.help.refund({ ...of, body: { note: 'It never ran.' } })
  expect(needsSecondPerson).toBe(true)
  expect((await read(boss.api, of)).requests[0]!.firstApproval).toMatchObject({ note: 'It never ran.' })
})

test('an answer that staff publish after the refund is not mailed', async () => {
  const { buyer, seller, of } = await aPurchase()
  await open(buyer.api, of)
  await write(seller.api, of, 'Write to me at owner@example.in')
  await colleague.api.help.refund({ ...of, body: { note: 'It never ran.' } })
  const { texts } = await boss.api.held.list()
  const { _id: id } = texts.find(({ text }) => text.includes('owner@example.in'))!
  const before = mailsTo(app, buyer.email, 'help').length
  await boss.api.held.decide({ params: { kind: 'help', id }, body: { decision: 'publish' } })
  expect(mailsTo(app, buyer.email, 'help')).toHaveLength(before)
})
