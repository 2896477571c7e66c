import { expect, test } from 'vitest'

import type { Item } from '#contract/orders/orders.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, aProject, mailsTo, runJob } from '../../../test/makers.ts'
import {
  aBuyer,
  buyAndPay,
  cartOf,
  collectWebhooks,
  balancedLedger,
  source,
  pay,
  paymentOf,
  refundsOf,
} from '../../../test/orders.ts'
import { approve, download, upload } from '../../../test/uploads.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { recallJobs } from '../jobs.ts'

const app = await startApp()
const { db, jobs } = app
collectWebhooks(app)
await app.jobs.work(recallJobs(app.dependencies))
const admin = await anAdmin(app)

const why = { reason: 'It steals passwords', instructions: 'Delete it and change your passwords.' }
const recall = (id: string, number: number, refund = false) =>
  admin.api.recalls.recall({ params: { id, number: String(number) }, body: { ...why, refund } })
const buy = async (id: string) => {
  const buyer = await aBuyer(app)
  const { orders } = await buyAndPay(app, buyer, source({ id }))
  return { ...buyer, orderId: orders[0]!._id }
}
type Bought = Awaited<ReturnType<typeof buy>>
const orderOf = async ({ api, orderId }: Bought) => (await api.orders.get({ params: { id: orderId } })).order
const statusOf = async ({ token }: { token: string }, id: string, ref = 'main') =>
  (await download(app, token, id, { ref })).statusCode

/** Creates a listed project with a number of approved releases, each with `buyers` buyers. */
async function released(releases: number, { price = 499, buyers = 1 } = {}) {
  const owner = await aBuyer(app)
  const { _id: id } = await aProject(owner, { price })
  const bought: Bought[][] = []
  for (let number = 1; number <= releases; number++) {
    await upload(owner, id, { 'v.txt': String(number) })
    await approve(admin, id)
    bought.push(await Promise.all(Array.from({ length: buyers }, () => buy(id))))
  }
  return { owner, id, bought }
}

test('what is recalled nobody downloads, buyers included; who bought it gets the earlier approved release', async () => {
  const { owner, id, bought } = await released(2)
  const [[early], [late]] = bought as [[Bought], [Bought]]
  await recall(id, 2)
  const refused = await download(app, late.token, id, { ref: '2' })
  expect(refused.statusCode).toBe(410)
  expect(refused.json()).toMatchObject({
    code: 'recalled',
    message: expect.stringMatching(/^Release 2 was recalled on .* 20\d\d.*Why: It steals passwords$/),
  })
  for (const caller of [early, late]) expect(await statusOf(caller, id)).toBe(200)
  expect(await statusOf(owner, id, '2')).toBe(410)
  expect(await statusOf(admin, id, '2')).toBe(200)
  const { project } = await app.api.projects.get({ params: { id } })
  expect(project).toMatchObject({
    releaseNumber: 1,
    recall: { release: 2, reason: why.reason, recalledAt: expect.stringMatching(/^20/) },
  })
  expect(await orderOf(late)).toMatchObject({
    status: 'completed',
    recall: { release: 2, instructions: why.instructions },
    newRelease: null,
  })
  const { releases } = await late.api.downloads.releases({ params: { id } })
  expect(releases.map(({ number }) => number)).toEqual([1])
  const { orders } = await buyAndPay(app, await aBuyer(app), source({ id }))
  expect(orders[0]!.release).toBe(1)
})

test('without another approved release it leaves the shop, and only a new approved release brings it back', async () => {
  const { owner, id, bought } = await released(1)
  const [[buyer]] = bought as [[Bought]]
  await recall(id, 1)
  await expect(app.api.projects.get({ params: { id } })).rejects.toMatchObject({ status: 404 })
  const refused = await download(app, buyer.token, id)
  expect([refused.statusCode, refused.json().code]).toEqual([410, 'recalled'])
  await owner.api.projects.ownerUpdate({ params: { id }, body: { title: 'Another title' } })
  await expect(approve(admin, id)).rejects.toMatchObject({ status: 409 })
  await expect(recall(id, 1)).rejects.toMatchObject({ status: 409 })
  expect((await upload(owner, id, { 'v.txt': 'clean' })).releaseNumber).toBe(2)
  expect(await statusOf(buyer, id)).toBe(410)
  await approve(admin, id)
  expect(await statusOf(buyer, id)).toBe(200)
  expect((await app.api.projects.get({ params: { id } })).project).toMatchObject({
    releaseNumber: 2,
    recall: { release: 1 },
  })
})

