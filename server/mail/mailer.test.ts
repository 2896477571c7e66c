import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'

import type { JobKinds, Jobs } from '../jobs/jobs.ts'
import { writeEmail } from './email.ts'
import { mailerFor } from './mailer.ts'
import { workMail } from './worker.ts'

interface Received {
  from: string | undefined
  to: string[]
  raw: string
}
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

/** A mail server that keeps what it gets, or answers every mail with a refusal. */
async function mailServer(refusal?: { code: number; text: string }) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : undefined,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        })
        return done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  const smtpUrl = `smtp://127.0.0.1:${port}`
  return {
    received,
    send: mailerFor({ smtpUrl, mailFrom: 'Readymade <hello@readymade.example>', dataDir: '/nowhere' }),
  }
}

/** Jobs that are done at once, as the queue would do them. */
async function queueWith(send: ReturnType<typeof mailerFor>) {
  let work: (data: JobKinds['mail']) => Promise<void> = () => Promise.reject(new Error('nobody works'))
  const jobs = { work: async (_kind: string, worker: typeof work) => void (work = worker) } as unknown as Jobs
  await workMail(jobs, send)
  return (data: JobKinds['mail']) => work(data)
}

const code = writeEmail({
  subject: 'Your Readymade code',
  paragraphs: ['Hello ₹', 'Good bye'],
  code: '042917',
})
const header = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')

test('a mail job reaches the server once, with both forms intact', async () => {
  const { received, send } = await mailServer()
  const run = await queueWith(send)
  await run({ to: 'asha@example.in', ...code })
  expect(received).toHaveLength(1)
  const [mail] = received
  expect(mail).toMatchObject({ from: 'hello@readymade.example', to: ['asha@example.in'] })
  expect(header(mail!.raw)).toMatch(/^Subject: Your Readymade code$/m)
  expect(header(mail!.raw)).toMatch(/^From: Readymade <hello@readymade.example>$/m)
  expect(header(mail!.raw)).toMatch(/^To: asha@example.in$/m)
  expect(mail!.raw).toMatch(/Content-Type: text\/plain; charset=utf-8/)
  expect(mail!.raw).toMatch(/Content-Type: text\/html; charset=utf-8/)
  expect(mail!.raw.match(/042917/g)).toHaveLength(2)
})

test('a server that refuses for now makes the job fail, so that it is tried again', async () => {
  const { received, send } = await mailServer({ code: 451, text: 'Try again later' })
  const run = await queueWith(send)
  await expect(run({ to: 'asha@example.in', ...code })).rejects.toThrow(/451/)
  expect(received).toEqual([])
})

test('a server that is not there makes the job fail', async () => {
  const run = await queueWith(
    mailerFor({ smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'a@x.in', dataDir: '/nowhere' }),
  )
  await expect(run({ to: 'asha@example.in', ...code })).rejects.toThrow(/ECONNREFUSED/)
})

test.each([
  'a@x.in, b@y.in',
  'a@x.in\r\nBcc: b@y.in',
  'a@x.in>\r\nRCPT TO:<b@y.in',
  'group: b@y.in, c@z.in;',
])('the recipient %j never becomes a second one', async (to) => {
  const { received, send } = await mailServer()
  await send({ ...code, to }).catch(() => {})
  const recipients = received.flatMap((mail) => mail.to)
  expect(recipients.length).toBeLessThanOrEqual(1)
  expect(recipients).not.toContain('b@y.in')
  expect(received.map(({ raw }) => header(raw)).join('\n')).not.toMatch(/^bcc:/im)
})

test.each(['Hello\r\nBcc: b@y.in', 'Hello\nTo: b@y.in\r\n\r\nbody', 'Hello\0\rBcc: b@y.in'])(
  'the subject %j stays one header',
  async (subject) => {
    const { received, send } = await mailServer()
    await send({ ...code, to: 'a@x.in', subject })
    expect(received).toHaveLength(1)
    const [{ to, raw }] = received as [Received]
    expect(to).toEqual(['a@x.in'])
    expect(header(raw)).not.toMatch(/^bcc:/im)
    expect(header(raw).match(/^to:/gim)).toHaveLength(1)
    expect(header(raw).match(/^subject:/gim)).toHaveLength(1)
    expect(raw).toContain('042917')
  },
)

test('without a mail server the mail is printed and stored as a file', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'readymade-mail-'))
  closers.push(async () => rmSync(dataDir, { recursive: true }))
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  closers.push(async () => printed.mockRestore())
  await mailerFor({ smtpUrl: undefined, mailFrom: 'a@x.in', dataDir })({ to: 'asha@example.in', ...code })
  expect(printed.mock.calls.join('')).toContain('042917')
  const [file] = readdirSync(join(dataDir, 'mail'))
  expect(file).toMatch(/\.eml$/)
  expect(readFileSync(join(dataDir, 'mail', file!), 'utf8')).toContain('042917')
})
