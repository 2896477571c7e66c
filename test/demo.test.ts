import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { isoDay } from '#contract/kit/format.ts'
import { reconciledShare, reconcilePayments } from '#server/orders/settle/reconcile.ts'

import { moveConfirmations, spreadOverTime } from '../demo/past.ts'
import { withoutTriggers } from '../demo/records.ts'
import { startApp } from './app.ts'
import { anAdmin } from './makers.ts'
import { aBuyer, aListing, buyAndPay, type Buyer, report, source } from './orders.ts'

const app = await startApp()
const { db } = app
let owner: Buyer
const buyers: Buyer[] = []
beforeAll(async () => {
  owner = await aBuyer(app)
  for (let sale = 0; sale < 4; sale++) {
    const project = await aListing(db, owner.id, 10_000, { reportPricePaise: sale === 0 ? 5000 : null })
    const buyer = await aBuyer(app)
    await buyAndPay(app, buyer, source(project), ...(sale === 0 ? [report(project)] : []))
    const { orders } = await buyer.api.orders.mine({ query: {} })
    await buyer.api.licences.file({ params: { id: orders[0]!._id } })
    await db.insertInto('downloads').values({ memberId: buyer.id, releaseId: project.releaseId }).execute()
    buyers.push(buyer)
  }
  const { id: projectId } = await db.selectFrom('projects').select('id').limit(1).executeTakeFirstOrThrow()
  const views = { projectId, day: new Date(), source: 'Home', views: 9 }
  await db.insertInto('projectViews').values(views).execute()
  await db.updateTable('projects').set({ verifiedAt: new Date() }).execute()
  await app.app.daily.flush()
  await spreadOverTime(db)
  await reconcilePayments(app.dependencies)
  await moveConfirmations(db)
})

/** All dates and numbers of each order's documents, oldest first. */
const documents = () =>
  db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'paymentId')
    .innerJoin('checkoutRecords', 'checkoutRecords.paymentId', 'payments.id')
    .innerJoin('invoiceLines', 'invoiceLines.orderId', 'orders.id')
    .innerJoin('invoices', 'invoices.id', 'invoiceId')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.orderId', 'orders.id')
    .leftJoin('licences', 'licences.orderId', 'orders.id')
    .leftJoin('downloads', 'downloads.memberId', 'orders.memberId')
    .select(['orders.number', 'orderNumber', 'invoices.number as invoice'])
    .select(['completedAt', 'orders.createdAt', 'payments.createdAt as begunAt', 'acceptedAt'])
    .select(['capturedAt', 'happenedAt', 'licences.issuedAt as licensedAt', 'firstAt', 'lastAt'])
    .select('invoices.issuedAt')
    .orderBy('completedAt')
    .orderBy('orders.number')
    .execute()

test('views lie on different days, as many as were counted', async () => {
  const rows = await db.selectFrom('projectViews').select(['day', 'views']).execute()
  expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(9)
  expect(new Set(rows.map(({ day }) => day.toISOString())).size).toBeGreaterThan(5)
})

test('on each day the demo had as many visits as prove its views and purchases, and none on the day of its load', async () => {
  const admin = await anAdmin(app)
  const { days } = (await admin.api.analytics.get({ query: {} })).analytics
  expect(days.filter(({ views }) => views > 0).length).toBeGreaterThan(5)
  for (const { day, visits, views, purchases, searches } of days) {
    expect(visits, day).toBeGreaterThanOrEqual(Math.max(views, Math.min(purchases, 1)))
    expect(visits, day).toBeLessThanOrEqual(Math.max(views, purchases))
    expect(searches, day).toBe(0)
  }
})

test('the demo’s payments were confirmed soon after they were paid', async () => {
  expect(await reconciledShare(db)).toMatchObject({
    share: 1,
    open: 0,
    medianSeconds: 60,
    slowestSeconds: 60,
  })
})

test('what belongs to one purchase of the demo lies on one day, and both things of one payment do', async () => {
  const all = await documents()
  expect(all).toHaveLength(5)
  for (const { number, orderNumber, invoice, ...dates } of all) {
    expect(orderNumber).toBe(number)
    const days = Object.values(dates).filter((date) => date !== null)
    const times = days.map((date) => date.getTime())
    expect(Math.max(...times) - Math.min(...times), `${number} ${invoice}`).toBeLessThan(60_000)
  }
  expect(all[1]!.completedAt).toEqual(all[0]!.completedAt)
  expect(new Set(all.map(({ completedAt }) => isoDay(completedAt!))).size).toBeGreaterThan(2)
})

test('the demo’s sales are earned on the days of their orders, and its ledger and invoices are final afterwards', async () => {
  const { days, total } = await owner.api.earnings.get({ query: { days: 7 } })
  expect(total).toMatchObject({ sales: 5, amount: 360 })
  expect(days.filter(({ sales }) => sales > 0).length).toBeGreaterThan(2)
  const never = 'never changed'
  await expect(db.updateTable('ledgerTransactions').set({ kind: 'refund' }).execute()).rejects.toThrow(never)
  await expect(db.updateTable('invoices').set({ serial: 9 }).execute()).rejects.toThrow(never)
})

test('a demo that is loaded in the first days of a year has the numbers of the year before it too', async () => {
  // The four sales lie 17 hours apart, so when all are moved to the turn of the year, some fall into the year before.
  const turn = async (day: string) => {
    await db.transaction().execute((trx) =>
      withoutTriggers(trx, ['invoices'], async () => {
        await sql`update invoices set issued_at = ${`${day}T00:00+05:30`}`.execute(trx)
        await sql`update orders set created_at = ${`${day}T00:00+05:30`}, completed_at = ${`${day}T00:00+05:30`}`.execute(
          trx,
        )
      }),
    )
    await spreadOverTime(db)
    return documents()
  }
  const spring = await turn('2028-04-03')
  expect(spring.map(({ invoice }) => invoice)).toEqual([
    'RM/27-28/000001',
    'RM/27-28/000001',
    'RM/27-28/000002',
    'RM/28-29/000001',
    'RM/28-29/000002',
  ])
  const winter = await turn('2029-01-03')
  expect(winter.map(({ number }) => number)).toEqual([
    'RM-2028-000001',
    'RM-2028-000002',
    'RM-2028-000003',
    'RM-2029-000001',
    'RM-2029-000002',
  ])
})
