import { expect, test } from 'vitest'

import type { HeldText } from '#contract/content/held.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, mailsTo } from '../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, source } from '../../test/orders.ts'
import { refundsIn, refundBy } from '../../test/refunds.ts'

const app = await startApp()
const admin = await anAdmin(app)

const link = 'https://evil.example/pay'
const spam = `Your payout failed, sign in at ${link}`

async function aSale() {
  const [owner, buyer] = [await aMember(app), await aBuyer(app)]
  const project = await aListing(app.db, owner.id, 49_900)
  await buyAndPay(app, buyer, source(project))
  return { owner, buyer, project, of: { params: { id: project.id } } }
}
const waiting = async (projectId: string) =>
  (await admin.api.held.list()).texts.filter((text) => text.projectId === projectId)
const decide = ({ kind, _id }: Pick<HeldText, 'kind' | '_id'>, reason?: string) =>
  admin.api.held.decide({
    params: { kind, id: _id },
    body: reason === undefined ? { decision: 'publish' } : { decision: 'refuse', reason },
  })
const shown = async (id: string) => {
  const { reviews } = await app.api.reviews.list({ params: { id } })
  const { rating, reviews: count } = (await app.api.projects.get({ params: { id } })).project
  return { texts: reviews.map(({ text }) => text), replies: reviews.map(({ reply }) => reply), rating, count }
}
const conflict = { status: 409, message: 'This does not wait any more. Reload the page.' }

test('a question that staff publish is mailed to the owner without its link; one that they refuse, to who asked it with the reason', async () => {
  const { owner, buyer, project, of } = await aSale()
  const ask = async (text: string) => (await buyer.api.questions.ask({ ...of, body: { text } })).question
  const [good, bad] = [await ask(`Is it like www.shop.example?`), await ask(spam)]
  expect(await waiting(project.id)).toMatchObject([
    { kind: 'question', text: good.text, projectTitle: project.title, writer: { email: buyer.email } },
    { kind: 'question', text: spam },
  ])
  expect((await admin.api.dashboard.toDo()).toDo.held.count).toBeGreaterThanOrEqual(2)
  await decide({ kind: 'question', _id: good._id })
  await decide({ kind: 'question', _id: bad._id }, 'It is an advert')
  const { questions } = await app.api.questions.list(of)
  expect(questions).toMatchObject([{ text: good.text, isHeld: false }])
  expect((await owner.api.questions.list(of)).questions, 'the owner never reads it').toHaveLength(1)
  expect((await buyer.api.questions.list(of)).questions.find(({ _id }) => _id === bad._id)).toMatchObject({
    hiddenReason: 'It is an advert',
  })
  const [told, ...others] = mailsTo(app, owner.email, 'question')
  expect(others).toEqual([])
  expect(told!.text).toContain('Is it like (link left out)')
  expect(mailsTo(app, buyer.email, 'question-refused')).toMatchObject([
    { text: expect.stringContaining('Why: It is an advert') },
  ])
  await expect(decide({ kind: 'question', _id: bad._id })).rejects.toMatchObject(conflict)
  expect(await waiting(project.id)).toEqual([])
  const { entries } = await admin.api.audit.list({ query: {} })
  expect(entries.slice(0, 2).map(({ action }) => action)).toEqual(['refuse question', 'publish question'])
})

test('an answer with a link is read by its owner and staff alone; a refused one is gone, a published one mailed', async () => {
  const { owner, buyer, project, of } = await aSale()
  const { question } = await buyer.api.questions.ask({ ...of, body: { text: 'Does it run?' } })
  const answer = (text: string) =>
    owner.api.questions.answer({ params: { id: project.id, question: question._id }, body: { text } })
  await answer(`Pay me at ${link}`)
  for (const { api } of [app, buyer])
    expect((await api.questions.list(of)).questions).toMatchObject([{ answer: null }])
  for (const { api } of [owner, admin])
    expect((await api.questions.list(of)).questions).toMatchObject([{ answer: { isHeld: true } }])
  expect(await waiting(project.id)).toMatchObject([{ kind: 'answer', about: 'Does it run?' }])
  await decide({ kind: 'answer', _id: question._id }, 'Payment is on the site')
  expect(mailsTo(app, owner.email, 'answer-refused')).toHaveLength(1)
  expect((await owner.api.questions.list(of)).questions).toMatchObject([{ answer: null }])
  await answer('See https://youtube.example/demo')
  await decide({ kind: 'answer', _id: question._id })
  expect((await app.api.questions.list(of)).questions).toMatchObject([{ answer: { isHeld: false } }])
  expect(mailsTo(app, buyer.email, 'answer')).toHaveLength(1)
  expect(JSON.stringify(app.mails)).not.toContain('evil.example')
})