test('of a listing that left the shop by a recall everybody reads which release, when and why, under the title of then, until it is back or deleted', async () => {
  const { owner, id } = await released(1)
  const notice = (projectId = id) => app.api.recalls.notice({ params: { id: projectId } })
  await expect(notice()).rejects.toMatchObject({ status: 404 })
  await recall(id, 1)
  // A title that staff have not approved is not shown.
  await owner.api.projects.ownerUpdate({
    params: { id },
    body: { title: 'Call 98765 43210', isActive: false },
  })
  const told = await notice()
  expect(told).toEqual({
    success: true,
    title: 'Hospital Management System',
    category: 'Web Development',
    recall: { release: 1, reason: why.reason, recalledAt: expect.stringMatching(/^20/) },
  })
  await owner.api.projects.ownerUpdate({ params: { id }, body: { isActive: true } })
  await upload(owner, id, { 'v.txt': 'clean' })
  expect(await notice()).toEqual(told)
  await approve(admin, id)
  await expect(notice()).rejects.toMatchObject({ status: 404 })
  await owner.api.projects.ownerUpdate({ params: { id }, body: { isActive: false } })
  expect((await notice()).recall).toBeNull()
  const older = await released(2)
  await recall(older.id, 2)
  await expect(notice(older.id)).rejects.toMatchObject({ status: 404 })
  await older.owner.api.projects.ownerUpdate({ params: { id: older.id }, body: { isActive: false } })
  expect((await notice(older.id)).recall?.release).toBe(2)
  await older.owner.api.projects.remove({ params: { id: older.id } })
  expect(await notice(older.id)).toMatchObject({ title: 'Former project', recall: null })
})

test('where staff and the owner list projects, one whose only release was recalled says so and has no files, and no other', async () => {
  const [gone, kept] = [await released(1), await released(2)]
  await Promise.all([recall(gone.id, 1), recall(kept.id, 2)])
  const { stats } = await admin.api.dashboard.stats()
  const shown = new Map(stats.recentActivity.projects.map(({ _id, isRecalled }) => [_id, isRecalled]))
  expect([shown.get(gone.id), shown.get(kept.id)]).toEqual([true, false])
  const { recalled = [] } = await admin.api.projects.list({ query: { sort: 'newest' } })
  expect([recalled.includes(gone.id), recalled.includes(kept.id)]).toEqual([true, false])
  const listed = ({ owner }: typeof gone) => owner.api.projects.mine({ query: {} })
  expect(await listed(gone)).toMatchObject({ recalled: [gone.id], projects: [{ hasFiles: false }] })
  expect(await listed(kept)).toMatchObject({ recalled: [], projects: [{ hasFiles: true }] })
  expect(await app.api.projects.list({ query: {} })).not.toHaveProperty('recalled')
  await upload(gone.owner, gone.id, { 'v.txt': 'clean' })
  expect(await listed(gone)).toMatchObject({ recalled: [], projects: [{ hasFiles: true }] })
})

test('every buyer who could have it is told once what to do, and the owner that it is recalled', async () => {
  const { owner, id, bought } = await released(3)
  await recall(id, 2)
  const later = await buy(id)
  await Promise.all([1, 2, 3].map(() => jobs.run()))
  await jobs.run()
  const told = [...bought.flat(), later].map((buyer) => mailsTo(app, buyer.email, 'recall').length)
  expect(told).toEqual([1, 1, 0, 0])
  const [mail] = mailsTo(app, bought[1]![0]!.email, 'recall')
  expect(mail!.subject).toBe('Recall: release 2 of Hospital Management System')
  expect(mail!.text).toContain(why.reason)
  expect(mail!.text).toContain(why.instructions)
  expect(mailsTo(app, owner.email, 'recall-of-own')).toHaveLength(1)
  const { releases } = await admin.api.recalls.list({ params: { id } })
  expect(releases.map(({ number, recall: known }) => [number, known?.notified, known?.waiting])).toEqual([
    [3, undefined, undefined],
    [2, 2, 0],
    [1, undefined, undefined],
  ])
})

