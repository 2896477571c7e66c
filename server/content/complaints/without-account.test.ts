import { expect, test } from 'vitest'

import { createApi } from '#contract/client.ts'

import { startApp } from '../../../test/app.ts'
import { anAddress, anAdmin, anEmail, deleteAccount, mailsTo, runJob } from '../../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, collectWebhooks, source } from '../../../test/orders.ts'
import { timePasses } from '../../../test/time.ts'
import { memberById } from '../../accounts/lookup-queries.ts'
import { personalDataJobs } from '../../members/jobs.ts'
import { sections } from '../../members/personal-data/data-queries.ts'
import { contentJobs } from '../jobs.ts'

const app = await startApp()
const { db, dependencies } = app
await dependencies.jobs.work([...contentJobs(dependencies), ...personalDataJobs(dependencies)])
collectWebhooks(app)
const admin = await anAdmin(app)
const visitor = (address = anAddress()) => createApi((call) => app.send(call, undefined, address))
const notice = {
  rights: 'owner' as const,
  work: 'Library Desk, published in May at https://example.org/library',
  address: 'MG Road 1, Bengaluru 560001',
}
const body = () => ({
  kind: 'copied' as const,
  text: 'It is the project that I published in May.',
  name: 'Meera Writer',
  email: anEmail(),
  notice,
})
async function listed() {
  const owner = await aBuyer(app)
  const { id } = await aListing(db, owner.id, 49_900)
  return { owner, of: { params: { id } } }
}
const found = async (number: string) =>
  (await admin.api.complaints.list({ query: { limit: 100 } })).complaints.find(
    (one) => one.number === number,
  )!

test('somebody without an account sends a copyright notice, reads its state, and is mailed the decision', async () => {
  const { owner, of } = await listed()
  const sent = body()
  const { number, statusPage } = await visitor().complaints.send({ ...of, body: sent })
  expect(number).toMatch(/^RP-\d{6}$/)
  const [received] = mailsTo(app, sent.email)
  expect(received!.text).toContain(number)
  expect(received!.text).toContain(statusPage)
  const query = { key: new URL(statusPage, 'http://x').searchParams.get('key')! }
  const state = async () => (await visitor().requestStatus.get({ params: { number }, query })).status
  expect(await state()).toMatchObject({ number, state: 'waiting', outcome: null, blockedUntil: null })

  const complaint = await found(number)
  expect(complaint).toMatchObject({
    kind: 'copied',
    complainant: { name: sent.name, email: sent.email, hasAccount: false },
    notice: { rights: 'owner', work: notice.work },
    noticeAddress: notice.address,
  })
  const told = mailsTo(app, owner.email, 'complaint-about-own')[0]
  expect(told!.text, 'no stranger mails words of their own').not.toContain(sent.text)
  const { complaints } = await owner.api.complaints.received(of)
  expect(complaints[0]).toMatchObject({ text: sent.text, notice: { work: notice.work } })
  for (const secret of [sent.name, sent.email, notice.address])
    expect(JSON.stringify(complaints)).not.toContain(secret)

  await admin.api.complaints.decide({
    params: { id: complaint._id },
    body: { outcome: 'hidden', reasons: 'The texts are the same.' },
  })
  expect(mailsTo(app, sent.email).at(-1)!.text).toContain('The texts are the same.')
  expect(await state()).toMatchObject({
    state: 'decided',
    outcome: 'hidden',
    reasons: 'The texts are the same.',
  })
})

test('name and email are needed, and for a copy the notice', async () => {
  const { of } = await listed()
  const { name: _, ...nameless } = body()
  const { email: __, ...mailless } = body()
  const { notice: ___, ...bare } = body()
  for (const [field, sent] of Object.entries({ name: nameless, email: mailless, notice: bare }))
    await expect(visitor().complaints.send({ ...of, body: sent })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: { [field]: expect.any(String) } },
    })
  const { email } = body()
  const broken = { kind: 'broken' as const, text: 'It does not start at all.', name: 'Meera', email }
  await visitor().complaints.send({ ...of, body: broken })
})

test('who types the email of somebody else does not learn whether they have reported it', async () => {
  const { of } = await listed()
  const sent = body()
  const numbers = [1, 2].map(() => visitor().complaints.send({ ...of, body: sent }))
  const [first, second] = await Promise.all(numbers)
  expect(first!.number).not.toBe(second!.number)
})

