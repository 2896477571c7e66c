import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { collectWebhooks, balancedLedger } from '../../../test/orders.ts'
import { payoutsIn } from '../../../test/payouts.ts'
import { ledgerFaults } from '../ledger/service.ts'

const app = await startApp()
const { db } = app
collectWebhooks(app)
const { anOwner, asked, byStaff } = payoutsIn(app)
const { act, pay } = await byStaff()
const owner = await anOwner(3000)
const [approved, paid, declined, waiting] = [
  await asked(owner, 500),
  await asked(owner, 600),
  await asked(owner, 700),
  await asked(owner, 800),
]
await act('approve', [approved._id, paid._id, declined._id])
await pay(paid.number, 'UTR-CHECK')
await act('decline', [declined._id])

const set = (id: string, changes: ReturnType<typeof sql>) =>
  sql`update payouts set ${changes} where id = ${id}`
const without = (id: string, kind: string) => sql`
  with gone as (delete from ledger_transactions where payout_id = ${id} and kind = ${kind} returning id)
  delete from ledger_entries using gone where transaction_id = gone.id`
const toAnother = (id: string, kind: string, account: string) => sql`
  update ledger_entries set account = ${account} from ledger_transactions posting
  where posting.id = transaction_id and posting.payout_id = ${id} and posting.kind = ${kind} and account = ${`member:${owner.id}`}`

test.each<[string, string, ReturnType<typeof sql>]>([
  ['approved without its posting', approved._id, without(approved._id, 'payout')],
  [
    'posted and yet not approved',
    approved._id,
    set(approved._id, sql`status = 'requested', approved_at = null`),
  ],
  ['of another amount', approved._id, set(approved._id, sql`amount_paise = amount_paise + 1`)],
  ['taken from somebody else', approved._id, toAnother(approved._id, 'payout', 'member:x')],
  ['paid without having been sent', paid._id, without(paid._id, 'disbursement')],
  [
    'sent and yet not paid',
    paid._id,
    set(paid._id, sql`status = 'approved', ended_at = null, reference = null`),
  ],
  ['declined and not put back', declined._id, without(declined._id, 'payout_reversal')],
  [
    'put back on another account of its member',
    declined._id,
    toAnother(declined._id, 'payout_reversal', `member:${owner.id}:commission`),
  ],
  [
    'never approved and called approved',
    waiting._id,
    set(waiting._id, sql`status = 'approved', approved_at = now()`),
  ],
])('the check finds a payout that is %s', async (_name, id, damage) => {
  class Undone extends Error {}
  let faults: object | undefined
  const attempt = db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await damage.execute(trx)
    faults = await ledgerFaults(trx)
    throw new Undone()
  })
  await expect(attempt).rejects.toBeInstanceOf(Undone)
  // Some of them also leave more payable than was paid in.
  expect({ ...faults, unfunded: [] }).toEqual({ ...balancedLedger, mispaid: [`payout ${id}`] })
})

test('and nothing where nothing is wrong', async () => {
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
