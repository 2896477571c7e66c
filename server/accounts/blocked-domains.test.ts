import { randomUUID } from 'node:crypto'

import { afterEach, beforeAll, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAddress, anAdmin, apiFrom, codeMailedTo } from '../../test/makers.ts'

const app = await startApp()
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  admin = await anAdmin(app)
})
afterEach(() => block(''))
const block = async (blockedDomains: string) => {
  const { version } = (await admin.api.settings.get()).settings.signUp
  return admin.api.settings.signUp({ query: { version }, body: { blockedDomains } })
}
const person = { name: 'Asha Rao', phone: '9876543210' }
const refused = (domain: string, field = 'userData/email') => {
  const message = `We do not accept emails at ${domain}. Please use another email.`
  return { status: 400, message, details: { fields: { [field]: message } } }
}

test.each([
  ['a blocked domain', 'throwaway.example'],
  ['a domain below one', 'mail.throwaway.example'],
])('nobody signs up with %s, not even with an earlier code', async (_, domain) => {
  const email = `${randomUUID()}@${domain}`
  const { accounts } = apiFrom(app, anAddress())
  const { sessionToken } = await accounts.sendOtp({ body: { email } })
  const body = { email, otp: codeMailedTo(app, email), sessionToken }
  await block('other.example\nThrowaway.Example')
  await expect(accounts.verifyOtp({ body }), 'it says nothing of the list').rejects.toMatchObject({
    status: 404,
    problem: { requiresRegistration: true },
  })
  await expect(accounts.verifyOtp({ body: { ...body, userData: person } })).rejects.toMatchObject(
    refused(domain),
  )
  expect(await accounts.checkEmail({ body: { email } }), 'no more than before').toMatchObject({
    exists: false,
  })
  // Once the domain is off the list, the same code signs up.
  await block('')
  expect((await accounts.verifyOtp({ body: { ...body, userData: person } })).user.email).toBe(email)
})

test('at a blocked domain only members are mailed a code, and everybody gets the same answer', async () => {
  const member = await aMember(app, { email: `${randomUUID()}@throwaway.example` })
  await app.db.deleteFrom('oneTimeCodes').execute()
  await block('throwaway.example')
  const ask = async (email: string) => {
    const before = app.mails.length
    const { sessionToken, ...answer } = await apiFrom(app, anAddress()).accounts.sendOtp({ body: { email } })
    expect(sessionToken).toMatch(/^[\w-]{43}$/)
    return { answer, mails: app.mails.length - before }
  }
  const [known, unknown] = [await ask(member.email), await ask(`${randomUUID()}@throwaway.example`)]
  expect(unknown.answer).toEqual(known.answer)
  expect([known.mails, unknown.mails]).toEqual([1, 0])
})

test('who signs up at a blocked domain is told so in a sentence before a code is mailed, a member there no less', async () => {
  const member = await aMember(app, { email: `${randomUUID()}@throwaway.example` })
  await block('throwaway.example')
  const before = app.mails.length
  for (const email of [member.email, `${randomUUID()}@mail.throwaway.example`]) {
    const { accounts } = apiFrom(app, anAddress())
    await expect(accounts.sendOtp({ body: { email, isSignUp: true } })).rejects.toMatchObject(
      refused(email.split('@')[1]!, 'email'),
    )
  }
  expect(app.mails).toHaveLength(before)
  await block('')
  await apiFrom(app, anAddress()).accounts.sendOtp({
    body: { email: 'new@throwaway.example', isSignUp: true },
  })
})

test('a domain that only has the same ending is accepted', async () => {
  await block('throwaway.example')
  await expect(aMember(app, { email: 'a@notthrowaway.example' })).resolves.toBeDefined()
  await expect(aMember(app, { email: 'a@throwaway.example.in' })).resolves.toBeDefined()
})

test('a member signs in as before, and nobody changes their email to a blocked domain', async () => {
  const early = await aMember(app, { email: 'early@throwaway.example' })
  const other = await aMember(app)
  await block('throwaway.example')
  const { accounts } = apiFrom(app, anAddress())
  const { sessionToken } = await accounts.sendOtp({ body: { email: early.email } })
  const otp = codeMailedTo(app, early.email)
  await expect(
    accounts.verifyOtp({ body: { email: early.email, otp, sessionToken } }),
  ).resolves.toMatchObject({ user: { _id: early.id } })
  await expect(
    other.api.emailChange.ask({ body: { email: 'late@x.throwaway.example' } }),
  ).rejects.toMatchObject(refused('x.throwaway.example', 'email'))
})

test('the list is stored normalized, sorted and without duplicates, an invalid domain is named, and the audit log has the change', async () => {
  await block('  @Bin.Example, *.trash.example\r\n\n.trash.example; bin.example. ')
  const { signUp } = (await admin.api.settings.get()).settings
  expect(signUp.value.blockedDomains).toBe('bin.example\ntrash.example')
  await block('trash.example new.example')
  await expect(block('fine.example\nnot a domain')).rejects.toMatchObject({
    status: 400,
    details: { fields: { blockedDomains: 'a is not a domain such as example.com' } },
  })
  const { entries } = await admin.api.audit.list({ query: { about: 'signUp' } })
  expect(entries[0]).toMatchObject({
    action: 'change settings',
    before: { blockedDomains: 'bin.example\ntrash.example' },
    after: { blockedDomains: 'new.example\ntrash.example' },
  })
  const member = await aMember(app)
  await expect(
    member.api.settings.signUp({ query: { version: 0 }, body: { blockedDomains: '' } }),
  ).rejects.toMatchObject({
    status: 403,
  })
})
