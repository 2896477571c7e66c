import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aBuyer, collectWebhooks, balancedLedger, soldDaysAgo } from '../../../test/orders.ts'
import { bank, payoutsIn, upi } from '../../../test/payouts.ts'
import { refundBy } from '../../../test/refunds.ts'
import { ledgerFaults } from '../ledger/service.ts'

const app = await startApp()
const { db } = app
beforeEach(() => void collectWebhooks(app))
const { sale, anOwner, balanceOf, asked, byStaff } = payoutsIn(app)

const nothing = { payable: 0, held: 0, requested: 0, approved: 0, paid: 0, frozen: 0 }

describe('a balance', () => {
  test('is nothing where nothing was earned', async () => {
    const member = await aBuyer(app)
    expect(await member.api.payouts.mine({ query: {} })).toMatchObject({
      balance: nothing,
      held: [],
      payouts: [],
    })
    await expect(asked(member)).rejects.toMatchObject({
      code: 'conflict',
      message: 'A payout is ₹500 or more, and you can be paid ₹0 now.',
    })
  })

  test('is of sales and of commission together, once the refund days are over, and says until when the rest is held', async () => {
    const [owner, other] = [await aBuyer(app), await aBuyer(app)]
    await sale(owner, 100_000)
    await sale(owner, 50_000, { daysAgo: 2 })
    await sale(owner, 25_000, { daysAgo: 2 })
    await sale(other, 100_000, { referredBy: owner.id })
    await sale(other, 40_000, { referredBy: owner.id, daysAgo: 6 })
    const { balance, held } = await owner.api.payouts.mine({ query: {} })
    expect(balance).toEqual({ ...nothing, payable: 800 + 100, held: 400 + 200 + 40 })
    const dayIn = (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + days * 86_400_000)
    expect(held).toEqual([
      { amount: 40, sales: 1, payableOn: dayIn(1) },
      { amount: 600, sales: 2, payableOn: dayIn(5) },
    ])
  })

  test('keeps a sale held while a refund of it is requested, however old the sale is, and loses it when the refund is approved', async () => {
    const owner = await aBuyer(app)
    const { buyer, of } = await sale(owner, 100_000, { daysAgo: 1 })
    const { refund } = await buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not run.' } })
    await soldDaysAgo(db, of.params.id, 20_000)
    const waiting = await owner.api.payouts.mine({ query: {} })
    expect(waiting.balance).toEqual({ ...nothing, held: 800 })
    expect(waiting.held).toEqual([{ amount: 800, sales: 1, payableOn: null }])
    const { admin } = await byStaff()
    await admin.api.refundRequests.decide({
      params: { id: refund.request!._id },
      body: { decision: 'approve' },
    })
    expect(await balanceOf(owner)).toEqual(nothing)
  })

  test('falls below zero when what was paid out is refunded late, and later sales fill it first', async () => {
    const owner = await aBuyer(app)
    const { buyer, of } = await sale(owner, 100_000)
    const { act, pay, admin } = await byStaff()
    const payout = await asked(owner)
    await act('approve', [payout._id])
    await pay(payout.number, 'UTR90000001')
    await soldDaysAgo(db, of.params.id, 0)
    await refundBy(admin, { buyer, of })
    expect(await balanceOf(owner)).toEqual({ ...nothing, payable: -800, paid: 800 })
    await expect(asked(owner, 500)).rejects.toMatchObject({ code: 'conflict' })
    await sale(await aBuyer(app), 1_500_000, { referredBy: owner.id })
    expect(await balanceOf(owner)).toMatchObject({ payable: 700, paid: 800 })
    await sale(owner, 100_000)
    const later = await asked(owner)
    expect(later.amount).toBe(1500)
    expect(await act('approve', [later._id])).toMatchObject([{ done: true }])
    expect(await balanceOf(owner)).toEqual({ ...nothing, approved: 1500, paid: 800 })
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })
})

