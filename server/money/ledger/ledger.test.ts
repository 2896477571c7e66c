import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'

import { defaultRates } from '#contract/kit/amounts.ts'

import { startApp } from '../../../test/app.ts'
import { collectWebhooks, balancedLedger, aSale } from '../../../test/orders.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { ledgerFaults, postSale } from './service.ts'
import { noRates } from './shares.ts'

const app = await startApp()
const { db } = app
beforeEach(() => void collectWebhooks(app))

const aPosting = async (pricePaise = 49_900) => {
  const { seller, buyer, payment } = await aSale(app, pricePaise)
  const orderId = payment.orders[0]!.id
  const posting = await db
    .selectFrom('ledgerTransactions')
    .select('id')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return { orderId, posting: posting.id, seller, buyer }
}

describe('the ledger', () => {
  test.each<[string, (connection: Connection) => Promise<unknown>]>([
    ['an entry be changed', (c) => c.updateTable('ledgerEntries').set({ amountPaise: 0 }).execute()],
    ['an entry be deleted', (c) => c.deleteFrom('ledgerEntries').execute()],
    [
      'a transaction be changed',
      (c) => c.updateTable('ledgerTransactions').set({ kind: 'refund' }).execute(),
    ],
    ['a transaction be deleted', (c) => c.deleteFrom('ledgerTransactions').execute()],
    ['it be emptied', (c) => sql`truncate ledger_entries, ledger_transactions cascade`.execute(c)],
  ])('does not let %s', async (_name, tamper) => {
    await aPosting()
    await expect(tamper(db)).rejects.toThrow('Ledger rows are never changed')
  })

  test('refuses at commit what does not sum to zero', async () => {
    const { orderId } = await aPosting()
    const id = uuid()
    const unbalanced = db.transaction().execute(async (trx) => {
      await trx.insertInto('ledgerTransactions').values({ id, kind: 'payout', orderId }).execute()
      await trx
        .insertInto('ledgerEntries')
        .values({ transactionId: id, account: 'a', amountPaise: 100 })
        .execute()
      await trx
        .insertInto('ledgerEntries')
        .values({ transactionId: id, account: 'b', amountPaise: -99 })
        .execute()
    })
    await expect(unbalanced).rejects.toThrow('does not sum to zero')
    expect(await db.selectFrom('ledgerTransactions').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('refuses a second sale of one order', async () => {
    const { orderId, seller } = await aPosting()
    const again = {
      orderId,
      gateway: 'sandbox',
      amountPaise: 49_900,
      discountPaise: 0,
      discountBy: null,
      ownerId: seller.id,
      referrerId: null,
      rates: noRates,
      ...defaultRates,
    }
    await expect(db.transaction().execute((trx) => postSale(trx, again))).rejects.toThrow('unique')
  })

  test('keeps a free order as a transaction without entries', async () => {
    const { posting } = await aPosting(0)
    expect(
      await db.selectFrom('ledgerEntries').selectAll().where('transactionId', '=', posting).execute(),
    ).toEqual([])
  })
})

/** Damages the ledger with all triggers off, checks it, and rolls the damage back. */
async function checkAfter(damage: (trx: Connection) => Promise<unknown>) {
  class Undone extends Error {}
  let found: Awaited<ReturnType<typeof ledgerFaults>> | undefined
  const attempt = db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await damage(trx)
    found = await ledgerFaults(trx)
    throw new Undone()
  })
  await expect(attempt).rejects.toBeInstanceOf(Undone)
  return found
}

describe('the check finds', () => {
  test('entries that do not sum to zero', async () => {
    const { posting } = await aPosting()
    const found = await checkAfter((trx) =>
      trx
        .updateTable('ledgerEntries')
        .set({ amountPaise: 1 })
        .where('transactionId', '=', posting)
        .where('account', '=', 'platform:fees')
        .execute(),
    )
    expect(found).toMatchObject({ unbalanced: [`transaction ${posting}`] })
  })

  test('a completed order without a sale', async () => {
    const { posting, orderId } = await aPosting(0)
    const found = await checkAfter((trx) =>
      trx.deleteFrom('ledgerTransactions').where('id', '=', posting).execute(),
    )
    expect(found).toEqual({ ...balancedLedger, unposted: [`order ${orderId}`] })
  })

  test('a sale of an order that was not delivered', async () => {
    const { orderId, posting } = await aPosting(0)
    const found = await checkAfter((trx) =>
      trx.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute(),
    )
    expect(found).toEqual({ ...balancedLedger, misposted: [`transaction ${posting}`] })
  })

  test('a sale that sums to zero but pays the wrong one, or the wrong amount', async () => {
    const { posting, buyer } = await aPosting()
    const wrongOwner = await checkAfter((trx) =>
      trx
        .updateTable('ledgerEntries')
        .set({ account: `member:${buyer.id}` })
        .where('transactionId', '=', posting)
        .where('account', 'like', 'member:%')
        .execute(),
    )
    expect(wrongOwner).toEqual({ ...balancedLedger, misposted: [`transaction ${posting}`] })
    const shifted = await checkAfter(async (trx) => {
      const entries = trx.updateTable('ledgerEntries').where('transactionId', '=', posting)
      await entries
        .set((e) => ({ amountPaise: e('amountPaise', '+', 5) }))
        .where('account', 'like', 'member:%')
        .execute()
      await entries
        .set((e) => ({ amountPaise: e('amountPaise', '-', 5) }))
        .where('account', '=', 'platform:fees')
        .execute()
    })
    expect(shifted).toEqual({ ...balancedLedger, misposted: [`transaction ${posting}`] })
  })

  test.each([
    ['another price than its entries share', sql`update orders set amount_paise = amount_paise - 100`],
    [
      'a discount that its entries do not know',
      sql`update orders set amount_paise = amount_paise - 100, discount_paise = 100, discount_by = 'platform'`,
    ],
  ])('a sale of an order with %s', async (_name, update) => {
    const { posting, orderId } = await aPosting()
    const found = await checkAfter((trx) => sql`${update} where id = ${orderId}`.execute(trx))
    expect(found?.misposted).toContain(`transaction ${posting}`)
  })

  test.each(['tds', 'tcs'])('a sale whose %s rate is another than it was posted with', async (tax) => {
    const { posting } = await aPosting()
    const rate = sql.ref(`${tax}_rate`)
    const found = await checkAfter((trx) =>
      sql`update ledger_transactions set ${rate} = 100 where id = ${posting}`.execute(trx),
    )
    expect(found).toEqual({ ...balancedLedger, misposted: [`transaction ${posting}`] })
  })

  test('captured money that is in no posting', async () => {
    const { orderId } = await aPosting()
    const found = await checkAfter(async (trx) => {
      await trx.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute()
      await sql`delete from ledger_entries using ledger_transactions t
        where t.id = transaction_id and t.order_id = ${orderId}`.execute(trx)
      await trx.deleteFrom('ledgerTransactions').where('orderId', '=', orderId).execute()
    })
    expect(found).toEqual({ ...balancedLedger, misposted: [expect.stringMatching(/^payment /)] })
  })
})

test('after all of this the books are in order', async () => {
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
