import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { describe, expect, test } from 'vitest'

import { subjects } from '#contract/content/lists.ts'
import { namedDay } from '#contract/kit/format.ts'
import { answerBy } from '#contract/orders/answer-times.ts'

import { startApp } from '../../test/app.ts'
import { repetitions } from '../../test/long.ts'
import { anAddress, anAdmin, anEmail, mailsTo, aStaffMember } from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'

const app = await startApp()
const { db, mails } = app
const boss = await anAdmin(app)
const message = {
  name: 'Asha',
  email: 'asha@example.in',
  phone: '9876543210',
  subject: 'Partnership',
  message: 'Hello\n<b>you</b>',
}

async function send(body: unknown) {
  const reply = await app.app.inject({
    method: 'POST',
    url: '/api/contact',
    remoteAddress: anAddress(),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { status: reply.statusCode, body: reply.json() as { message: string; answerBy: string } }
}
const messagesFrom = (email: string) =>
  db.selectFrom('contactMessages').selectAll().where('email', '=', email).execute()

test('a message is stored as unread and mailed to every active staff member', async () => {
  const { email: colleague } = await aStaffMember(boss)
  await aStaffMember(boss, { isActive: false })
  const before = mails.length
  const email = anEmail()
  expect(await send({ ...message, email: ` ${email.toUpperCase()} ` })).toMatchObject({
    status: 200,
    body: { success: true },
  })
  expect(await messagesFrom(email)).toMatchObject([{ ...message, email, status: 'unread', projectId: null }])
  const sent = mails.slice(before).filter(({ kind }) => kind === 'contact message')
  expect(sent.map(({ to }) => to).toSorted()).toEqual([boss.admin.email, colleague].toSorted())
  expect(sent[0]!.text).toContain('Hello\n<b>you</b>')
  expect(sent[0]!.html).toContain('&#60;b&#62;you')
  expect(sent[0]!.text).toContain(email)
})

describe('who wrote is told', () => {
  const told = (email: string) => mailsTo(app, email, 'message received')
  const dayPasses = () => timePasses(db, '1 day', 'attempts')

  test('by when we reply: at each message by the answer, by mail once a day, whatever the address is written like', async () => {
    const email = anEmail()
    const written = [email, email.toUpperCase(), ` ${email}`, email, email]
    const answers = await Promise.all(written.map((one) => send({ ...message, email: one })))
    const by = namedDay(answerBy('message', new Date()))
    for (const { status, body } of answers) expect([status, namedDay(body.answerBy)]).toEqual([200, by])
    expect(told(email)).toHaveLength(1)
    expect(told(email)[0]!.text).toContain(`We reply to this address by ${by}.`)
    expect(told(email)[0]!.html).toContain(by.split(', ')[1])
    await send({ ...message, email })
    expect(told(email)).toHaveLength(1)
    await dayPasses()
    await send({ ...message, email })
    expect(told(email)).toHaveLength(2)
  })

  test('with no word of the message: a stranger’s address may have been typed, and a stranger’s words', async () => {
    const email = anEmail()
    const typed = {
      name: 'Zebulon https://evil.example/name',
      phone: '9123456780',
      subject: 'Partnership',
      message: 'Win a prize at https://evil.example/prize',
    }
    expect((await send({ ...typed, email })).status).toBe(200)
    const [{ subject, text, html }] = told(email) as [(typeof mails)[0]]
    for (const words of ['Zebulon', 'evil', '9123456780', 'Partnership', 'prize'])
      expect(subject + text + html).not.toContain(words)
  })

  test('nothing when the message was not stored', async () => {
    const email = anEmail()
    expect((await send({ ...message, email, message: ' ' })).status).toBe(400)
    expect(told(email)).toEqual([])
  })
})

test('when the mail cannot be queued, nothing is stored', async () => {
  const { buildApp } = await import('#server/app.ts')
  const jobs = { ...app.dependencies.jobs, enqueue: () => Promise.reject(new Error('no queue')) }
  const broken = await buildApp({ ...app.dependencies, jobs })
  const email = anEmail()
  const reply = await broken.inject({ method: 'POST', url: '/api/contact', payload: { ...message, email } })
  await broken.close()
  expect(reply.statusCode).toBe(500)
  expect(await messagesFrom(email)).toEqual([])
})

test.each([undefined, null, '', uuid()])(
  'a message about the project %j, which is none, is stored without it',
  async (projectId) => {
    const email = anEmail()
    expect((await send({ ...message, email, projectId })).status).toBe(200)
    expect(await messagesFrom(email)).toMatchObject([{ projectId: null }])
  },
)

test.each([
  [{ name: '' }, 'Name is required'],
  [{ name: undefined }, 'Name is required'],
  [{ email: '' }, 'Email is required'],
  [{ email: 'asha' }, 'Please enter a valid email address'],
  [{ subject: 'Anything' }, 'Choose a subject'],
  [{ message: ' ' }, 'Message is required'],
  [{ name: 'a\r\nBcc: x@y.in' }, 'Use plain text on one line'],
  [{ message: 'x'.repeat(5001) }, 'At most 5000 characters'],
  [{ projectId: 'x' }, 'This is not a project'],
])('%j is refused: %s', async (change, expected) => {
  const before = mails.length
  expect(await send({ ...message, ...change })).toMatchObject({ status: 400, body: { message: expected } })
  expect(mails).toHaveLength(before)
})

test('status, id and date are not taken from the sender', async () => {
  const email = anEmail()
  const id = uuid()
  await send({ ...message, email, status: 'closed', id, _id: id, createdAt: '2001-01-01' })
  const [stored] = await messagesFrom(email)
  expect(stored).toMatchObject({ status: 'unread' })
  expect(stored!.id).not.toBe(id)
  expect(stored!.createdAt.getFullYear()).toBeGreaterThan(2001)
})

test.each([
  ['(+91)-98765-43210', '9876543210'],
  ['+1 555 123 4567', '+1 555 123 4567'],
])('a phone number of a message written as %s is kept as %s', async (phone, kept) => {
  const email = anEmail()
  expect((await send({ ...message, email, phone })).status).toBe(200)
  expect(await messagesFrom(email)).toMatchObject([{ phone: kept }])
})

test('no input makes a fault of ours', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.jsonValue(),
    fc.constantFrom(undefined, '', '\0', '\ud800'),
  )
  const body = fc.record(
    {
      name: fc.oneof(anything, fc.constant('Asha')),
      email: fc.oneof(anything, fc.emailAddress()),
      phone: anything,
      subject: fc.oneof(anything, fc.constantFrom(...subjects)),
      message: fc.oneof(anything, fc.string({ minLength: 1 })),
      projectId: fc.oneof(anything, fc.uuid()),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 5, arbitrary: body }, { weight: 1, arbitrary: fc.jsonValue() }),
      async (input) => {
        expect((await send(input)).status).toBeLessThan(500)
      },
    ),
    { numRuns: repetitions(200, 40) },
  )
})
