import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { settingsDefaults } from '#contract/staff/settings.ts'

import { startApp } from '../../test/app.ts'
import { disputesIn } from '../../test/disputes.ts'
import { anAdmin } from '../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, cartOf, source, wideLimits, pay } from '../../test/orders.ts'
import { refundBy } from '../../test/refunds.ts'
import { writeSettings } from '../staff/settings/service.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
const { tax } = settingsDefaults
await writeSettings(db, 'tax', { ...tax, tds: { ...tax.tds, on: true } })

/** Moves the postings of an order to another day, with the triggers that forbid it switched off. */
const happenedOn = (orderId: string, day: string) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update ledger_transactions set happened_at = ${`${day}T12:00:00+05:30`} where order_id = ${orderId}`.execute(
      trx,
    )
    await sql`update orders set completed_at = ${`${day}T12:00:00+05:30`} where id = ${orderId}`.execute(trx)
  })

test('a year’s statement has each sale and refund with what was kept and held back, and their sums', async () => {
  const seller = await aBuyer(app)
  const project = await aListing(db, seller.id, 100_000)
  const sell = async (coupon?: string) => {
    const buyer = await aBuyer(app)
    if (!coupon) return { buyer, order: (await buyAndPay(app, buyer, source(project))).orders[0]! }
    const { payment } = await buyer.api.orders.checkout({ body: { ...cartOf(source(project)), coupon } })
    await pay(app, buyer, payment)
    return { buyer, order: payment.orders[0]! }
  }
  await seller.api.coupons.create({ body: { code: 'MINE25', percent: 25 } })
  await admin.api.coupons.createAsStaff({ body: { code: 'SHOP50', percent: 50, ...wideLimits } })
  const old = await sell()
  await happenedOn(old.order._id, '2024-03-31')
  const first = await sell('MINE25')
  await happenedOn(first.order._id, '2024-04-01')
  const second = await sell('SHOP50')
  await happenedOn(second.order._id, '2025-03-31')
  const now = await sell()
  await refundBy(admin, { buyer: now.buyer, of: { params: { id: now.order._id } } })

  const statement = await seller.api.earnings.statement({ query: { year: 2024 } })
  expect(statement.lines).toMatchObject([
    { what: 'sale', number: first.order.number, price: 1000, discount: 250, gross: 750, fee: 150 },
    { what: 'sale', number: second.order.number, price: 1000, discount: 0, gross: 1000, fee: 200 },
  ])
  expect(statement.total).toEqual({
    price: 2000,
    discount: 250,
    gross: 1750,
    fee: 350,
    tds: 87.5,
    tcs: 0,
    net: 1312.5,
    paidOut: 0,
  })
  const present = await seller.api.earnings.statement({ query: {} })
  expect(present.years.at(-1)).toBe(2023)
  expect(present.years[0]).toBe(present.year)
  expect(present.lines).toMatchObject([
    { what: 'sale', gross: 1000, net: 750, tds: 50 },
    { what: 'refund', gross: -1000, net: -750, tds: -50 },
  ])
  expect(present.total).toMatchObject({ gross: 0, fee: 0, tds: 0, net: 0 })
  const nobody = await aBuyer(app)
  expect((await nobody.api.earnings.statement({ query: { year: 2024 } })).lines).toEqual([])
})

test('money that a dispute freezes was not paid out', async () => {
  const { aSale, sendEvent } = disputesIn(app)
  const sale = await aSale()
  expect(await sendEvent('created', sale)).toBe(200)
  expect((await sale.owner.api.earnings.statement({ query: {} })).total).toMatchObject({ paidOut: 0 })
})
