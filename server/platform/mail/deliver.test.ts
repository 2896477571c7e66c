import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { headerOf, mailServer } from '../../../test/mail-server.ts'
import { aMember, anEmail, deactivate, changeEmail } from '../../../test/makers.ts'
import { mailWorker } from '../../../test/send-mails.ts'
import { createMailer } from './mailer.ts'
import { mailAddress, type MailKind, mailMember } from './send.ts'

const refusals: Record<string, { code: number; text: string } | 'hang' | 'drop'> = {}
const server = await mailServer({
  rcpt: (address) => {
    const refusal = refusals[address]
    return typeof refusal === 'object' ? refusal : undefined
  },
  data: (address) => {
    const outcome = refusals[address]
    return typeof outcome === 'string' ? outcome : undefined
  },
})
const app = await startApp()
const { db } = app
const run = mailWorker(
  app,
  createMailer({
    ...app.dependencies,
    smtpUrl: server.url,
    mailFrom: 'Readymade <hello@readymade.example>',
    dataDir: '/nowhere',
  }),
)

const optional: MailKind = { name: 'review', why: 'it is your project', preference: 'notifications' }
const ofMoney: MailKind = { ...optional, name: 'sale', isMoney: true }
const necessary: MailKind = { name: 'receipt', why: 'you ordered this' }
const signIn: MailKind = { name: 'sign-in', why: 'somebody asked', isSignIn: true }
const noSuchUser = { code: 550, text: '5.1.1 No such user' }

async function queued(member: { id: string }, kind: MailKind) {
  await mailMember(app.dependencies, db, kind, member.id, { subject: kind.name, paragraphs: ['Hello'] })
  return app.mails.at(-1)!
}
const setPreferences = (id: string, preferences: object) =>
  db
    .updateTable('members')
    .set({ preferences: JSON.stringify(preferences) })
    .where('id', '=', id)
    .execute()
const bounces = (email: string) =>
  db.selectFrom('mailBounces').select(['isBlocked', 'reply']).where('email', '=', email).execute()

test('what a member switched off after it was asked for is not sent; what is necessary is', async () => {
  const member = await aMember(app)
  const [review, sale] = [await queued(member, optional), await queued(member, ofMoney)]
  const receipt = await queued(member, necessary)
  await setPreferences(member.id, { notifications: false })
  await run(review)
  await run(sale)
  expect(server.to(member.email)).toHaveLength(0)
  await run(receipt)
  expect(server.to(member.email)).toHaveLength(1)
  await setPreferences(member.id, {})
  await run(sale)
  expect(server.to(member.email)).toHaveLength(2)
})

test('what may be switched off carries a link that does so, in its header, its text and its html, unless it is about money', async () => {
  const member = await aMember(app)
  await run(await queued(member, optional))
  await run(await queued(member, ofMoney))
  await run(await queued(member, necessary))
  // Without the line breaks of the encoding, which may be within a sentence.
  const [review, sale, receipt] = server.to(member.email).map(({ raw }) => raw.replaceAll(/=\r?\n/g, ''))
  expect(headerOf(review!)).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/mails\/switch-off\//m)
  expect(review!.match(/Switch these emails off/g)).toHaveLength(2)
  for (const other of [sale, receipt]) expect(other).not.toMatch(/switch|unsubscribe/i)
})

test('mail goes to the address a member has when it is sent, and to nobody who is deactivated', async () => {
  const member = await aMember(app)
  const mail = await queued(member, necessary)
  const moved = anEmail()
  await changeEmail(db, member.id, moved)
  await run(mail)
  expect(server.to(member.email)).toHaveLength(0)
  expect(server.to(moved)).toHaveLength(1)
  await deactivate(db, member.id)
  await run(mail)
  expect(server.to(moved)).toHaveLength(1)
})

test('a job that is done again after its mail went out sends no second one', async () => {
  const member = await aMember(app)
  const mail = await queued(member, necessary)
  const id = randomUUID()
  await run(mail, id)
  await run(mail, id)
  expect(server.to(member.email)).toHaveLength(1)
})

test('a server that takes mails and hangs up gets the same one twice at most, with the same id', async () => {
  const member = await aMember(app)
  const mail = await queued(member, necessary)
  const id = randomUUID()
  refusals[member.email] = 'drop'
  for (const attempt of [1, 2]) await expect(run(mail, id), String(attempt)).rejects.toThrow('did not answer')
  for (let again = 0; again < 5; again++) await run(mail, id)
  const copies = server.to(member.email)
  expect(copies).toHaveLength(2)
  for (const { raw } of copies) expect(headerOf(raw)).toContain(`Message-ID: <${id}@readymade.example>`)
})

test('a mail that is of no use any more is not sent', async () => {
  const email = anEmail()
  await mailAddress(app, db, signIn, email, { subject: 'S', paragraphs: ['P'] }, { usefulMinutes: 60 })
  const mail = app.mails.at(-1)!
  await run({ ...mail, usefulUntil: new Date(Date.now() - 1000).toISOString() })
  expect(server.to(email)).toHaveLength(0)
  await run(mail)
  expect(server.to(email)).toHaveLength(1)
})

test('an address that bounced gets no more mail but sign-ins, until one gets through', async () => {
  const member = await aMember(app)
  const mail = await queued(member, necessary)
  refusals[member.email] = noSuchUser
  await run(mail)
  expect(await bounces(member.email)).toEqual([{ isBlocked: true, reply: '550 5.1.1 No such user' }])
  delete refusals[member.email]
  await run(mail)
  expect(server.to(member.email)).toHaveLength(0)
  await run(await queued(member, signIn))
  expect(server.to(member.email)).toHaveLength(1)
  await run(mail)
  expect(server.to(member.email)).toHaveLength(2)
})

test('a refusal for now, or by a rule, marks nobody and is tried again', async () => {
  const member = await aMember(app)
  const mail = await queued(member, necessary)
  for (const refusal of [
    { code: 451, text: '4.3.0 Later' },
    { code: 550, text: '5.7.1 Not from you' },
    { code: 552, text: '5.2.2 Mailbox full' },
  ]) {
    refusals[member.email] = refusal
    await expect(run(mail)).rejects.toThrow(refusal.text)
  }
  expect(await bounces(member.email)).toEqual([])
  delete refusals[member.email]
  await run(mail)
  expect(server.to(member.email)).toHaveLength(1)
})

test('a new address of a member whose mail came back is written to', async () => {
  const member = await aMember(app)
  const mail = await queued(member, optional)
  refusals[member.email] = noSuchUser
  await run(mail)
  const moved = anEmail()
  await changeEmail(db, member.id, moved)
  await run(mail)
  expect(server.to(moved)).toHaveLength(1)
})
