import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { anAdmin, anEmail, mailsTo } from '../../test/makers.ts'
import { aBuyer, collectWebhooks, aSale } from '../../test/orders.ts'

const app = await startApp()
const { api } = app
collectWebhooks(app)
const admin = await anAdmin(app)
const keyIn = (statusPage: string) => new URL(statusPage, 'http://x').searchParams.get('key')!
const mailTo = (email: string, kind: string) => mailsTo(app, email, kind).at(-1)!.text

test('a message has a number at once and in the mail, which opens its state: with the key or as its sender', async () => {
  const member = await aBuyer(app)
  const message = { name: 'Asha', subject: 'Other' as const, message: 'A secret word: kumquat' }
  const { number, statusPage } = await member.api.contacts.send({ body: { ...message, email: member.email } })
  expect(number).toMatch(/^CM-\d{6}$/)
  expect(mailTo(member.email, 'message received')).toContain(number)
  expect(mailTo(member.email, 'message received')).toContain(statusPage)
  const of = { params: { number }, query: { key: keyIn(statusPage) } }
  expect(await api.requestStatus.get(of)).toMatchObject({ status: { state: 'waiting', about: 'Other' } })
  expect(JSON.stringify(await api.requestStatus.get(of))).not.toContain('kumquat')
  const own = { params: { number }, query: {} }
  expect((await member.api.requestStatus.get(own)).status.number).toBe(number)
  const stranger = await aBuyer(app)
  for (const caller of [api, stranger.api, admin.api])
    await expect(caller.requestStatus.get(own)).rejects.toMatchObject({ code: 'not_found' })
  const { contacts } = await admin.api.staffContacts.list({ query: { search: member.email } })
  expect(contacts[0]).toMatchObject({ number })
  await admin.api.staffContacts.reply({
    params: { id: contacts[0]!._id },
    body: { text: 'Here it is.', key: crypto.randomUUID() },
  })
  expect((await api.requestStatus.get(of)).status).toMatchObject({
    state: 'answered',
    endedAt: expect.any(String),
  })
})

test('a key opens one number alone, and numbers of messages follow one another', async () => {
  const send = (email = anEmail()) =>
    api.contacts.send({ body: { name: 'Asha', email, subject: 'Other', message: 'Hello' } })
  const [one, two] = [await send(), await send()]
  const digits = ({ number }: { number: string }) => Number(number.slice(3))
  expect(digits(two)).toBeGreaterThan(digits(one))
  for (const key of [keyIn(two.statusPage), '', 'x', keyIn(one.statusPage).slice(0, -1)])
    await expect(
      api.requestStatus.get({ params: { number: one.number }, query: { key } }),
    ).rejects.toMatchObject({ code: 'not_found' })
  for (const number of ['CM-999999', 'RM-2026-000001', 'CM', '-', 'CM-9999999999'])
    await expect(api.requestStatus.get({ params: { number }, query: {} })).rejects.toMatchObject({
      code: 'not_found',
    })
})

test('a refund request has a number that stands in its mail and opens its state and the decision', async () => {
  const { buyer, of } = await aSale(app)
  const { refund } = await buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not start.' } })
  const number = refund.request!.requestNumber
  expect(number).toMatch(/^RF-\d{6}$/)
  const mail = mailTo(buyer.email, 'refund asked for')
  expect(mail).toContain(number)
  const key = /key=([0-9a-f]+)/.exec(mail)![1]!
  const state = async () =>
    (await api.requestStatus.get({ params: { number: number.toLowerCase() }, query: { key } })).status
  expect(await state()).toMatchObject({ number, state: 'waiting', orderId: of.params.id })
  await admin.api.refundRequests.decide({
    params: { id: refund.request!._id },
    body: { decision: 'decline', note: 'It runs here.' },
  })
  expect(await state()).toMatchObject({ state: 'decided', outcome: 'declined', reasons: 'It runs here.' })
})
