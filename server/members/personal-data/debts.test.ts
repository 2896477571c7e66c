import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { disputesIn, type DisputedSale } from '../../../test/disputes.ts'
import { hideLog } from '../../../test/log.ts'
import { isLong } from '../../../test/long.ts'
import { anAdmin, aMember, mailsTo, deleteAccount, deletionCode } from '../../../test/makers.ts'
import { balanceOf, balancedLedger, collectWebhooks, soldDaysAgo } from '../../../test/orders.ts'
import { payoutsIn, upi } from '../../../test/payouts.ts'
import { refundBy } from '../../../test/refunds.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import { personalDataJobs } from '../jobs.ts'

const app = await startApp()
const { db, dependencies } = app
await app.jobs.work(personalDataJobs(dependencies))
const { sendEvent, aSale, paidWith } = disputesIn(app)
const { sale, byStaff } = payoutsIn(app)
const admin = await anAdmin(app)
const { act, pay } = await byStaff()
beforeEach(() => {
  collectWebhooks(app)
  // Disputes are logged as alerts.
  return hideLog()
})

type Someone = Pick<DisputedSale['owner'], 'api' | 'email' | 'id'>
const remove = (member: Someone, givenUp = 0) => deleteAccount(app, member, givenUp)
const deletionOf = async ({ api }: Someone) => (await api.personalData.deletion()).deletion
const paidOut = async ({ api }: Someone) => {
  const { payout } = await api.payouts.request({ body: { destination: upi } })
  await act('approve', [payout._id])
  await pay(payout.number, `UTR${payout.number.slice(2)}`)
}
const refund = async ({ buyer, of }: Awaited<ReturnType<typeof sale>>) => {
  await soldDaysAgo(db, of.params.id, 0)
  await refundBy(admin, { buyer, of })
}
const lost = () => balanceOf(db, accounts.closedAccounts)

test('an owner whose balance is below zero does not leave the debt behind; once sales have filled it, they go', async () => {
  const owner = await aMember(app)
  const sold = await sale(owner, 500_000)
  await paidOut(owner)
  await refund(sold)
  expect(await deletionOf(owner)).toMatchObject({ owed: 0, owes: 4000, blockers: ['debt'] })
  await expect(owner.api.personalData.askForDeletion()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('below zero'),
  })
  // What buyers may still give back fills nothing yet.
  await sale(owner, 600_000, { daysAgo: 1 })
  expect((await deletionOf(owner)).blockers).toEqual(['debt'])
  await sale(owner, 500_000)
  expect(await deletionOf(owner)).toMatchObject({ owed: 4800, owes: 0, blockers: [] })
  await remove(owner, 4800)
})

test('a debt that was paid back from outside is booked by a super admin, once for each bank reference, and the account can go', async () => {
  const owner = await aMember(app)
  const sold = await sale(owner, 500_000)
  await paidOut(owner)
  await refund(sold)
  const book = (amount: number, reference: string) =>
    admin.api.payouts.bookDebtRepayment({ params: { id: owner.id }, body: { amount, reference } })
  await expect(book(4000.01, 'HDFC-TOO-MUCH')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('₹4,000'),
  })
  expect(await book(1500.5, 'hdfc-1')).toMatchObject({ owes: 2499.5 })
  expect(mailsTo(app, owner.email).at(-1)).toMatchObject({
    kind: 'debt repayment',
    subject: 'We received ₹1,500.50 from you',
  })
  const twice = await Promise.allSettled([book(2499.5, 'HDFC-2'), book(2499.5, 'HDFC-2')])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(book(1, 'HDFC-3')).rejects.toMatchObject({ message: 'They owe nothing' })
  const { member } = await admin.api.staffMembers.get({ params: { id: owner.id } })
  expect(member.money).toMatchObject({ payable: 0, owes: 0 })
  expect(await (await owner.api.payouts.statement()).text()).toMatch(/Paid back to us,HDFC-2,,2499\.50,0\.00/)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  await remove(owner)
})

test('a debt that arises after the code was mailed keeps the account too', async () => {
  const owner = await aMember(app)
  const sold = await sale(owner, 500_000)
  await paidOut(owner)
  const code = await deletionCode(app, owner)
  await refund(sold)
  await expect(owner.api.personalData.deleteAccount({ body: { code, givenUp: 0 } })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('below zero'),
  })
})

