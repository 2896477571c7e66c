import { expect, test } from 'vitest'

import { spreadOverTime } from '../demo/records.ts'
import { startApp } from './app.ts'
import { aBuyer, aListing, boughtBy, source } from './orders.ts'

const app = await startApp()
const { db } = app

test('the demo’s sales are earned on the days of their orders, and its ledger is final afterwards', async () => {
  const owner = await aBuyer(app)
  for (let sale = 0; sale < 4; sale++)
    await boughtBy(app, await aBuyer(app), source(await aListing(db, owner.id, 10_000)))
  await db.updateTable('projects').set({ verifiedAt: new Date() }).execute()
  await spreadOverTime(db)
  const dated = await db
    .selectFrom('ledgerTransactions')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select(['happenedAt', 'completedAt'])
    .execute()
  expect(dated).toHaveLength(4)
  for (const { happenedAt, completedAt } of dated) expect(happenedAt).toEqual(completedAt)
  const { days, total } = await owner.api.earnings.get({ query: { days: 7 } })
  expect(total).toMatchObject({ sales: 4, amount: 320 })
  expect(days.filter(({ sales }) => sales > 0).length).toBeGreaterThan(2)
  await expect(db.updateTable('ledgerTransactions').set({ kind: 'refund' }).execute()).rejects.toThrow(
    'never changed',
  )
})