describe('a request', () => {
  test('takes all that is payable, or an amount of it, and never twice the same', async () => {
    const owner = await anOwner(2000)
    expect(await asked(owner, 700.5)).toMatchObject({
      number: expect.stringMatching(/^P-\d{6}$/),
      amount: 700.5,
      status: 'requested',
      destination: 'as••••@okaxis',
      allowed: ['cancel'],
    })
    await expect(asked(owner, 1300)).rejects.toMatchObject({
      message: 'You can be paid ₹1,299.50 now.',
      details: { fields: { amount: 'You can be paid ₹1,299.50 now.' } },
    })
    expect(await asked(owner, undefined, bank)).toMatchObject({ amount: 1299.5, destination: '•••• 7891' })
    await expect(asked(owner)).rejects.toMatchObject({ code: 'conflict' })
    expect(await balanceOf(owner)).toEqual({ ...nothing, requested: 2000 })
  })

  test.each([
    ['less than ₹500', { amount: 499.99 }, 'A payout is ₹500 or more'],
    ['a part of a paisa', { amount: 500.001 }, 'At most two decimals'],
    ['an email instead of a UPI id', { destination: { ...upi, vpa: 'asha@gmail.com' } }, 'name@bank'],
    ['a UPI id without a handle', { destination: { ...upi, vpa: '9876543210' } }, 'name@bank'],
    ['a short account number', { destination: { ...bank, accountNumber: '12345' } }, '9 to 18 digits'],
    ['an IFSC without its zero', { destination: { ...bank, ifsc: 'HDFC1001234' } }, 'like SBIN0001234'],
    ['no name', { destination: { ...bank, holder: ' ' } }, 'name of the account'],
    ['another way', { destination: { method: 'cash' } as never }, 'UPI or a bank account'],
  ])('is refused for %s', async (_name, body, message) => {
    const owner = await anOwner(1000)
    const call = owner.api.payouts.request({ body: { destination: upi, ...body } })
    await expect(call).rejects.toMatchObject({ status: 400, message: expect.stringContaining(message) })
  })

  test('takes what people copy: spaces in a number, a code in small letters', async () => {
    const owner = await anOwner(1000)
    const typed = { ...bank, accountNumber: '5010 0234 5678 91', ifsc: ' hdfc0001234 ' }
    const { payout } = await owner.api.payouts.request({ body: { destination: typed } })
    const { admin } = await byStaff()
    const { destination } = await admin.api.payouts.destination({ params: { id: payout._id } })
    expect(destination).toEqual({ holder: 'Asha Rao', account: bank.accountNumber, ifsc: bank.ifsc })
  })

  test('is stored without a trace of the account, and another payout’s row does not open it', async () => {
    const [owner, thief] = [await anOwner(1000), await anOwner(1000)]
    const [mine, theirs] = [await asked(owner, 500, bank), await asked(thief, 500)]
    const rows = await db.selectFrom('payouts').selectAll().where('memberId', '=', owner.id).execute()
    const stored = JSON.stringify(rows)
    for (const part of [bank.accountNumber, bank.ifsc, bank.holder]) expect(stored).not.toContain(part)
    await db
      .updateTable('payouts')
      .set({ destination: rows[0]!.destination })
      .where('id', '=', theirs._id)
      .execute()
    const { admin } = await byStaff()
    const look = (id: string) => admin.api.payouts.destination({ params: { id } })
    expect((await look(mine._id)).destination.account).toBe(bank.accountNumber)
    await expect(look(theirs._id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is taken back by its member until it was approved once, by nobody else, and the money is free again', async () => {
    const [owner, stranger] = [await anOwner(1000), await aBuyer(app)]
    const { act } = await byStaff()
    const first = await asked(owner, 600)
    const at = (id: string) => ({ params: { id } })
    await expect(stranger.api.payouts.cancel(at(first._id))).rejects.toMatchObject({ status: 404 })
    await act('hold', [first._id])
    expect((await owner.api.payouts.cancel(at(first._id))).payout).toMatchObject({
      status: 'cancelled',
      allowed: [],
    })
    expect(await balanceOf(owner)).toEqual({ ...nothing, payable: 1000 })
    const second = await asked(owner, 600)
    await act('approve', [second._id])
    await expect(owner.api.payouts.cancel(at(second._id))).rejects.toMatchObject({ code: 'conflict' })
    await act('hold', [second._id])
    await expect(owner.api.payouts.cancel(at(second._id))).rejects.toMatchObject({ code: 'conflict' })
    expect(await balanceOf(owner)).toEqual({ ...nothing, payable: 400, approved: 600 })
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })
})

test('a statement has every movement with the balance after it, and nothing of others', async () => {
  const [owner, other] = [await anOwner(1000), await aBuyer(app)]
  await sale(other, 100_000, { referredBy: owner.id })
  const { act } = await byStaff()
  const payout = await asked(owner, 1050)
  await act('approve', [payout._id])
  await act('decline', [payout._id])
  const text = await (await owner.api.payouts.statement()).text()
  const lines = text.trim().split('\r\n')
  expect(
    lines.map((line) =>
      line
        .split(',')
        .slice(1)
        .join(',')
        .replace(/RM-[\d-]+/, 'RM'),
    ),
  ).toEqual([
    'What,Number,Project,Rupees,Balance',
    'Sale,RM,Library Desk,1000.00,1000.00',
    'Commission,RM,Library Desk,100.00,1100.00',
    `Payout,${payout.number},,-1050.00,50.00`,
    `Payout back on the balance,${payout.number},,1050.00,1100.00`,
  ])
  expect(await (await (await aBuyer(app)).api.payouts.statement()).text()).toMatch(/^Date[^\n]*\r\n$/)
})