test('who paid for it is refunded when staff say so, once, also who asked for it; what cost nothing stays', async () => {
  const { id, bought } = await released(2, { buyers: 2 })
  const [early, late] = bought as [Bought[], Bought[]]
  await late[0]!.api.refundRequests.ask({
    params: { id: late[0]!.orderId },
    body: { reason: 'It does not start.' },
  })
  await recall(id, 2, true)
  await Promise.all([1, 2, 3].map(() => jobs.run()))
  for (const buyer of late) {
    expect(await orderOf(buyer)).toMatchObject({ status: 'refunded' })
    expect(mailsTo(app, buyer.email, 'refund')).toHaveLength(1)
    expect(mailsTo(app, buyer.email, 'recall')).toHaveLength(1)
    expect(await statusOf(buyer, id)).toBe(403)
  }
  const { refund } = await late[0]!.api.refundRequests.get({ params: { id: late[0]!.orderId } })
  expect(refund).toMatchObject({ request: { outcome: 'approved' }, money: { amount: 499 } })
  const { order } = await admin.api.staffOrders.get({ params: { id: late[1]!.orderId } })
  expect(order).toMatchObject({ actions: [], refunds: [{ amount: 499, recalledRelease: 2 }] })
  for (const buyer of early) expect(await orderOf(buyer)).toMatchObject({ status: 'completed' })
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  const { releases } = await admin.api.recalls.list({ params: { id } })
  expect(releases[0]!.recall).toMatchObject({ refunds: true, notified: 4, refunded: 2, waiting: 0 })
  const free = await released(1, { price: 0 })
  await recall(free.id, 1, true)
  await jobs.run()
  expect(await orderOf(free.bought[0]![0]!)).toMatchObject({ status: 'completed' })
})

test('what its owner deleted is recalled too: buyers keep what they bought, and are told and refunded', async () => {
  const { owner, id, bought } = await released(1)
  const [[buyer]] = bought as [[Bought]]
  await owner.api.projects.remove({ params: { id } })
  expect(await statusOf(buyer, id)).toBe(200)
  await recall(id, 1, true)
  expect(await statusOf(buyer, id)).toBe(410)
  await jobs.run()
  expect(mailsTo(app, buyer.email, 'recall')).toHaveLength(1)
  expect(await orderOf(buyer)).toMatchObject({ status: 'refunded' })
  expect(await admin.api.recalls.list({ params: { id } })).toMatchObject({
    title: 'Hospital Management System',
    releases: [{ recall: { refunded: 1, waiting: 0 } }],
  })
  await expect(app.api.projects.get({ params: { id } })).rejects.toMatchObject({ status: 404 })
})

test('staff may decide on the refunds later: who has not got their money yet gets it once, and no second recall mail', async () => {
  const { id, bought } = await released(1, { buyers: 2 })
  const refund = () => admin.api.recalls.refund({ params: { id, number: '1' } })
  await expect(refund()).rejects.toMatchObject({ status: 409 })
  await recall(id, 1)
  await jobs.run()
  const buyers = bought.flat()
  for (const buyer of buyers) expect(await orderOf(buyer)).toMatchObject({ status: 'completed' })
  const results = await Promise.allSettled([refund(), refund()])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await Promise.all([1, 2, 3].map(() => jobs.run()))
  for (const buyer of buyers) {
    expect(await orderOf(buyer)).toMatchObject({ status: 'refunded' })
    expect(mailsTo(app, buyer.email, 'recall')).toHaveLength(1)
    expect(mailsTo(app, buyer.email, 'refund')).toHaveLength(1)
  }
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  const { releases } = await admin.api.recalls.list({ params: { id } })
  expect(releases[0]).toMatchObject({
    paid: 0,
    recall: { refunds: true, notified: 2, refunded: 2, waiting: 0 },
  })
  const { entries } = await admin.api.audit.list({ query: { kind: 'release' } })
  expect(entries[0]).toMatchObject({ action: 'refund recalled release', after: { refunds: true } })
})

/** A checkout of some projects that is paid after something else happened. */
async function paidAfter(items: Item[], happens: () => Promise<unknown>) {
  const buyer = await aBuyer(app)
  const { payment } = await buyer.api.orders.checkout({ body: cartOf(...items) })
  await happens()
  await pay(app, buyer, payment)
  await runJob(app, 'follow-recalls')
  const paid = await paymentOf(buyer, payment._id)
  const statuses = Object.fromEntries(paid.orders.map(({ projectId, status }) => [projectId, status]))
  const refunds = await refundsOf(db, payment._id)
  return { ...buyer, statuses, refunds, invoice: paid.orders.find(({ invoice }) => invoice)?.invoice }
}

