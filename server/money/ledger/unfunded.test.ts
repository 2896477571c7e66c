import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { balancedLedger, collectWebhooks } from '../../../test/orders.ts'
import { payoutsIn } from '../../../test/payouts.ts'
import { ledgerFaults } from './service.ts'

const app = await startApp()
const { db } = app
beforeEach(() => void collectWebhooks(app))
const { anOwner } = payoutsIn(app)

/** The faults of the ledger after a change that is taken back; the triggers that forbid it are passed by. */
async function faultsAfter(...changes: ReturnType<typeof sql>[]) {
  class Undone extends Error {}
  let faults: Awaited<ReturnType<typeof ledgerFaults>> | undefined
  const planting = db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const change of changes) await change.execute(trx)
    faults = await ledgerFaults(trx)
    throw new Undone()
  })
  await expect(planting).rejects.toBeInstanceOf(Undone)
  return faults!
}

/** A balanced posting that no purchase explains. */
const posted = (account: string, from: string, paise: number) => [
  sql`insert into ledger_transactions (id, kind) values ('01890000-0000-7000-8000-000000000001', 'sale')`,
  sql`insert into ledger_entries (transaction_id, account, amount_paise, kind) values
    ('01890000-0000-7000-8000-000000000001', ${account}, ${paise}, 'sale'),
    ('01890000-0000-7000-8000-000000000001', ${from}, ${-paise}, 'sale')`,
]

test('the check finds what is payable and was neither paid in nor knowingly given, however balanced its posting is', async () => {
  const owner = await anOwner(1000)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  for (const from of ['platform:coupons', 'clearing:sandbox', 'disputes:lost'])
    expect((await faultsAfter(...posted(`member:${owner.id}`, from, 100))).unfunded).toEqual(['total'])
})

test('and money that went back or was paid out and is still payable', async () => {
  const owner = await anOwner(1000)
  const paid = sql`insert into payouts (id, member_id, amount_paise, method, masked, status, reference, approved_at, ended_at)
    values ('01890000-0000-7000-8000-000000000002', ${owner.id}, 50000, 'upi', 'x', 'paid', 'UTR-X', now(), now())`
  expect((await faultsAfter(paid)).unfunded).toEqual(['total'])
  const uncaptured = sql`update payments set status = 'created' where id in (
    select payment_id from orders where owner_id = ${owner.id})`
  expect((await faultsAfter(uncaptured)).unfunded).toEqual(['total'])
})

test('and a deleted account that is in debt', async () => {
  const owner = await anOwner(0)
  const erased = sql`update members set erased_at = now() where id = ${owner.id}`
  const debt = posted(`member:${owner.id}`, 'platform:fees', -100)
  expect((await faultsAfter(erased, ...debt)).unfunded).toEqual([`member ${owner.id}`])
})
