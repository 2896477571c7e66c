import { expect, test } from 'vitest'

import type { ComplaintOutcome } from '#contract/content/complaints.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, collectWebhooks, source, anOffer } from '../../../test/orders.ts'
import { timePasses } from '../../../test/time.ts'

const app = await startApp()
const { db } = app
collectWebhooks(app)
const admin = await anAdmin(app)
const body = { kind: 'copied' as const, text: 'It is the project that I published in May.' }

async function listed() {
  const { seller: owner, buyer: member, project } = await anOffer(app)
  return { owner, member, project, of: { params: { id: project.id } } }
}
async function reported() {
  const found = await listed()
  const { number } = await found.member.api.complaints.send({ ...found.of, body })
  const [complaint] = (await found.owner.api.complaints.received(found.of)).complaints
  return { ...found, number, complaint: complaint!, at: { params: { id: complaint!._id } } }
}
const decide = (id: string, outcome: ComplaintOutcome, reasons = 'The texts are the same.') =>
  admin.api.complaints.decide({ params: { id }, body: { outcome, reasons } })

test('a report has a number that is mailed at once, 7 days to be decided in, and the owner reads it without a name', async () => {
  const { owner, member, number, complaint, project } = await reported()
  expect(number).toMatch(/^RP-\d{6}$/)
  const [received] = mailsTo(app, member.email, 'complaint')
  expect(received!.subject).toBe(`We have your complaint ${number}`)
  const [told] = mailsTo(app, owner.email, 'complaint-about-own')
  expect(told!.text).toContain(body.text)
  expect(told!.text).not.toContain('Asha')
  expect(JSON.stringify(complaint)).not.toContain(member.id)
  expect(Date.parse(complaint.dueAt) - Date.parse(complaint.sentAt)).toBe(7 * 86_400_000)
  const { complaint: seen } = await admin.api.complaints.get({ params: { id: complaint._id } })
  expect(seen).toMatchObject({
    number,
    title: project.title,
    complainant: { email: member.email },
    owner: { email: owner.email },
    isLate: false,
  })
})

test('once per member and thing while it is open, however many at once; again when it is decided; own things not', async () => {
  const { owner, member, of } = await listed()
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, () => member.api.complaints.send({ ...of, body })),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(mailsTo(app, member.email, 'complaint')).toHaveLength(1)
  await expect(owner.api.complaints.send({ ...of, body })).rejects.toMatchObject({ status: 403 })
  const asker = await aBuyer(app)
  const { question } = await asker.api.questions.ask({ ...of, body: { text: 'Does it run?' } })
  const about = { ...body, question: question._id }
  await expect(asker.api.complaints.send({ ...of, body: about })).rejects.toMatchObject({ status: 403 })
  await member.api.complaints.send({ ...of, body: about })
  const [complaint] = (await owner.api.complaints.received(of)).complaints
  await decide(complaint!._id, 'no_action')
  await member.api.complaints.send({ ...of, body })
  expect((await owner.api.complaints.received(of)).complaints).toHaveLength(2)
})

test('a member reports at most 20 things a day', async () => {
  const member = await aBuyer(app)
  const owner = await aBuyer(app)
  for (let count = 0; count < 20; count++) {
    const { id } = await aListing(db, owner.id, 100)
    await member.api.complaints.send({ params: { id }, body })
  }
  const { id } = await aListing(db, owner.id, 100)
  await expect(member.api.complaints.send({ params: { id }, body })).rejects.toMatchObject({ status: 429 })
  const others = await aBuyer(app)
  await others.api.complaints.send({ params: { id }, body })
})

