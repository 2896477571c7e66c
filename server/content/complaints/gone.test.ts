import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin, deleteAccount } from '../../../test/makers.ts'
import { tablesWith } from '../../../test/marked-member.ts'
import { aBuyer, aListing, buyAndPay, collectWebhooks, source, anOffer } from '../../../test/orders.ts'
import { personalDataJobs } from '../../members/jobs.ts'

/* A reported item may be deleted before staff decide, and two staff members may decide at once. */
const app = await startApp()
const { db, mails } = app
collectWebhooks(app)
const admin = await anAdmin(app)
await app.dependencies.jobs.work(personalDataJobs(app.dependencies))
const decide = (id: string, outcome: 'no_action' | 'hidden', reasons = 'Looked at.') =>
  admin.api.complaints.decide({ params: { id }, body: { outcome, reasons } })
const toDo = async () => (await admin.api.dashboard.toDo()).toDo.complaints
const decidedMails = ({ email }: { email: string }) =>
  mails.filter(({ to, subject }) => to === email && subject.startsWith('Decided:'))
const found = async (number: string) =>
  (await admin.api.complaints.list({ query: { limit: 100 } })).complaints.find(
    (one) => one.number === number,
  )!

async function aReview() {
  const [owner, buyer, member] = [await aBuyer(app), await aBuyer(app), await aBuyer(app)]
  const project = await aListing(db, owner.id, 49_900)
  await buyAndPay(app, buyer, source(project))
  const body = { rating: 1, text: 'Call me on Telegram' }
  const { review } = await buyer.api.reviews.write({ params: { id: project.id }, body })
  const at = { params: { id: project.id, review: review._id } }
  await member.api.complaints.sendAboutReview({ ...at, body: { reason: 'spam', text: 'An advert' } })
  const { complaints } = await admin.api.complaints.list({ query: { limit: 100 } })
  const complaint = complaints.findLast(({ projectId }) => projectId === project.id)!
  return { owner, buyer, member, project, review, at, complaint }
}

test('a listing that its owner deleted, with its title when nobody bought it, is still decided, and the reporter reads the reasons', async () => {
  const { seller: owner, buyer: member, project } = await anOffer(app)
  const at = { params: { id: project.id } }
  const body = { kind: 'copied' as const, text: 'It is the project that I published in May.' }
  const { number } = await member.api.complaints.send({ ...at, body })
  const { count } = await toDo()
  await owner.api.projects.remove(at)
  const complaint = await found(number)
  expect(complaint).toMatchObject({ title: 'Former project', isGone: true })
  await decide(complaint._id, 'hidden', 'Its owner took it off the shop.')
  expect(decidedMails(member)).toHaveLength(1)
  expect((await toDo()).count).toBe(count - 1)
})

test('an owner who deletes the account erases no report: what was listed is sealed, and it is decided and counted', async () => {
  const [owner, member] = [await aBuyer(app), await aBuyer(app)]
  const project = await aListing(db, owner.id, 49_900, { title: 'Zqpuppet Shop' })
  const body = { kind: 'copied' as const, text: 'It is the project that I published in May.' }
  const { number } = await member.api.complaints.send({ params: { id: project.id }, body })
  const again = await (await aBuyer(app)).api.complaints.send({ params: { id: project.id }, body })
  const { _id: id } = await found(number)
  await admin.api.complaints.block({ params: { id }, body: { reason: 'It looks the same.' } })
  await deleteAccount(app, owner)
  await app.jobs.run()
  expect(await found(number)).toMatchObject({ title: 'Former project', isGone: true, owner: { blocks: 1 } })
  expect(await tablesWith(db, ['zqpuppet']), 'in the log of what staff did neither').toEqual([])
  const { copies } = await admin.api.sealed.open({ body: { about: number, reason: 'The report is open.' } })
  expect(copies[0]!.content).toContain('Zqpuppet')
  const { copies: same } = await admin.api.sealed.open({
    body: { about: again.number, reason: 'The report is open.' },
  })
  expect(same, 'one copy for both').toEqual(copies)
  await decide(id, 'hidden', 'Its owner has gone.')
  expect(decidedMails(member)).toHaveLength(1)
})

test('of a hidden review its author is sealed, and nobody else', async () => {
  const { owner, buyer, complaint } = await aReview()
  await decide(complaint._id, 'hidden')
  const { copies } = await admin.api.sealed.open({
    body: { about: complaint.number, reason: 'A court asks.' },
  })
  expect(copies[0]!.content).toContain(buyer.email)
  expect(copies[0]!.content).toContain('Call me on Telegram')
  expect(copies[0]!.content).not.toContain(owner.email)
})

test('a review that went with a refund is still decided', async () => {
  const { member, complaint, buyer, project } = await aReview()
  await db.updateTable('reviews').set({ withdrawnAt: new Date() }).where('memberId', '=', buyer.id).execute()
  expect(await found(complaint.number)).toMatchObject({ isGone: true, projectId: project.id })
  await decide(complaint._id, 'hidden')
  expect(decidedMails(member)).toHaveLength(1)
})

test('of two who decide differently about a review at once the second hears that it is decided', async () => {
  const { complaint, at } = await aReview()
  const outcomes = ['hidden', 'no_action', 'hidden', 'no_action'] as const
  const results = await Promise.allSettled(outcomes.map((outcome) => decide(complaint._id, outcome)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { complaint: decided } = await admin.api.complaints.get({ params: { id: complaint._id } })
  const { reviews } = await app.api.reviews.list({ params: { id: at.params.id } })
  expect(reviews).toHaveLength(decided.decision!.outcome === 'hidden' ? 0 : 1)
  const { entries } = await admin.api.audit.list({ query: { kind: 'complaint' } })
  expect(entries.filter(({ about }) => about.name === complaint.number)).toHaveLength(1)
})

test('a question hidden on its project decides what was reported of it', async () => {
  const [owner, asker, member] = [await aBuyer(app), await aBuyer(app), await aBuyer(app)]
  const project = await aListing(db, owner.id, 49_900)
  const at = { params: { id: project.id } }
  const { question } = await asker.api.questions.ask({ ...at, body: { text: 'Call me' } })
  const { number } = await member.api.complaints.send({
    ...at,
    body: { kind: 'personal_data', text: 'It has a phone number', question: question._id },
  })
  const complaint = await found(number)
  await admin.api.moderation.hideQuestion({
    params: { id: project.id, question: question._id },
    body: { reason: 'A phone number' },
  })
  const { complaint: decided } = await admin.api.complaints.get({ params: { id: complaint._id } })
  expect(decided.decision).toMatchObject({ outcome: 'hidden', reasons: 'A phone number' })
  expect(decidedMails(member)).toHaveLength(1)
})