test('a review can be reported without an account', async () => {
  const { of } = await listed()
  const buyer = await aBuyer(app)
  await buyAndPay(app, buyer, source(of.params))
  const { review } = await buyer.api.reviews.write({ ...of, body: { rating: 1, text: 'Call me' } })
  const at = { params: { ...of.params, review: review._id } }
  const sent = { reason: 'private_data' as const, name: 'Meera', email: anEmail() }
  const { number } = await visitor().complaints.sendAboutReview({ ...at, body: sent })
  expect(await found(number)).toMatchObject({ about: 'review', complainant: { email: sent.email } })
})

test('a typed email silences nobody and gets one acknowledgement a day; one address complains 20 times an hour', async () => {
  const member = await aBuyer(app)
  const { email } = member
  const { of } = await listed()
  const message = { name: 'Meera', subject: 'Other' as const, message: 'When do you open?', email }
  for (let count = 0; count < 12; count++) {
    await visitor().complaints.send({ ...of, body: { ...body(), email } })
    await visitor().contacts.send({ body: message })
  }
  const acknowledged = () =>
    mailsTo(app, email).filter(({ subject }) => subject.startsWith('We have your')).length
  expect(acknowledged()).toBe(1)
  await member.api.complaints.send({ ...of, body: { kind: 'broken', text: 'It does not start at all.' } })
  await member.api.contacts.send({ body: message })
  expect(acknowledged(), 'of what a member sends, each').toBe(3)
  const address = anAddress()
  for (let count = 0; count < 20; count++) await visitor(address).complaints.send({ ...of, body: body() })
  await expect(visitor(address).complaints.send({ ...of, body: body() })).rejects.toMatchObject({
    status: 429,
  })
  await visitor().complaints.send({ ...of, body: body() })
}, 60_000)

test('what comes without an account of one listing and kind is one entry with a count, below those of members; each keeps its number and is mailed', async () => {
  const { of, owner } = await listed()
  const ofThis = async () =>
    (await admin.api.complaints.list({ query: { limit: 100 } })).complaints.filter(
      ({ projectId }) => projectId === of.params.id,
    )
  const sent = Array.from({ length: 12 }, () => ({
    kind: 'broken' as const,
    text: 'It does not start at all.',
    name: 'Meera',
    email: anEmail(),
  }))
  const numbers: string[] = []
  for (const one of sent) numbers.push((await visitor().complaints.send({ ...of, body: one })).number)
  for (let count = 0; count < 2; count++) {
    await visitor().complaints.send({ ...of, body: body() })
    await visitor().complaints.send({ ...of, body: { ...sent[0]!, kind: 'personal_data' } })
  }
  const member = await aBuyer(app)
  const own = await member.api.complaints.send({ ...of, body: { kind: 'broken', text: sent[0]!.text } })
  const entries = await ofThis()
  expect(entries[0]).toMatchObject({ number: own.number, count: 1 })
  expect((await owner.api.complaints.received(of)).complaints[0]).toMatchObject({ number: own.number })
  const kinds = entries.slice(1).map(({ kind, count }) => `${kind} ${count}`)
  expect(kinds.toSorted()).toEqual([
    'broken 12',
    'copied 1',
    'copied 1',
    'personal_data 1',
    'personal_data 1',
  ])

  const { _id: id, number } = entries.find(({ count }) => count === 12)!
  expect(number).toBe(numbers[0])
  const inIt = (await admin.api.complaints.list({ query: { of: id, limit: 100 } })).complaints
  expect(inIt.map((one) => [one.number, one.complainant?.email])).toEqual(
    numbers.map((each, n) => [each, sent[n]!.email]),
  )
  const told = mailsTo(app, owner.email, 'complaint-about-own').length
  await admin.api.complaints.decide({
    params: { id },
    body: { outcome: 'no_action', reasons: 'It starts.', last: numbers[10]! },
  })
  for (const [n, { email }] of sent.entries())
    expect(mailsTo(app, email).some(({ text }) => text.includes('It starts.'))).toBe(n < 11)
  expect(mailsTo(app, owner.email, 'complaint-about-own')).toHaveLength(told + 1)
  expect(
    (await ofThis()).find(({ kind, complainant }) => kind === 'broken' && !complainant?.hasAccount),
  ).toMatchObject({ number: numbers[11], count: 1 })
})