test.each([true, false])(
  'what was recalled while somebody paid is not delivered: its price goes back by itself, with a mail that says why (refunds: %s)',
  async (refund) => {
    const { id } = await released(1)
    const buyer = await paidAfter([source({ id })], () => recall(id, 1, refund))
    expect(buyer.statuses).toEqual({ [id]: 'cancelled' })
    expect(buyer.refunds).toEqual([{ cause: 'undeliverable', status: 'due', amountPaise: 49_900 }])
    expect(mailsTo(app, buyer.email, 'recall')).toEqual([])
    const [mail] = mailsTo(app, buyer.email, 'receipt')
    expect(mail).toMatchObject({ subject: 'Your money goes back to you' })
    expect(mail!.text.replaceAll('\n', ' ')).toContain(
      'Our staff recalled this before your payment reached us',
    )
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  },
)

test('of a cart of which one part was recalled meanwhile the rest is delivered, and that part’s own price goes back', async () => {
  const [gone, kept] = [await released(1), await released(1, { price: 250 })]
  const buyer = await paidAfter([source(gone), source(kept)], () => recall(gone.id, 1))
  expect(buyer.statuses).toEqual({ [gone.id]: 'cancelled', [kept.id]: 'completed' })
  expect(buyer.refunds).toEqual([{ cause: 'undeliverable', status: 'due', amountPaise: 49_900 }])
  expect(buyer.invoice).toMatch(/^RM\//)
  expect(await statusOf(buyer, kept.id)).toBe(200)
  const [mail] = mailsTo(app, buyer.email, 'receipt')
  expect(mail!.text).toContain('This is yours now')
  expect(mail!.text).toContain('its price goes back')
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})

test('with another release in its place a payment for a recalled one is delivered, unless staff refund its buyers', async () => {
  const later = await released(1)
  const replaced = async () => {
    await recall(later.id, 1)
    await upload(later.owner, later.id, { 'v.txt': 'clean' })
    await approve(admin, later.id)
  }
  const buyer = await paidAfter([source(later)], replaced)
  expect(buyer.statuses).toEqual({ [later.id]: 'completed' })
  expect(await statusOf(buyer, later.id)).toBe(200)
  const earlier = await released(2)
  const refunded = await paidAfter([source(earlier)], () => recall(earlier.id, 2, true))
  expect(refunded.statuses).toEqual({ [earlier.id]: 'cancelled' })
  expect(refunded.refunds).toEqual([{ cause: 'undeliverable', status: 'due', amountPaise: 49_900 }])
})

test('what its owner deleted while somebody paid is delivered, because buyers keep what they bought', async () => {
  const { owner, id } = await released(1)
  const buyer = await paidAfter([source({ id })], () => owner.api.projects.remove({ params: { id } }))
  expect(buyer.statuses).toEqual({ [id]: 'completed' })
  expect(await statusOf(buyer, id)).toBe(200)
})

test('a recall in the middle of many downloads: none begins after it is answered, and those before are in the log', async () => {
  const { id, bought } = await released(1, { buyers: 4 })
  const all = bought.flat()
  const answers: { began: number; status: number }[] = []
  let recalledAt = Infinity
  const keepDownloading = async (buyer: Bought) => {
    let began: number
    do {
      began = performance.now()
      answers.push({ began, status: await statusOf(buyer, id) })
    } while (began < recalledAt)
  }
  const downloads = all.map(keepDownloading)
  await expect.poll(() => answers.length).toBeGreaterThan(5)
  const results = await Promise.allSettled([recall(id, 1), recall(id, 1)])
  recalledAt = performance.now()
  await Promise.all(downloads)
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]))
  const late = answers.filter(({ began }) => began > recalledAt)
  expect(late.length).toBeGreaterThan(0)
  expect(late.every(({ status }) => status === 410)).toBe(true)
  const { times } = await db
    .selectFrom('downloads')
    .innerJoin('releases', 'releases.id', 'releaseId')
    .select(({ fn }) => fn.sum<number>('times').as('times'))
    .where('projectId', '=', id)
    .executeTakeFirstOrThrow()
  expect(times).toBe(answers.filter(({ status }) => status === 200).length)
})

test('only staff recall, only what was approved, and it is written down', async () => {
  const { owner, id, bought } = await released(1)
  const body = { ...why, refund: false }
  for (const { api } of [owner, bought[0]![0]!])
    await expect(api.recalls.recall({ params: { id, number: '1' }, body })).rejects.toMatchObject({
      status: 403,
    })
  await upload(owner, id, { 'v.txt': '2' })
  await expect(recall(id, 2)).rejects.toMatchObject({ status: 409 })
  await recall(id, 1)
  const { entries } = await admin.api.audit.list({ query: { kind: 'release' } })
  expect(entries[0]).toMatchObject({
    action: 'recall release',
    after: { status: 'recalled', reason: why.reason, refunds: false },
  })
})
