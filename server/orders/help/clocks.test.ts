import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { helpIn } from '../../../test/help.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import { aBuyer, buyAndPay, collectWebhooks, source } from '../../../test/orders.ts'
import { refundsIn } from '../../../test/refunds.ts'
import { timePasses } from '../../../test/time.ts'
import { followHelp } from './follow.ts'

const app = await startApp()
collectWebhooks(app)
const { db, dependencies } = app
const boss = await anAdmin(app)
const { aPurchase } = refundsIn(app)
const { open, write, change, read, passes } = helpIn(app)
const refusal = (message: RegExp, status = 409) => ({ status, message: expect.stringMatching(message) })
const follow = () => followHelp(dependencies)

test('the buyer calls staff after 48 hours without an answer, weekends not counted, and staff at any time', async () => {
  const { buyer, seller, of } = await aPurchase()
  const { escalatableAt } = await open(buyer.api, of)
  const hours = (Date.parse(escalatableAt!) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(47)
  expect(hours).toBeLessThan(97)
  await expect(change(buyer.api, of, 'escalated')).rejects.toMatchObject(refusal(/48 hours/))
  await expect(change(seller.api, of, 'escalated')).rejects.toMatchObject(refusal(/calls staff/, 403))
  await expect(change(boss.api, of, 'solved')).rejects.toMatchObject(refusal(/Only its buyer/, 403))
  await passes(of, '5 days')
  expect((await read(buyer.api, of)).requests[0]).toMatchObject({
    isLate: true,
    allowed: ['write', 'solve', 'escalate'],
  })
  expect(await change(buyer.api, of, 'escalated')).toMatchObject({
    status: 'escalated',
    answerer: 'staff',
    isLate: false,
  })
  expect(await change(buyer.api, of, 'escalated')).toMatchObject({ status: 'escalated' })
  expect(await write(seller.api, of, 'Sorry, I was away.')).toMatchObject({ status: 'answered' })
  // Staff were called, and stay with it.
  expect(await write(buyer.api, of, 'It still does not run.')).toMatchObject({ status: 'escalated' })
  const early = await aPurchase()
  await open(early.buyer.api, early.of)
  expect(await change(boss.api, early.of, 'escalated')).toMatchObject({
    status: 'escalated',
    people: { buyer: { email: early.buyer.email }, owner: { email: early.seller.email } },
  })
})

test('seven days after the last answer a request closes as answered; what the buyer writes opens it again, until the days for help are over', async () => {
  const { buyer, seller, of } = await aPurchase()
  await open(buyer.api, of)
  await write(seller.api, of, 'Import database.sql.')
  await passes(of, '6 days')
  await follow()
  expect((await read(buyer.api, of)).requests[0]).toMatchObject({ closedAt: null })
  await passes(of, '25 hours')
  await follow()
  expect((await read(buyer.api, of)).requests[0]).toMatchObject({ status: 'answered', end: 'answered' })
  expect(mailsTo(app, buyer.email, 'help').at(-1)!.text).toContain('that opens it again')
  expect(await write(buyer.api, of, 'It still does not run.')).toMatchObject({
    status: 'open',
    closedAt: null,
  })
  await passes(of, '24 days')
  expect((await read(buyer.api, of)).requests[0]).toMatchObject({ allowed: [] })
  for (const { api } of [buyer, seller])
    await expect(write(api, of, 'Hello?')).rejects.toMatchObject(refusal(/only be read/))
  await follow()
  expect((await read(buyer.api, of)).requests[0]).toMatchObject({ status: 'open', end: 'over' })
  await expect(open(buyer.api, of)).rejects.toMatchObject(refusal(/30 days .* over/))
})

test('the days for help are a setting; a request that was opened keeps its end', async () => {
  const { buyer, of } = await aPurchase()
  const { writableUntil } = await open(buyer.api, of)
  const { version } = (await boss.api.settings.get()).settings.help
  await boss.api.settings.help({ query: { version }, body: { days: 2 } })
  expect((await read(buyer.api, of)).requests[0]).toMatchObject({ writableUntil })
  const late = await aPurchase()
  await passes(late.of, '50 hours')
  expect(await read(late.buyer.api, late.of)).toMatchObject({
    mayOpen: false,
    refusal: 'The 2 days in which help can be asked for are over.',
  })
  await boss.api.settings.help({ query: { version: version + 1 }, body: { days: 30 } })
})

test('an owner who is late gets one reminder for all that is late, and no second one', async () => {
  const first = await aPurchase()
  const { seller } = first
  const second = await aBuyer(app)
  const { orders } = await buyAndPay(app, second, source(first.project))
  const others = { params: { id: orders[0]!._id } }
  await open(first.buyer.api, first.of)
  await open(second.api, others)
  const reminders = () =>
    mailsTo(app, seller.email, 'help-request').filter(({ subject }) => subject.includes('for your answer'))
  await follow()
  expect(reminders()).toHaveLength(0)
  for (const of of [first.of, others]) await passes(of, '4 days')
  for (let times = 0; times < 3; times++) await follow()
  expect(reminders()).toMatchObject([{ subject: '2 buyers wait for your answer: Library Desk' }])
  for (const of of [first.of, others]) await passes(of, '4 days')
  await follow()
  expect(reminders()).toHaveLength(1)
  expect(await seller.api.help.received({ query: {} })).toMatchObject({ waiting: 2, late: 2 })
})

test('To do counts the answers that are late', async () => {
  const before = (await boss.api.dashboard.toDo()).toDo.help
  const { buyer, of } = await aPurchase()
  await open(buyer.api, of)
  expect((await boss.api.dashboard.toDo()).toDo.help).toEqual(before)
  await passes(of, '4 days')
  expect((await boss.api.dashboard.toDo()).toDo.help.late).toBe(before.late + 1)
})

test('from five closed requests on everybody reads how many were solved and how soon they are answered', async () => {
  const { buyer, seller, project, of } = await aPurchase()
  await seller.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
  const shown = async () => {
    const { project: shownProject } = await app.api.projects.get({ params: { id: project.id } })
    const { member } = await app.api.members.get({ params: { id: seller.id }, query: {} })
    const figures = ({
      helpRequests,
      helpSolved,
      medianAnswerHours,
    }: typeof member | typeof shownProject) => ({
      helpRequests,
      helpSolved,
      medianAnswerHours,
    })
    expect(figures(member)).toEqual(figures(shownProject))
    return figures(member)
  }
  const helped = async (number: number, end: 'solved' | 'answered') => {
    const { _id: id } = await open(buyer.api, of, { text: `Question number ${number}, please.` })
    await timePasses(db, `${3 * number} hours`, 'helpRequests', { id })
    await write(seller.api, of, `Answer number ${number}.`)
    if (end === 'solved') await change(buyer.api, of, 'solved')
    else {
      await timePasses(db, '8 days', 'helpRequests', { id })
      await db
        .updateTable('helpRequests')
        .set({ endsAt: new Date(Date.now() + 86_400_000) })
        .execute()
      await follow()
    }
  }
  for (const number of [1, 2, 3, 4]) await helped(number, 'solved')
  expect(await shown()).toEqual({ helpRequests: null, helpSolved: null, medianAnswerHours: null })
  await helped(5, 'answered')
  expect(await shown()).toEqual({ helpRequests: 5, helpSolved: 4, medianAnswerHours: 9 })
})

test('requests whose text staff let nobody read count for no owner', async () => {
  const { buyer, project, of } = await aPurchase()
  for (let number = 0; number < 5; number++) {
    await open(buyer.api, of, { text: `Please call 98765 43210, number ${number}.` })
    const { texts } = await boss.api.held.list()
    const { _id: id } = texts.find(({ kind }) => kind === 'help')!
    const body = { decision: 'refuse', reason: 'Please ask here.' } as const
    await boss.api.held.decide({ params: { kind: 'help', id }, body })
    await change(buyer.api, of, 'solved')
  }
  const { project: shown } = await app.api.projects.get({ params: { id: project.id } })
  expect(shown).toMatchObject({ helpRequests: null, medianAnswerHours: null })
})

test('a held text that staff publish after the owner wrote waits for an answer, and does not close as answered', async () => {
  const { buyer, seller, of } = await aPurchase()
  await open(buyer.api, of, { text: 'Please call 98765 43210, it stops.' })
  await write(seller.api, of, 'What do you see?')
  await passes(of, '3 hours')
  const { texts } = await boss.api.held.list()
  const { _id: id } = texts.find(({ kind }) => kind === 'help')!
  await boss.api.held.decide({ params: { kind: 'help', id }, body: { decision: 'publish' } })
  const waiting = async () => (await read(buyer.api, of)).requests[0]!
  expect(await waiting()).toMatchObject({ status: 'open', dueAt: expect.any(String) })
  await passes(of, '8 days')
  await follow()
  expect(await waiting()).toMatchObject({ status: 'open', closedAt: null, isLate: true })
})
