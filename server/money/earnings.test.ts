import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aBuyer, aListing, source, soldDaysAgo, buyAndPay } from '../../test/orders.ts'
import { payoutsIn } from '../../test/payouts.ts'

const app = await startApp()
const { db } = app

/** Creates an owner with a project at a price in paise, and returns functions that sell it and read the earnings. */
async function aSellingOwner(pricePaise: number) {
  const owner = await aBuyer(app)
  const project = await aListing(db, owner.id, pricePaise)
  const sell = async () => {
    const { orders } = await buyAndPay(app, await aBuyer(app), source(project))
    return orders[0]!.id
  }
  const read = (days?: number) => owner.api.earnings.get({ query: days ? { days } : {} })
  return { owner, project, sell, read }
}

test('a sale is held for the refund days and payable after them; the owner has 80% of it', async () => {
  const { sell, read, project } = await aSellingOwner(10_000)
  await sell()
  await soldDaysAgo(db, await sell(), 8)
  const told = await read()
  expect(told).toMatchObject({ payable: 80, held: 80, total: { sales: 2, views: 0, amount: 160 } })
  expect(told.days).toHaveLength(30)
  expect(told.days.at(-1)).toMatchObject({ sales: 2, amount: 160 })
  expect(told.projects).toEqual([
    { _id: project.id, title: project.title, isDeleted: false, sales: 2, views: 0, amount: 160 },
  ])
})

test('views stand beside the sales by day, project and source; the period is 7, 30 or 90 days', async () => {
  const { sell, read, project } = await aSellingOwner(0)
  await sell()
  const day = sql<Date>`(now() at time zone 'Asia/Kolkata')::date`
  await db
    .insertInto('projectViews')
    .values([
      { projectId: project.id, day, source: 'Home', views: 1 },
      { projectId: project.id, day, source: 'Google', views: 2 },
    ])
    .execute()
  const told = await read(7)
  expect(told).toMatchObject({ payable: 0, held: 0, total: { sales: 1, views: 3, amount: 0 } })
  expect(told.sources).toEqual([
    { source: 'Google', views: 2 },
    { source: 'Home', views: 1 },
  ])
  expect(told.days).toHaveLength(7)
  await expect(read(8)).rejects.toMatchObject({ status: 400 })
})

test('the earnings of others are not included, and without a project all is zero', async () => {
  await (await aSellingOwner(10_000)).sell()
  const nobody = await aBuyer(app)
  expect(await nobody.api.earnings.get({ query: {} })).toMatchObject({
    payable: 0,
    held: 0,
    total: { sales: 0, views: 0, amount: 0 },
    projects: [],
    sources: [],
  })
})

test('what is approved counts as paid out when it is paid, and the earnings name the balance that payouts name', async () => {
  const { anOwner, asked, byStaff, balanceOf } = payoutsIn(app)
  const [owner, { act, pay }] = [await anOwner(1000), await byStaff()]
  const paidOut = async () => (await owner.api.earnings.statement({ query: {} })).total.paidOut
  const payout = await asked(owner, 600)
  const { payable, held } = await balanceOf(owner)
  expect(await owner.api.earnings.get({ query: {} })).toMatchObject({ payable, held })
  expect(payable).toBe(400)
  await act('approve', [payout._id])
  expect(await paidOut()).toBe(0)
  await pay(payout.number, 'UTR-STATEMENT')
  expect(await paidOut()).toBe(600)
})
