import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  buyAndPay,
  collectWebhooks,
  source,
  ordersBecome,
  changePrice,
} from '../../../test/orders.ts'
import { refundsIn } from '../../../test/refunds.ts'
import { timePasses } from '../../../test/time.ts'
import { aListing, approve, download, upload } from '../../../test/uploads.ts'
import { askWhetherItRan } from './service.ts'

const app = await startApp()
collectWebhooks(app)
const { db } = app
const admin = await anAdmin(app)
const { ask } = refundsIn(app)

/** Creates a listed project with files, at a price in rupees. */
async function aSale(price = 499) {
  const item = await aListing(app)
  await changePrice(item.owner, item.id, price)
  return item
}
/** Creates a buyer who has also downloaded the project, unless `downloads` is false. */
async function aUser({ id }: { id: string }, { downloads = true } = {}) {
  const buyer = await aBuyer(app)
  const { orders } = await buyAndPay(app, buyer, source({ id }))
  if (downloads) await download(app, buyer.token, id)
  return { buyer, of: { params: { id: orders[0]!._id } } }
}
const yes = { ran: true }
const no = { ran: false, reason: 'database' as const, text: 'No script for the tables' }
/** The counts that the owner sees; the public sees them from five answers on. */
const runsOf = async ({ id, owner }: Awaited<ReturnType<typeof aSale>>) =>
  (await owner.api.runAnswers.received({ params: { id } })).runs
const nothing = { ran: 0, of: 0, freeRan: 0, freeOf: 0 }

test('buyers say whether it ran, once they have downloaded it; its owner sees for how many it did', async () => {
  const item = await aSale()
  const waiting = await aUser(item, { downloads: false })
  expect(await waiting.buyer.api.runAnswers.get(waiting.of)).toMatchObject({ answer: null, mayAnswer: false })
  await expect(waiting.buyer.api.runAnswers.set({ ...waiting.of, body: yes })).rejects.toMatchObject({
    status: 409,
  })
  const [one, two] = [await aUser(item), await aUser(item)]
  expect(await one.buyer.api.runAnswers.get(one.of)).toMatchObject({ answer: null, mayAnswer: true })
  await one.buyer.api.runAnswers.set({ ...one.of, body: yes })
  const { answer } = await two.buyer.api.runAnswers.set({ ...two.of, body: no })
  expect(answer).toMatchObject(no)
  expect(await runsOf(item)).toEqual({ ...nothing, ran: 1, of: 2 })
  await expect(one.buyer.api.runAnswers.set({ ...two.of, body: yes })).rejects.toMatchObject({ status: 404 })
  await expect(two.buyer.api.runAnswers.set({ ...two.of, body: { ran: false } })).rejects.toMatchObject({
    status: 400,
    message: 'Choose what went wrong',
  })
})

test('everybody reads for how many it ran from five answers on, and in the stamp from four of five on', async () => {
  const item = await aSale()
  const shown = async () => {
    const { project } = await app.api.projects.get({ params: { id: item.id } })
    const { projects } = await app.api.projects.list({ query: {} })
    expect(projects.find(({ _id }) => _id === item.id)?.runs).toEqual(project.runs)
    return [project.runs, project.freeRuns]
  }
  const say = async (answer: typeof yes | typeof no, count = 1) => {
    for (let n = 0; n < count; n++) {
      const { buyer, of } = await aUser(item)
      await buyer.api.runAnswers.set({ ...of, body: answer })
    }
  }
  await say(no)
  await say(yes, 3)
  expect(await shown()).toEqual([null, null])
  await say(yes)
  expect(await shown()).toEqual([{ ran: 4, of: 5, isStamped: true }, null])
  await say(no)
  expect(await shown()).toEqual([{ ran: 4, of: 6, isStamped: false }, null])
})

