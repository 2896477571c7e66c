import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { balanceOf as accountBalance, collectWebhooks, balancedLedger } from '../../../test/orders.ts'
import { payoutsIn, upi } from '../../../test/payouts.ts'
import { ledgerFaults } from '../ledger/service.ts'
import { accounts } from '../ledger/shares.ts'
import { balanceInPaise } from './balance.ts'

/* Fifty at once, on twenty connections of a real PostgreSQL. */
const app = await startApp()
const { db } = app
beforeEach(() => void collectWebhooks(app))
const { anOwner, asked, byStaff, balanceOf } = payoutsIn(app)
const { admin, act } = await byStaff()

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)))
const won = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

test('50 requests at once get as much as the balance has, never more', async () => {
  const owner = await anOwner(1700)
  expect(won(await times(50, () => asked(owner, 500)))).toBe(3)
  expect(won(await times(50, () => asked(owner)))).toBe(0)
  const whole = await anOwner(1700)
  expect(won(await times(50, () => asked(whole)))).toBe(1)
  expect(await balanceOf(owner)).toMatchObject({ payable: 200, requested: 1500 })
  expect(await balanceOf(whole)).toMatchObject({ payable: 0, requested: 1700 })
})

test('without the lock, ten requests that all read the balance first would exceed it, so the test above tests the lock', async () => {
  const owner = await anOwner(1700)
  const connections = 10
  const allRead = Promise.withResolvers<void>()
  let reads = 0
  const unlocked = (index: number) =>
    db.transaction().execute(async (trx) => {
      const { payable } = await balanceInPaise(trx, owner.id)
      if (++reads === connections) allRead.resolve()
      await allRead.promise
      if (payable < 50_000) throw new Error('not as much')
      await trx
        .insertInto('payouts')
        .values({
          id: crypto.randomUUID(),
          memberId: owner.id,
          amountPaise: 50_000,
          method: upi.method,
          masked: `${index}`,
        })
        .execute()
    })
  expect(won(await times(connections, unlocked))).toBe(connections)
  // The other tests must not count these payouts.
  await db.deleteFrom('payouts').where('memberId', '=', owner.id).execute()
})

test('50 approvals, holds, declines and cancels of one payout at once leave one state with its postings', async () => {
  for (const others of [0, 1, 2, 3]) {
    const owner = await anOwner(1000)
    const { _id: id } = await asked(owner, 600)
    const actions = (['approve', 'hold', 'decline'] as const).slice(0, Math.max(1, others))
    await times<unknown>(50, (index) =>
      others === 3 && index % 4 === 3
        ? owner.api.payouts.cancel({ params: { id } })
        : act(actions[index % actions.length]!, [id]),
    )
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
    const { payable, requested, approved } = await balanceOf(owner)
    expect(payable + requested + approved).toBe(1000)
    const posted = await db
      .selectFrom('ledgerTransactions')
      .select('kind')
      .where('payoutId', '=', id)
      .execute()
    expect(posted.filter(({ kind }) => kind === 'payout').length).toBeLessThanOrEqual(1)
  }
})

test('50 reports of one payment are one payment, and of 50 that name one reference one is believed', async () => {
  const [owner, sent] = [await anOwner(1000), await accountBalance(db, accounts.clearing('manual'))]
  const [one, other] = [await asked(owner, 500), await asked(owner, 500)]
  await act('approve', [one._id, other._id])
  const reports = await times(50, async (index) => {
    const { number } = index % 2 ? one : other
    const { results } = await admin.api.payouts.pay({
      body: { payments: [{ number, reference: 'UTR5050' }] },
    })
    return results[0]!
  })
  const believed = new Set(
    reports.flatMap((report) =>
      report.status === 'fulfilled' && report.value.done ? [report.value.number] : [],
    ),
  )
  expect(believed.size).toBe(1)
  expect(won(reports)).toBe(50)
  expect(await accountBalance(db, accounts.clearing('manual'))).toBe(sent + 50_000)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
})
