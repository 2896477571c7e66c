import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { brokenInvariants, noViolations } from '../../test/invariants.ts'
import { aBuyer, balanceOf, collectWebhooks, source, aSale } from '../../test/orders.ts'
import { accounts } from '../money/ledger/shares.ts'

const app = await startApp()
const { db } = app
collectWebhooks(app)
const price = 200_000
const referrer = await aBuyer(app)

async function aPurchase() {
  const { payment, ...offer } = await aSale(app, price, { referredBy: referrer.id })
  return { ...offer, id: payment._id }
}

test('D10, negative control: the checker finds each fault that is planted', async () => {
  const { id, buyer, project } = await aPurchase()
  expect(await brokenInvariants(db)).toEqual(noViolations)
  const broken = async (plant: ReturnType<typeof sql>) => {
    const seen = await db
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await plant.execute(trx)
        throw new Planted(await brokenInvariants(trx))
      })
      .catch((thrown: unknown) => (thrown as Planted).found)
    return Object.entries(seen)
      .filter(([, ids]) => ids.length > 0)
      .map(([name]) => name)
  }
  const commission = accounts.commission(referrer.id)
  expect(
    await broken(
      sql`update ledger_entries set amount_paise = amount_paise + 1 where account = ${commission}`,
    ),
  ).toEqual(['ledger', 'commissions'])
  expect(
    await broken(
      sql`update sandbox_orders set amount_paise = 100 where id in (select gateway_order_id from payments where id = ${id})`,
    ),
  ).toEqual(['deliveredUnpaid'])
  expect(await broken(sql`update orders set status = 'cancelled' where payment_id = ${id}`)).toEqual([
    'ledger',
    'paidUndelivered',
    'commissions',
    'miscounted',
  ])
  expect(
    await broken(
      sql`insert into sandbox_refunds (id, payment_id, amount_paise, idempotency_key) select 'rfnd_x', gateway_payment_id, ${price} + 1, 'x' from payments where id = ${id}`,
    ),
  ).toEqual(['returned'])
  expect(
    await broken(
      sql`update payments set status = 'created', created_at = now() - interval '1 hour' where id = ${id}`,
    ),
  ).toEqual(['ledger', 'paidUndelivered', 'stuck'])
  expect(
    await broken(
      sql`insert into sandbox_orders (id, amount_paise, description, status, payment_id) values ('order_stray', 100, 'stray', 'paid', 'pay_stray')`,
    ),
  ).toEqual(['paidUndelivered', 'doubled'])
  expect(
    await broken(
      sql`update projects set taken_off_at = orders.created_at + (completed_at - orders.created_at) / 2 from orders where project_id = projects.id`,
    ),
  ).toEqual(['deliveredOffSale'])
  expect(await broken(sql`update projects set sales_count = 2 where id = ${project.id}`)).toEqual([
    'miscounted',
  ])
  expect(await balanceOf(db, commission)).toBeGreaterThan(0)
  expect((await buyer.api.orders.owned()).items).toEqual([source(project)])
})

class Planted extends Error {
  readonly found: Record<string, string[]>
  constructor(found: Record<string, string[]>) {
    super('Planted and taken back')
    this.found = found
  }
}