test('a review with a link neither stands on the page nor counts before staff publish it, also when the link comes later', async () => {
  const { owner, buyer, project, of } = await aSale()
  const first = await buyer.api.reviews.write({ ...of, body: { rating: 1, text: spam } })
  expect(first.isHeld).toBe(true)
  expect(await shown(project.id)).toMatchObject({ texts: [], rating: 0, count: 0 })
  expect((await buyer.api.reviews.mine(of)).review).toMatchObject({ text: spam, isHeld: true })
  expect(mailsTo(app, owner.email, 'review')).toEqual([])
  const [held] = await waiting(project.id)
  expect(held).toMatchObject({ kind: 'review', text: spam })
  await decide(held!)
  expect(await shown(project.id)).toMatchObject({ texts: [spam], rating: 1, count: 1 })
  expect(mailsTo(app, owner.email, 'review')).toHaveLength(1)
  await buyer.api.reviews.edit({ ...of, body: { rating: 5, text: 'Good' } })
  expect(await shown(project.id)).toMatchObject({ texts: ['Good'], rating: 5, count: 1 })
  await buyer.api.reviews.edit({ ...of, body: { rating: 3, text: 'See t.me/cheaper' } })
  expect(await shown(project.id)).toMatchObject({ texts: [], rating: 0, count: 0 })
  await decide((await waiting(project.id))[0]!, 'An advert')
  expect(await shown(project.id)).toMatchObject({ texts: [], rating: 0, count: 0 })
  expect((await buyer.api.reviews.mine(of)).review).toMatchObject({
    hiddenReason: 'An advert',
    isHeld: false,
  })
  expect(mailsTo(app, buyer.email, 'review-hidden')).toHaveLength(1)
  await expect(decide(held!)).rejects.toMatchObject(conflict)
})

test('a refunded review that waited is withdrawn and leaves the average as it was', async () => {
  const { aPurchase } = refundsIn(app)
  const purchase = await aPurchase()
  const { buyer, project } = purchase
  await buyer.api.reviews.write({ params: { id: project.id }, body: { rating: 1, text: spam } })
  await refundBy(admin, purchase)
  expect(await waiting(project.id)).toEqual([])
  expect(await shown(project.id)).toMatchObject({ texts: [], rating: 0, count: 0 })
})

test('an owner’s reply with a link waits too', async () => {
  const { owner, buyer, project, of } = await aSale()
  const { review } = await buyer.api.reviews.write({ ...of, body: { rating: 4, text: 'Good' } })
  const reply = (text: string) =>
    owner.api.reviews.reply({ params: { id: project.id, review: review._id }, body: { text } })
  expect((await reply(spam)).isHeld).toBe(true)
  expect((await shown(project.id)).replies).toEqual([null])
  await decide((await waiting(project.id))[0]!, 'An advert')
  expect(mailsTo(app, owner.email, 'reply-refused')).toHaveLength(1)
  await reply('See www.shop.example/help')
  const [held] = await waiting(project.id)
  expect(held).toMatchObject({ kind: 'reply', about: 'Good' })
  await decide(held!)
  expect((await shown(project.id)).replies).toMatchObject([{ text: 'See www.shop.example/help' }])
  const mails = app.mails.filter(({ to, text }) => to === buyer.email && text.includes('replied'))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('See (link left out)')
})

test('messages and complaints, which only staff read, have no link in their mails, and a member sends ten messages a day', async () => {
  const { buyer, owner, of } = await aSale()
  const message = (n: number) =>
    buyer.api.contacts.send({
      body: { name: 'Asha', email: 'asha@mail.example.in', subject: 'Other', message: `${n} ${spam}` },
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => message(n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 429 })
  const told = app.mails.filter(({ kind }) => kind === 'contact message')
  expect(told.length).toBeGreaterThan(0)
  for (const { text, html } of told) {
    expect(text).toContain('sign in at (link left out)')
    expect(html).not.toContain('evil.example')
  }
  await buyer.api.complaints.send({ ...of, body: { kind: 'broken', text: spam } })
  expect(mailsTo(app, owner.email, 'complaint-about-own')[0]!.text).toContain('(link left out)')
})

test('staff may send links', async () => {
  const body = { name: 'Ravi', email: 'ravi@mail.example.in', subject: 'Other', message: 'Where?' } as const
  await app.api.contacts.send({ body })
  const { contacts } = await admin.api.staffContacts.list({ query: { search: 'ravi@mail.example.in' } })
  await admin.api.staffContacts.reply({
    params: { id: contacts[0]!._id },
    body: { text: 'See https://readymade.example/help', key: crypto.randomUUID() },
  })
  const mail = app.mails.find(({ kind }) => kind === 'contact reply')
  expect(mail!.text).toContain('https://readymade.example/help')
})