test('the owner is mailed once of each order for which it did not run, and reads why but not who; what was written for staff alone stays theirs', async () => {
  const item = await aSale()
  const { buyer, of } = await aUser(item)
  const mails = () => mailsTo(app, item.owner.email, 'did-not-run')
  await buyer.api.runAnswers.set({ ...of, body: no })
  await buyer.api.runAnswers.set({ ...of, body: yes })
  await buyer.api.runAnswers.set({ ...of, body: no })
  expect(mails()).toHaveLength(1)
  const { text, subject, unsubscribeUrl, preference } = mails()[0]!
  expect(preference).toBe('notifications')
  expect(subject).toBe('Hospital Management System did not run for a buyer')
  expect(text).toContain('a problem with the database')
  expect(text).toContain(no.text)
  expect(text).toContain(`/owner/projects/${item.id}#runs`)
  expect(unsubscribeUrl).toContain('/notifications/')
  const received = { params: { id: item.id } }
  const seen = await item.owner.api.runAnswers.received(received)
  expect(seen.answers).toMatchObject([{ ...no, isFree: false }])
  for (const told of [JSON.stringify(seen), text]) {
    expect(told).not.toContain(buyer.email)
    expect(told).not.toContain(buyer.id)
    expect(told).not.toContain(of.params.id)
    expect(told).not.toContain('Asha')
  }
  expect(await admin.api.runAnswers.received(received)).toEqual(seen)
  await expect(buyer.api.runAnswers.received(received)).rejects.toMatchObject({ status: 404 })

  await db
    .updateTable('runAnswers')
    .set({ ownerMayRead: false })
    .where('orderId', '=', of.params.id)
    .execute()
  expect((await item.owner.api.runAnswers.received(received)).answers[0]).toMatchObject({ ...no, text: '' })
})

test('an order has one answer, which may be changed, also ten times at once', async () => {
  const item = await aSale()
  const { buyer, of } = await aUser(item)
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => buyer.api.runAnswers.set({ ...of, body: at % 2 ? yes : no })),
  )
  expect((await runsOf(item)).of).toBe(1)
  const { answer } = await buyer.api.runAnswers.set({ ...of, body: { ...yes, reason: 'setup' } })
  expect(answer).toMatchObject({ ran: true, reason: null })
  expect(await runsOf(item)).toEqual({ ...nothing, ran: 1, of: 1 })
})

test('answers of those who got it for nothing are counted apart', async () => {
  const item = await aSale(0)
  const { buyer, of } = await aUser(item)
  await buyer.api.runAnswers.set({ ...of, body: yes })
  expect(await runsOf(item)).toEqual({ ...nothing, freeRan: 1, freeOf: 1 })
})

test('staff see the answer with a refund request; an approved one takes it out of the count', async () => {
  const item = await aSale()
  const { buyer, of } = await aUser(item)
  await buyer.api.runAnswers.set({ ...of, body: no })
  const { request } = await ask({ buyer, of })
  const { refunds } = await admin.api.refundRequests.cases({ query: {} })
  const evidence = refunds.find(({ _id }) => _id === request!._id)!.evidence
  expect(evidence).toMatchObject({ run: no, downloads: [{ release: 1, times: 1 }], reportDownloads: null })
  await admin.api.refundRequests.decide({ params: { id: request!._id }, body: { decision: 'approve' } })
  expect(await runsOf(item)).toEqual(nothing)
  expect(await buyer.api.runAnswers.get(of)).toMatchObject({ answer: no, mayAnswer: false })
  await expect(buyer.api.runAnswers.set({ ...of, body: yes })).rejects.toMatchObject({ status: 409 })
})

test('three days after the first download a buyer is asked by mail, once, unless they said it already', async () => {
  const item = await aSale()
  const [early, asked, said, twice, refunded] = [
    await aUser(item),
    await aUser(item),
    await aUser(item),
    await aUser(item),
    await aUser(item),
  ]
  await upload(item.owner, item.id, { 'README.md': '# Shop 2\n' })
  await approve(admin, item.id)
  await download(app, twice.buyer.token, item.id)
  await said.buyer.api.runAnswers.set({ ...said.of, body: yes })
  await ordersBecome(db, 'refunded', refunded.of.params)
  for (const { buyer } of [asked, said, twice, refunded]) {
    await timePasses(db, '73 hours', 'downloads', { memberId: buyer.id })
    await timePasses(db, '73 hours', 'orders', { memberId: buyer.id })
  }
  await Promise.all([askWhetherItRan(app.dependencies, 1), askWhetherItRan(app.dependencies, 1)])
  await askWhetherItRan(app.dependencies)
  const mails = (user: typeof asked) => mailsTo(app, user.buyer.email, 'did-it-run')
  expect([early, asked, said, twice, refunded].map((user) => mails(user).length)).toEqual([0, 1, 0, 1, 0])
  expect(mails(asked)[0]).toMatchObject({
    subject: 'Did Hospital Management System run?',
    text: expect.stringContaining(`/orders/${asked.of.params.id}#run`),
    unsubscribeUrl: expect.stringContaining('/notifications/'),
  })
  expect(mails(asked)[0]!.text).toContain('The owner of the project and our staff read your answer')
  await asked.buyer.api.runAnswers.set({ ...asked.of, body: yes })
  expect((await runsOf(item)).of).toBe(2)
})
