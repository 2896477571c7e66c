import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { headerOf, mailServer } from '../../../test/mail-server.ts'
import { isHardBounce } from './bounces.ts'
import { writeEmail } from './email.ts'
import { createMailer, type SendMail } from './mailer.ts'

const sender = {
  mailFrom: 'Readymade <hello@readymade.example>',
  dataDir: '/nowhere',
  secret: 'a secret for tests',
}
const email = writeEmail(
  { subject: 'Your Readymade code', paragraphs: ['Hello ₹', 'Good bye'], code: '042917' },
  { why: 'you asked for it' },
)
const mail = (more: Partial<Parameters<SendMail>[0]> = {}) => ({
  to: 'asha@example.in',
  id: randomUUID(),
  timeout: 5000,
  ...email,
  ...more,
})
async function mailing(on?: Parameters<typeof mailServer>[0]) {
  const server = await mailServer(on)
  return { ...server, send: createMailer({ ...sender, smtpUrl: server.url }) }
}

test('a mail reaches the server once, with both forms intact and the id of its job', async () => {
  const { received, send } = await mailing()
  const sent = mail()
  await send(sent)
  expect(received).toHaveLength(1)
  const { raw, ...envelope } = received[0]!
  expect(envelope).toEqual({ from: 'hello@readymade.example', to: ['asha@example.in'] })
  const header = headerOf(raw)
  expect(header).toMatch(/^Subject: Your Readymade code$/m)
  expect(header).toMatch(/^From: Readymade <hello@readymade.example>$/m)
  expect(header).toMatch(/^To: asha@example.in$/m)
  expect(header).toContain(`Message-ID: <${sent.id}@readymade.example>`)
  expect(header).not.toContain('List-Unsubscribe')
  expect(raw).toMatch(/Content-Type: text\/plain; charset=utf-8/)
  expect(raw).toMatch(/Content-Type: text\/html; charset=utf-8/)
  expect(raw.match(/042917/g)).toHaveLength(2)
})

test('a mail that may be switched off says so to mail programs, as RFC 8058 asks', async () => {
  const { received, send } = await mailing()
  const unsubscribeUrl = `https://readymade.example/mails/switch-off/${randomUUID()}/notifications/${'0a'.repeat(32)}`
  await send(mail({ unsubscribeUrl }))
  const header = headerOf(received[0]!.raw)
  expect(header).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
  expect(header).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
})

test('a server that refuses for now, and one that is not there, make it fail', async () => {
  const { received, send } = await mailing({ data: () => ({ code: 451, text: 'Try again later' }) })
  await expect(send(mail())).rejects.toThrow(/451/)
  expect(received).toEqual([])
  const away = createMailer({ ...sender, smtpUrl: 'smtp://127.0.0.1:9' })
  await expect(away(mail())).rejects.toThrow(/ECONNREFUSED/)
})

test('a server that hangs is given up at the deadline, and others get through meanwhile', async () => {
  const { to, send } = await mailing({ data: (address) => (address === 'slow@x.in' ? 'hang' : undefined) })
  const slow = Array.from({ length: 4 }, () => send(mail({ to: 'slow@x.in', timeout: 1000 })))
  await send(mail({ to: 'quick@x.in' }))
  expect(to('quick@x.in')).toHaveLength(1)
  for (const one of slow) await expect(one).rejects.toMatchObject({ name: 'UnansweredError' })
  await send(mail({ to: 'later@x.in' }))
  expect(to('later@x.in')).toHaveLength(1)
})

test('a recipient that does not exist is told apart from every other refusal', async () => {
  const { send } = await mailing({ rcpt: () => ({ code: 550, text: '5.1.1 No such user' }) })
  await expect(send(mail())).rejects.toMatchObject({ name: 'BouncedError', reply: '550 5.1.1 No such user' })
  const policy = await mailing({ data: () => ({ code: 550, text: '5.7.1 Rejected as spam' }) })
  await expect(policy.send(mail())).rejects.not.toMatchObject({ name: 'BouncedError' })
})

test.each([
  ['550 5.1.1 No such user', true],
  ['550-5.1.1 The account does not exist', true],
  ['550 No such user here', true],
  ['551 User not local', true],
  ['553 Mailbox name not allowed', true],
  ['554 5.1.1 Unknown', true],
  ['550 5.2.1 Mailbox disabled', true],
  ['550 5.0.0 User unknown', true],
  ['550 5.7.1 Blocked by policy', false],
  ['553 5.1.8 Sender domain does not exist', false],
  ['552 5.2.2 Mailbox full', false],
  ['552 Mailbox full', false],
  ['554 Transaction failed', false],
  ['450 4.1.1 Greylisted', false],
])('the answer %j to a recipient is a hard bounce: %s', (response, expected) => {
  const responseCode = Number(response.slice(0, 3))
  expect(isHardBounce({ command: 'RCPT TO', response, responseCode })).toBe(expected)
  expect(isHardBounce({ command: 'DATA', response, responseCode })).toBe(false)
})

test.each([
  'a@x.in, b@y.in',
  'a@x.in\r\nBcc: b@y.in',
  'a@x.in>\r\nRCPT TO:<b@y.in',
  'group: b@y.in, c@z.in;',
])('the recipient %j never becomes a second one', async (to) => {
  const { received, send } = await mailing()
  await send(mail({ to })).catch(() => {})
  const recipients = received.flatMap((one) => one.to)
  expect(recipients.length).toBeLessThanOrEqual(1)
  expect(recipients).not.toContain('b@y.in')
  expect(received.map(({ raw }) => headerOf(raw)).join('\n')).not.toMatch(/^bcc:/im)
})

test.each(['Hello\r\nBcc: b@y.in', 'Hello\nTo: b@y.in\r\n\r\nbody', 'Hello\0\rBcc: b@y.in'])(
  'the subject %j stays one header',
  async (subject) => {
    const { received, send } = await mailing()
    await send(mail({ to: 'a@x.in', subject }))
    expect(received).toHaveLength(1)
    const { to, raw } = received[0]!
    const header = headerOf(raw)
    expect(to).toEqual(['a@x.in'])
    expect(header).not.toMatch(/^bcc:/im)
    expect(header.match(/^to:/gim)).toHaveLength(1)
    expect(header.match(/^subject:/gim)).toHaveLength(1)
    expect(raw).toContain('042917')
  },
)

test('without a mail server the mail is printed and stored as a file', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'readymade-mail-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => printed.mockRestore())
  await createMailer({ ...sender, smtpUrl: undefined, dataDir })(mail())
  expect(printed.mock.calls.join('')).toContain('042917')
  const [file] = readdirSync(join(dataDir, 'mail'))
  expect(file).toMatch(/\.eml$/)
  expect(readFileSync(join(dataDir, 'mail', file!), 'utf8')).toContain('042917')
})
