import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'

import { contactStatuses } from '#contract/content/contacts.ts'

import { startApp } from '../../../test/app.ts'
import {
  aMember,
  anAddress,
  anAdmin,
  anEmail,
  apiFrom,
  aPublishedProject,
  mailsTo,
} from '../../../test/makers.ts'

const app = await startApp()
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  admin = await anAdmin(app)
})

/** Sends a message and returns it as the list shows it. */
async function aMessage(changes: { message?: string; email?: string; projectId?: string } = {}) {
  const email = changes.email ?? anEmail()
  const body = { name: 'Asha', subject: 'Other' as const, message: 'Hello', ...changes, email }
  await apiFrom(app, anAddress()).contacts.send({ body })
  const { contacts } = await admin.api.staffContacts.list({ query: { search: email } })
  return contacts[0]!
}
const at = async (id: string) => (await admin.api.staffContacts.get({ params: { id } })).contact

test('messages are found by their words and their status, the newest first, page after page', async () => {
  const mark = uuid()
  const first = await aMessage({ message: `First ${mark}` })
  const second = await aMessage({ message: `Second ${mark}` })
  const found = async (query: Parameters<typeof admin.api.staffContacts.list>[0]['query']) =>
    admin.api.staffContacts.list({ query: { search: mark.toUpperCase(), ...query } })
  expect((await found({})).contacts.map(({ _id }) => _id)).toEqual([second._id, first._id])
  expect(await found({ page: 2, limit: 1 })).toMatchObject({
    contacts: [{ _id: first._id, excerpt: `First ${mark}` }],
    pagination: { total: 2, pages: 2 },
  })
  const before = (await found({})).counts
  await admin.api.staffContacts.setStatus({ params: { id: first._id }, body: { status: 'closed' } })
  expect((await found({ status: 'closed' })).contacts.map(({ _id }) => _id)).toEqual([first._id])
  expect((await found({ status: 'unread' })).contacts.map(({ _id }) => _id)).toEqual([second._id])
  expect((await found({ status: '' })).counts).toEqual({
    ...before,
    unread: before.unread - 1,
    closed: before.closed + 1,
  })
})

test('the status goes through all four, and each change is written down with before and after', async () => {
  const { _id: id, status } = await aMessage()
  expect(status).toBe('unread')
  for (const next of [...contactStatuses, 'read'] as const)
    await admin.api.staffContacts.setStatus({ params: { id }, body: { status: next } })
  const { entries } = await admin.api.audit.list({ query: { about: id } })
  expect(entries.map(({ before, after }) => [before?.status, after?.status])).toEqual([
    ['closed', 'read'],
    ['replied', 'closed'],
    ['read', 'replied'],
    ['unread', 'read'],
  ])
})

test('a reply is mailed once, however often it is sent at once, and is kept with the message', async () => {
  const { _id: id, email } = await aMessage({ message: 'Does it run on Windows?' })
  const body = { text: 'It does.\nTry it.', key: uuid() }
  await Promise.all(Array.from({ length: 10 }, () => admin.api.staffContacts.reply({ params: { id }, body })))
  expect(mailsTo(app, email, 'contact reply')).toHaveLength(1)
  expect(mailsTo(app, email, 'contact reply')[0]!.text).toContain('It does.\nTry it.')
  expect(await at(id)).toMatchObject({ status: 'replied', replies: [{ by: 'Admin', text: body.text }] })
  await admin.api.staffContacts.reply({ params: { id }, body: { text: 'And on a Mac.', key: uuid() } })
  expect(mailsTo(app, email, 'contact reply')).toHaveLength(2)
  expect((await at(id)).replies.map(({ text }) => text)).toEqual([body.text, 'And on a Mac.'])
})

test('bulk changes answer for each message, and an unknown one stops no other', async () => {
  const ids = [(await aMessage())._id, uuid(), 'nonsense', (await aMessage())._id]
  const bulk = (action: 'closed' | 'delete') =>
    admin.api.staffContacts.bulkUpdate({ body: { contactIds: ids, action } })
  const closed = await bulk('closed')
  expect(closed.updated).toBe(2)
  expect(closed.results).toEqual([
    { _id: ids[0], success: true },
    { _id: ids[1], success: false, message: 'Message not found' },
    { _id: ids[2], success: false, message: 'Message not found' },
    { _id: ids[3], success: true },
  ])
  expect((await at(ids[0]!)).status).toBe('closed')
  expect((await bulk('delete')).updated).toBe(2)
  await expect(at(ids[0]!)).rejects.toMatchObject({ code: 'not_found' })
})

test('the project asked about and the orders named are linked', async () => {
  const project = await aPublishedProject(app, { price: 0 })
  const buyer = await aMember(app)
  const { orders } = await buyer.api.orders
    .checkout({
      body: {
        items: [{ projectId: project._id, kind: 'source' }],
        idempotencyKey: uuid(),
      },
    })
    .then(() => buyer.api.orders.mine({ query: {} }))
  const order = orders[0]!
  const { _id } = await aMessage({
    projectId: project._id,
    message: `I bought ${order.number.toLowerCase()} and RM-2020-000001.`,
  })
  expect(await at(_id)).toMatchObject({
    project: { _id: project._id, title: project.title },
    orders: [{ _id: order.id, number: order.number, title: project.title }],
  })
})

test('members and visitors read no messages and answer none', async () => {
  const { _id: id } = await aMessage()
  const member = await aMember(app)
  for (const [api, status] of [
    [member.api, 403],
    [app.api, 401],
  ] as const) {
    await expect(api.staffContacts.list({ query: {} })).rejects.toMatchObject({ status })
    await expect(api.staffContacts.get({ params: { id } })).rejects.toMatchObject({ status })
    const body = { text: 'No', key: uuid() }
    await expect(api.staffContacts.reply({ params: { id }, body })).rejects.toMatchObject({ status })
  }
})