test('the owner answers once, before it is decided; nobody else does', async () => {
  const { owner, member, at } = await reported()
  const answer = { text: 'I published it in April, here is the link.' }
  await expect(member.api.complaints.answer({ ...at, body: answer })).rejects.toMatchObject({ status: 404 })
  const answers = await Promise.allSettled(
    [1, 2, 3].map(() => owner.api.complaints.answer({ ...at, body: answer })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { complaint } = await admin.api.complaints.get(at)
  expect(complaint.answer).toMatchObject(answer)
  const other = await reported()
  await decide(other.complaint._id, 'no_action')
  await expect(other.owner.api.complaints.answer({ ...other.at, body: answer })).rejects.toMatchObject({
    status: 409,
  })
})

test('staff decide once, with reasons that reporter and owner read; hidden takes the listing off the shop', async () => {
  const { owner, member, of, complaint, number } = await reported()
  const decisions = await Promise.allSettled([1, 2, 3].map(() => decide(complaint._id, 'hidden')))
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(app.api.projects.get(of)).rejects.toMatchObject({ status: 404 })
  const { project } = await owner.api.projects.get(of)
  expect(project).toMatchObject({ verificationStatus: 'rejected', isActive: true })
  for (const [person, kind] of [
    [member, 'complaint'],
    [owner, 'complaint-about-own'],
  ] as const) {
    const decided = mailsTo(app, person.email, kind).filter(
      ({ subject }) => subject === `Decided: complaint ${number}`,
    )
    expect(decided).toHaveLength(1)
    expect(decided[0]!.text).toContain('The texts are the same.')
  }
  const { entries } = await admin.api.audit.list({ query: { kind: 'complaint' } })
  expect(entries[0]).toMatchObject({ action: 'decide complaint', about: { name: number } })
  // Both have been told of it.
  await expect(admin.api.verification.undo(of)).rejects.toMatchObject({ code: 'conflict' })
})

test('recalled asks for a recall since the report; no action leaves everything as it is', async () => {
  const { complaint, of } = await reported()
  await expect(decide(complaint._id, 'recalled')).rejects.toMatchObject({ status: 409 })
  await admin.api.recalls.recall({
    params: { ...of.params, number: '1' },
    body: { reason: 'Copied', instructions: 'Delete it.', refund: false },
  })
  await decide(complaint._id, 'recalled')
  const other = await reported()
  await decide(other.complaint._id, 'no_action')
  expect((await app.api.projects.get(other.of)).project.verificationStatus).toBe('approved')
})

const questionsToDo = async () => (await admin.api.dashboard.toDo()).toDo.complaints.questions

test('a hidden question leaves the page, and all that is open about it is decided', async () => {
  const { owner, of } = await listed()
  const [asker, one, two] = [await aBuyer(app), await aBuyer(app), await aBuyer(app)]
  const { question } = await asker.api.questions.ask({ ...of, body: { text: 'Call me' } })
  const about = { ...body, kind: 'personal_data' as const, question: question._id }
  const first = await one.api.complaints.send({ ...of, body: about })
  const second = await two.api.complaints.send({ ...of, body: about })
  expect(mailsTo(app, owner.email, 'complaint-about-own')).toEqual([])
  const { complaints } = await admin.api.complaints.list({ query: { limit: 100 } })
  const found = complaints.find(({ number }) => number === first.number)!
  expect(found).toMatchObject({ about: 'question', said: 'Call me' })
  const { open } = await admin.api.complaints.list({ query: { about: 'question' } })
  expect(await questionsToDo()).toBe(open)
  await decide(found._id, 'hidden')
  expect(await questionsToDo()).toBe(open - 2)
  for (const state of ['open', 'decided'] as const) {
    const list = await admin.api.complaints.list({ query: { state, about: 'question' } })
    expect(new Set(list.complaints.map((complaint) => complaint.about)), state).toEqual(new Set(['question']))
    expect(list.complaints.some(({ _id }) => _id === found._id)).toBe(state === 'decided')
  }
  expect((await app.api.questions.list(of)).questions).toEqual([])
  for (const member of [asker, owner]) expect(mailsTo(app, member.email, 'question-hidden')).toHaveLength(1)
  for (const [member, { number }] of [
    [one, first],
    [two, second],
  ] as const)
    expect(mailsTo(app, member.email, 'complaint').map(({ subject }) => subject)).toContain(
      `Decided: complaint ${number}`,
    )
})

test('a reported review has a complaint as well, which the decision about the review settles', async () => {
  const { owner, of, project } = await listed()
  const [buyer, member] = [await aBuyer(app), await aBuyer(app)]
  await buyAndPay(app, buyer, source(project))
  const { review } = await buyer.api.reviews.write({
    ...of,
    body: { rating: 1, text: 'Call me on Telegram' },
  })
  const at = { params: { id: project.id, review: review._id } }
  await member.api.complaints.sendAboutReview({ ...at, body: { reason: 'spam', text: 'An advert' } })
  await owner.api.complaints.sendAboutReview({ ...at, body: { reason: 'spam', text: 'An advert' } })
  const complaint = (await admin.api.complaints.list({ query: { limit: 100 } })).complaints.findLast(
    ({ about }) => about === 'review',
  )!
  expect(complaint).toMatchObject({ said: 'Call me on Telegram', kind: 'spam' })
  const { reported: reportedReviews } = await admin.api.moderation.reviews({ query: {} })
  expect((await admin.api.dashboard.toDo()).toDo.complaints.reviews).toBe(reportedReviews)
  await decide(complaint._id, 'hidden', 'It is an advert')
  expect((await app.api.reviews.list(of)).reviews).toEqual([])
  const { reviews } = await admin.api.moderation.reviews({ query: { state: 'hidden' } })
  expect(reviews[0]).toMatchObject({ hidden: { reason: 'It is an advert' } })
  expect(mailsTo(app, member.email, 'complaint')).toHaveLength(2)
})

test('staff see the oldest first, and what is late; members see no list', async () => {
  const { complaint, member } = await reported()
  await timePasses(db, '16 days', 'complaints', { id: complaint._id })
  const { complaints, open } = await admin.api.complaints.list({ query: {} })
  expect(complaints[0]).toMatchObject({ _id: complaint._id, isLate: true })
  expect(open).toBeGreaterThanOrEqual(1)
  await expect(member.api.complaints.list({ query: {} })).rejects.toMatchObject({ status: 403 })
})

test('numbers of reports follow one another: what is refused or sent again takes none', async () => {
  const numberOf = (text: string) => Number(text.slice(3))
  const { member, owner, of } = await listed()
  const first = numberOf((await member.api.complaints.send({ ...of, body })).number)
  const refused = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => member.api.complaints.send({ ...of, body })),
    owner.api.complaints.send({ ...of, body }),
  ])
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'))
  const others = await Promise.all([aBuyer(app), aBuyer(app), aBuyer(app)])
  const numbers = await Promise.all(
    others.map(async ({ api }) => numberOf((await api.complaints.send({ ...of, body })).number)),
  )
  expect(numbers.toSorted((one, other) => one - other)).toEqual([first + 1, first + 2, first + 3])
})
