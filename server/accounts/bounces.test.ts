import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { mailServer } from '../../test/mail-server.ts'
import { aMember, anEmail, changeEmail } from '../../test/makers.ts'
import { mailWorker } from '../../test/send-mails.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { mailMember } from '../platform/mail/send.ts'

const relay = await mailServer()
const app = await startApp()
const { db } = app
const sender = { smtpUrl: relay.url, mailFrom: 'Readymade <hello@readymade.example>', dataDir: '/nowhere' }
const run = mailWorker(app, createMailer({ ...app.dependencies, ...sender }))

const receipt = { name: 'receipt', why: 'you ordered this' }
const sendReceipt = async (member: { id: string; email: string }) => {
  await mailMember(app.dependencies, db, receipt, member.id, {
    subject: 'Receipt',
    paragraphs: ['Status: 5.1.1'],
  })
  await run(app.mails.at(-1)!)
  return relay.to(member.email).at(-1)!.raw
}

interface ReportFields {
  status?: string
  action?: string
  diagnostic?: string
  returned?: 'message/rfc822' | 'text/rfc822-headers'
}

/** Builds a report as Postfix writes it about an email that it had accepted and could not deliver. */
const report = (
  email: string,
  raw: string,
  {
    status = '5.1.1',
    action = 'failed',
    diagnostic = 'smtp; 550 5.1.1 <them>: Recipient address rejected: User unknown',
    returned = 'message/rfc822',
  }: ReportFields = {},
) =>
  [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.readymade.example (Mail Delivery System)',
    'To: hello@readymade.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4F2A11C0.1700000000/mx.readymade.example"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4F2A11C0.1700000000/mx.readymade.example',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    "I'm sorry to have to inform you that your message could not be delivered.",
    '',
    '--4F2A11C0.1700000000/mx.readymade.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.readymade.example',
    'X-Postfix-Queue-ID: 4F2A11C0',
    'Arrival-Date: Tue, 14 Nov 2023 22:13:20 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${email}`,
    `Original-Recipient: rfc822;${email}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.college.example',
    `Diagnostic-Code: ${diagnostic.replace(': ', ':\r\n    ')}`,
    '',
    '--4F2A11C0.1700000000/mx.readymade.example',
    'Content-Description: Undelivered Message',
    `Content-Type: ${returned}`,
    '',
    returned === 'message/rfc822' ? raw : raw.slice(0, raw.indexOf('\r\n\r\n')),
    '',
    '--4F2A11C0.1700000000/mx.readymade.example--',
    '',
  ].join('\r\n')

const post = async (payload: string, type = 'message/rfc822') =>
  (
    await app.app.inject({
      method: 'POST',
      url: '/api/mail/bounces',
      headers: { 'content-type': type },
      payload,
    })
  ).statusCode
const bounces = (email: string) =>
  db.selectFrom('mailBounces').select(['isBlocked', 'reply']).where('email', '=', email).execute()

test.each<[string, ReportFields, string]>([
  ['with the whole email', {}, 'message/rfc822'],
  ['with its header alone', { returned: 'text/rfc822-headers' }, 'text/plain'],
  [
    'that names the reason only in words',
    { status: '5.0.0', diagnostic: 'x-unix; no such user' },
    'application/x-www-form-urlencoded',
  ],
  ['of a domain that is not there', { status: '5.4.4' }, 'text/plain; charset=utf-8'],
])('a mail that comes back later, %s, is the last that its address gets', async (_name, fields, type) => {
  const member = await aMember(app)
  const raw = await sendReceipt(member)
  expect(await post(report(member.email, raw, fields), type)).toBe(200)
  expect(await post(report(member.email, raw, fields).replaceAll('\r\n', '\n'), type)).toBe(200)
  const [bounce, ...others] = await bounces(member.email)
  expect(bounce).toMatchObject({ isBlocked: true, reply: expect.stringContaining(fields.status ?? '5.1.1') })
  expect(others).toEqual([])
  const sent = relay.to(member.email).length
  await sendReceipt(member)
  expect(relay.to(member.email)).toHaveLength(sent)
})

test.each<[string, ReportFields]>([
  ['a delay', { action: 'delayed', status: '4.4.1', diagnostic: 'smtp; 451 4.4.1 Try later' }],
  ['a server that could not be reached for days', { status: '4.4.1', diagnostic: 'smtp; timed out' }],
  ['a full mailbox', { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' }],
  ['a policy', { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 Not from you' }],
  ['a policy without a code of its own', { status: '5.0.0', diagnostic: 'smtp; 550 5.7.26 SPF' }],
  ['an email that was delivered', { action: 'delivered', status: '2.0.0', diagnostic: 'smtp; 250 ok' }],
])('%s is accepted and marks nobody', async (_name, fields) => {
  const member = await aMember(app)
  expect(await post(report(member.email, await sendReceipt(member), fields))).toBe(200)
  expect(await bounces(member.email)).toEqual([])
})

test('a report that is forged changes nothing, whoever it names', async () => {
  const [victim, other] = [await aMember(app), await aMember(app)]
  const [raw, others] = [await sendReceipt(victim), await sendReceipt(other)]
  const proofOf = (email: string) => /^X-Readymade-Recipient:\s+(\S+)$/m.exec(email)![1]!
  const [proof, otherProof] = [proofOf(raw), proofOf(others)]
  const [address] = proof.split('.')
  const [, otherSignature] = otherProof.split('.')
  const forgeries = [
    raw.replace(/^X-Readymade-Recipient:/m, 'X-Other:'),
    ...[`${address}.${'0'.repeat(64)}`, `${address}.${otherSignature}`, `${address}.`, `${address}`, '.'].map(
      (forged) => raw.replace(proof, forged),
    ),
  ]
  for (const forged of forgeries) expect(await post(report(victim.email, forged))).toBe(400)
  const untold = report(victim.email, raw).replace(/^Content-Type: multipart.*/m, 'X: y')
  for (const nonsense of ['', 'Hello', raw, untold]) expect(await post(nonsense)).toBe(400)
  expect([...(await bounces(victim.email)), ...(await bounces(other.email))]).toEqual([])
})

test('the signed header of a report decides which address bounced, not its text', async () => {
  const [victim, other] = [await aMember(app), await aMember(app)]
  expect(await post(report(victim.email, await sendReceipt(other)))).toBe(200)
  expect(await bounces(victim.email)).toEqual([])
  expect(await bounces(other.email)).toHaveLength(1)
})

test('nothing is stored for an address that no longer belongs to a member', async () => {
  const member = await aMember(app)
  const raw = await sendReceipt(member)
  await changeEmail(db, member.id, anEmail())
  expect(await post(report(member.email, raw))).toBe(200)
  expect(await bounces(member.email)).toEqual([])
})

test('a report that is too large is refused before it is read', async () => {
  const member = await aMember(app)
  const raw = await sendReceipt(member)
  expect(await post(report(member.email, raw + 'x'.repeat(300_000)))).toBe(413)
  expect(await bounces(member.email)).toEqual([])
})