test('a dispute that a bank decides keeps the accounts of buyer, owner and referrer', async () => {
  const sold = await aSale()
  await sendEvent('created', sold)
  for (const one of [sold.buyer, sold.owner, sold.referrer]) {
    expect((await deletionOf(one)).blockers).toEqual(['dispute'])
    await expect(one.api.personalData.askForDeletion()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('bank'),
    })
  }
  await sendEvent('won', { ...sold, after: 60 })
  for (const one of [sold.buyer, sold.owner, sold.referrer])
    expect((await deletionOf(one)).blockers).toEqual([])
})

describe('what a bank takes after a deletion', () => {
  /**
   * Sells for ₹499, and deletes the accounts of owner and referrer, who were paid out before or gave up what was
   * theirs.
   */
  const closed = async ({ isPaidOut }: { isPaidOut: boolean }) => {
    const sold = await aSale()
    if (isPaidOut)
      for (const [one, paise] of [
        [sold.owner, 39_920],
        [sold.referrer, 4990],
      ] as const)
        await paidDirectly(one.id, paise)
    await remove(sold.owner, isPaidOut ? 0 : 399.2)
    await remove(sold.referrer, isPaidOut ? 0 : 49.9)
    return sold
  }
  /** Pays out less than the smallest payout, as if the limit were lower. */
  const paidDirectly = async (memberId: string, amountPaise: number) => {
    const payout = await db
      .insertInto('payouts')
      .values({ id: crypto.randomUUID(), memberId, amountPaise, method: 'upi', masked: 'x' })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    await act('approve', [payout.id])
    await pay(`P-${String(payout.number).padStart(6, '0')}`, `UTR${payout.number}`)
  }
  const left = async ({ owner, referrer }: DisputedSale) => [
    await balanceOf(db, accounts.owner(owner.id)),
    await balanceOf(db, accounts.commission(referrer.id)),
  ]

  test('is the loss of the platform, in an account of its own, once it was paid out', async () => {
    const sold = await closed({ isPaidOut: true })
    const before = await lost()
    await sendEvent('created', sold)
    expect(await lost()).toBe(before)
    await sendEvent('lost', { ...sold, after: 60 })
    expect(await left(sold)).toEqual([0, 0])
    expect((await lost()) - before).toBe(-44_910)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('is nobody’s loss as far as they gave it up', async () => {
    const sold = await closed({ isPaidOut: false })
    const before = await lost()
    await sendEvent('lost', sold)
    expect(await left(sold)).toEqual([0, 0])
    expect(await lost()).toBe(before)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('is nobody’s loss when the dispute is won, and what another dispute freezes meanwhile is not written off', async () => {
    const owner = await aMember(app)
    const sales = [await sale(owner, 500_000), await sale(owner, 250_000)]
    await paidOut(owner)
    await remove(owner)
    const before = await lost()
    const payments = await Promise.all(sales.map(({ payment }) => paidWith(payment)))
    for (const payment of payments) await sendEvent('created', payment)
    await sendEvent('lost', { ...payments[0]!, after: 60 })
    expect((await lost()) - before).toBe(-400_000)
    await sendEvent('won', { ...payments[1]!, after: 60 })
    expect(await balanceOf(db, accounts.owner(owner.id))).toBe(0)
    expect((await lost()) - before).toBe(-400_000)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('while the owner deletes the account is either a hindrance or the loss of the platform, never a debt of nobody', async () => {
    for (let round = 0; round < (isLong ? 6 : 2); round++) {
      const owner = await aMember(app)
      const sold = await sale(owner, 500_000)
      await paidOut(owner)
      const { paymentId, amount } = await paidWith(sold.payment)
      const code = await deletionCode(app, owner)
      const before = await lost()
      const [deleted, told] = await Promise.all([
        owner.api.personalData.deleteAccount({ body: { code, givenUp: 0 } }).then(
          () => true,
          () => false,
        ),
        sendEvent('lost', { paymentId, amount }),
      ])
      expect(told).toBe(200)
      expect(await balanceOf(db, accounts.owner(owner.id))).toBe(deleted ? 0 : -400_000)
      expect((await lost()) - before).toBe(deleted ? -400_000 : 0)
    }
  }, 60_000)
})