test('the addresses of one network count as one', async () => {
  const { of } = await listed()
  const from = (host: number) => visitor(`2001:db8:7:1::${host.toString(16)}`)
  for (let host = 1; host <= 20; host++) await from(host).complaints.send({ ...of, body: body() })
  await expect(from(21).complaints.send({ ...of, body: body() })).rejects.toMatchObject({ status: 429 })
})

test('an owner is mailed of five reports a day about one listing that came without an account, and finds all of them', async () => {
  const { of, owner } = await listed()
  for (let count = 0; count < 7; count++) await visitor().complaints.send({ ...of, body: body() })
  expect(mailsTo(app, owner.email, 'complaint-about-own')).toHaveLength(5)
  expect((await owner.api.complaints.received(of)).complaints).toHaveLength(7)
})

test('who reported or wrote without an account is erased a year later, and an open report is not', async () => {
  const { of } = await listed()
  const [old, open] = [body(), body()]
  const { number } = await visitor().complaints.send({ ...of, body: old })
  await visitor().complaints.send({ ...of, body: open })
  const { _id: id } = await found(number)
  await admin.api.complaints.decide({
    params: { id },
    body: { outcome: 'no_action', reasons: 'It is fine.' },
  })
  const message = { name: 'Meera Iyer', subject: 'Other' as const, message: 'When do you open?' }
  const [before, since] = [anEmail(), anEmail()]
  for (const email of [before, since]) await visitor().contacts.send({ body: { ...message, email } })
  const forget = async () => {
    await runJob(app, 'forget-visitors')
  }
  const known = async () => {
    const complaints = await db.selectFrom('complaints').select('complainantEmail').execute()
    const messages = await db.selectFrom('contactMessages').select('email').execute()
    const emails = new Set([
      ...complaints.map((row) => row.complainantEmail),
      ...messages.map((row) => row.email),
    ])
    return [old.email, open.email, before, since].filter((email) => emails.has(email))
  }
  await forget()
  expect(await known()).toHaveLength(4)
  await timePasses(db, '366 days', 'complaints')
  await timePasses(db, '366 days', 'contactMessages', { email: before })
  await forget()
  expect(await known()).toEqual([open.email, since])
})

test('what a stranger typed a member’s email into is not in the member’s data, and outlives their account with its words', async () => {
  const { of } = await listed()
  const member = await aBuyer(app)
  const { email } = member
  const { number } = await visitor().complaints.send({ ...of, body: { ...body(), email } })
  await visitor().contacts.send({
    body: { name: 'Meera Writer', email, subject: 'Other', message: 'When do you open?' },
  })
  const row = (await memberById(db, member.id))!
  for (const section of ['complaints', 'messages'])
    expect(await sections[section]!(db, row), section).toEqual([])
  await deleteAccount(app, member)
  await app.jobs.run()
  expect(await found(number)).toMatchObject({
    text: body().text,
    complainant: { name: 'Meera Writer', email, hasAccount: false },
    notice: { work: notice.work },
  })
  const { contacts } = await admin.api.staffContacts.list({ query: { search: email } })
  expect(contacts).toMatchObject([{ name: 'Meera Writer', excerpt: 'When do you open?' }])
})

test('a member’s own open notice keeps its words when the account is deleted, and loses them when it is decided', async () => {
  const { of } = await listed()
  const member = await aBuyer(app)
  const { kind, text } = body()
  const sent = [await member.api.complaints.send({ ...of, body: { kind, text, notice } })]
  const { of: other } = await listed()
  sent.push(await member.api.complaints.send({ ...other, body: { kind, text, notice } }))
  const [open, decided] = await Promise.all(sent.map(({ number }) => found(number)))
  const decide = (id: string) =>
    admin.api.complaints.decide({ params: { id }, body: { outcome: 'no_action', reasons: 'It is fine.' } })
  const wordsOf = async (id: string) => {
    const { complaint } = await admin.api.complaints.get({ params: { id } })
    return { text: complaint.text, complainant: complaint.complainant, work: complaint.notice?.work }
  }
  await decide(decided!._id)
  await deleteAccount(app, member)
  await app.jobs.run()
  const none = { text: '', complainant: null, work: undefined }
  expect(await wordsOf(decided!._id)).toEqual(none)
  expect(await wordsOf(open!._id)).toEqual({ text, complainant: null, work: notice.work })
  await decide(open!._id)
  expect(await wordsOf(open!._id)).toEqual(none)
})
