import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { buildApp } from '#server/app.ts'

import { startApp } from '../../test/app.ts'
import {
  aMember,
  anAddress,
  anEmail,
  apiFrom,
  codeMailedTo,
  linkMailedTo,
  deactivate,
} from '../../test/makers.ts'
import { timePasses } from '../../test/time.ts'

const app = await startApp()
const { db, api } = app
const userData = { name: 'Asha Rao', phone: '9876543210' }
const expired = {
  code: 'expired',
  status: 410,
  message: 'This link has expired or was used. Ask for a new one.',
}

/** Requests a sign-in link for an email; the second mail has one. */
async function aLink(email: string) {
  for (let asked = 0; asked < 2; asked++)
    await apiFrom(app, anAddress()).accounts.sendOtp({ body: { email } })
  return linkMailedTo(app, email)!
}
const open = (linkToken: string, data?: Partial<typeof userData> & { referralCode?: string }) =>
  api.accounts.verifyLink({ body: { linkToken, ...(data && { userData: { ...userData, ...data } }) } })
const sessions = async () =>
  Number((await db.selectFrom('sessions').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow()).n)

test('a link signs in once, even when 50 callers use it simultaneously', async () => {
  for (let round = 0; round < 3; round++) {
    const { email } = await aMember(app)
    const link = await aLink(email)
    const before = await sessions()
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => open(link)))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused).toHaveLength(49)
    for (const { reason } of refused) expect(reason).toMatchObject(expired)
    expect(await sessions()).toBe(before + 1)
  }
})

test('the session of a link is a session like any other', async () => {
  const { email, id } = await aMember(app)
  const { tokens, user } = await open(await aLink(email))
  expect(user).toMatchObject({ _id: id, email })
  expect((await app.as(tokens.accessToken).accounts.profile()).user._id).toBe(id)
})

test.each([
  { age: '59 minutes', works: true },
  { age: '61 minutes', works: false },
])('a link that is $age old works: $works', async ({ age, works }) => {
  const { email } = await aMember(app)
  const link = await aLink(email)
  await timePasses(db, age, 'oneTimeLinks', { subject: email })
  if (works) expect((await open(link)).user.email).toBe(email)
  else await expect(open(link)).rejects.toMatchObject(expired)
})

test('a link works however many codes were sent and links used after it', async () => {
  const { email } = await aMember(app)
  const link = await aLink(email)
  expect(await aLink(email)).not.toBe(link)
  await open(linkMailedTo(app, email)!)
  expect((await open(link)).user.email).toBe(email)
})

test('the link of an email without an account asks for registration, names the email, and signs it up', async () => {
  const email = anEmail()
  const link = await aLink(email)
  for (let times = 0; times < 3; times++)
    await expect(open(link)).rejects.toMatchObject({
      status: 404,
      details: { requiresRegistration: true, email },
    })
  await expect(open(link, { referralCode: 'NOBODYS' })).rejects.toMatchObject({ code: 'invalid_input' })
  const { user } = await open(link, {})
  expect(user).toMatchObject({ email, name: 'Asha Rao', isEmailVerified: true })
  await expect(open(link, {})).rejects.toMatchObject(expired)
})

test('a deactivated member is not let in by a link either', async () => {
  const { email, id } = await aMember(app)
  const link = await aLink(email)
  await deactivate(db, id)
  await expect(open(link)).rejects.toMatchObject({ code: 'not_allowed' })
})

test('an invalid link opens nothing', async () => {
  const { email } = await aMember(app)
  const link = await aLink(email)
  for (const token of ['x', link.toLowerCase() + 'x', link.slice(1), codeMailedTo(app, email)])
    await expect(open(token)).rejects.toMatchObject(expired)
  await expect(api.staff.loginByLink({ body: { linkToken: link } })).rejects.toMatchObject(expired)
  expect((await open(link)).user.email).toBe(email)
})

test('neither the database nor the log holds a link', async () => {
  const log: string[] = []
  const loud = await buildApp(app.dependencies, {
    logger: { level: 'trace', stream: { write: (line: string) => void log.push(line) } },
  })
  const { email } = await aMember(app)
  const link = await aLink(email)
  const { rows } = await sql<{ row: string }>`select one_time_links::text as row from one_time_links`.execute(
    db,
  )
  expect(rows.map(({ row }) => row).join()).not.toContain(link)
  await apiFrom({ app: loud }, anAddress()).accounts.verifyLink({ body: { linkToken: link } })
  await loud.close()
  expect(log.join('')).toContain('signed in')
  expect(log.join('')).not.toContain(link)
})
