import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { mailsTo } from '../../../test/makers.ts'
import {
  balanceOf as accountBalance,
  collectWebhooks,
  balancedLedger,
  soldDaysAgo,
} from '../../../test/orders.ts'
import { bank, payoutsIn, upi } from '../../../test/payouts.ts'
import { ledgerFaults } from '../ledger/service.ts'
import { accounts } from '../ledger/shares.ts'

const app = await startApp()
const { db, mails } = app
beforeEach(() => void collectWebhooks(app))
const { sale, anOwner, balanceOf, asked, byStaff } = payoutsIn(app)
const { admin, act, pay } = await byStaff()

const due = () => accountBalance(db, accounts.payoutsDue)
const sent = () => accountBalance(db, accounts.clearing('manual'))
const statusOf = async (id: string) => (await admin.api.payouts.case({ params: { id } })).payout.status
const actionsOn = async (id: string) =>
  (await admin.api.payouts.case({ params: { id } })).payout.actions.map(({ action }) => action)
const subjectsTo = ({ email }: { email: string }) =>
  mailsTo(app, email, 'payout').map(({ subject }) => subject)

describe('a payout', () => {
  test('leaves the balance when it is approved, and our bank when it is paid, with its reference', async () => {
    const owner = await anOwner(1000)
    const [dueBefore, sentBefore] = [await due(), await sent()]
    const payout = await asked(owner, 600)
    expect(await act('approve', [payout._id])).toEqual([
      { number: payout.number, done: true, message: 'Approved' },
    ])
    expect([await due(), await sent()]).toEqual([dueBefore + 60_000, sentBefore])
    expect(await pay(payout.number, ' utr12345678 ')).toMatchObject({ done: true })
    expect([await due(), await sent()]).toEqual([dueBefore, sentBefore + 60_000])
    expect((await owner.api.payouts.mine({ query: {} })).payouts).toMatchObject([
      { status: 'paid', reference: 'UTR12345678', allowed: [] },
    ])
    expect(await actionsOn(payout._id)).toEqual(['approve payout', 'pay payout'])
    expect(subjectsTo(owner)).toEqual(['Your payout of ₹600 is approved', 'Your payout of ₹600 is paid'])
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('that is declined after its approval is back on the accounts that it was taken from', async () => {
    const owner = await anOwner(1000)
    await sale(await anOwner(0), 200_000, { referredBy: owner.id })
    const payout = await asked(owner, 1100)
    await act('approve', [payout._id])
    expect(await accountBalance(db, accounts.owner(owner.id))).toBe(0)
    expect(await accountBalance(db, accounts.commission(owner.id))).toBe(10_000)
    await act('hold', [payout._id], 'The bank knows no such account.')
    await act('decline', [payout._id], 'Please ask again with the right account.')
    expect(await accountBalance(db, accounts.owner(owner.id))).toBe(100_000)
    expect(await accountBalance(db, accounts.commission(owner.id))).toBe(20_000)
    expect(await balanceOf(owner)).toMatchObject({ payable: 1200, approved: 0 })
    expect(subjectsTo(owner)).toHaveLength(3)
    expect(mails.at(-1)!.text).toContain('Please ask again with the right account.')
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('goes on after it was held, approved once or not, and is posted once', async () => {
    const owner = await anOwner(2000)
    const [held, approved] = [await asked(owner, 600), await asked(owner, 700)]
    await act('approve', [approved._id])
    await act('hold', [held._id, approved._id])
    const results = await act('approve', [held._id, approved._id])
    expect(results).toMatchObject([{ done: true }, { done: true }])
    expect(await balanceOf(owner)).toMatchObject({ payable: 700, requested: 0, approved: 1300 })
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('is not approved when the balance has fallen below it since', async () => {
    const owner = await anOwner(0)
    const { buyer, of } = await sale(owner, 125_000, { daysAgo: 1 })
    await soldDaysAgo(db, of.params.id, 20_000)
    const payout = await asked(owner)
    await soldDaysAgo(db, of.params.id, 0)
    await buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not run.' } })
    expect(await act('approve', [payout._id])).toMatchObject([
      { done: false, message: 'The member’s balance has fallen to ₹0 since. Hold or decline it.' },
    ])
    expect(await statusOf(payout._id)).toBe('requested')
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })
})

describe('staff', () => {
  test('hear of each of several what became of it', async () => {
    const owner = await anOwner(2000)
    const [one, other] = [await asked(owner, 500), await asked(owner, 500)]
    await act('approve', [other._id])
    const unknown = '01890000-0000-7000-8000-000000000000'
    expect(await act('approve', [one._id, other._id, unknown])).toEqual([
      { number: one.number, done: true, message: 'Approved' },
      { number: other.number, done: false, message: 'It is approved by now.' },
      { number: unknown, done: false, message: 'Payout not found' },
    ])
    const payments = [
      { number: one.number, reference: 'UTR-A-1' },
      { number: other.number, reference: 'UTR-A-1' },
      { number: 'P-999999', reference: 'UTR-A-2' },
    ]
    expect((await admin.api.payouts.pay({ body: { payments } })).results).toEqual([
      { number: one.number, done: true, message: 'Paid' },
      { number: other.number, done: false, message: 'Another payout has the reference UTR-A-1.' },
      { number: 'P-999999', done: false, message: 'There is no such payout.' },
    ])
    expect(await pay(one.number, 'UTR-A-1')).toMatchObject({ done: true })
    expect(await pay(one.number, 'UTR-A-3')).toMatchObject({ done: false })
    expect(await actionsOn(one._id)).toEqual(['approve payout', 'pay payout'])
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  })

  test('say why they hold or decline, and members do nothing of this', async () => {
    const owner = await anOwner(500)
    const { _id: id } = await asked(owner)
    for (const action of ['hold', 'decline'] as const)
      await expect(admin.api.payouts.act({ body: { action, ids: [id], note: ' ' } })).rejects.toMatchObject({
        details: { fields: { note: 'Tell the member why' } },
      })
    const calls = [
      () => owner.api.payouts.act({ body: { action: 'approve', ids: [id] } }),
      () => owner.api.payouts.destination({ params: { id } }),
      () => owner.api.payouts.export(),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('see the oldest request first, the account masked, and the sales behind it', async () => {
    const owner = await anOwner(1000)
    const [first, second] = [await asked(owner, 500, bank), await asked(owner, 500)]
    const { payouts, counts, pagination } = await admin.api.payouts.cases({ query: { limit: 100 } })
    const ids = payouts.map(({ _id }) => _id)
    expect(ids.indexOf(first._id)).toBeLessThan(ids.indexOf(second._id))
    expect(counts[0]).toMatchObject({ status: 'requested', payouts: pagination.total })
    const { payout } = await admin.api.payouts.case({ params: { id: first._id } })
    expect(payout).toMatchObject({
      destination: '•••• 7891',
      member: { email: owner.email, isClosed: false },
      allowed: ['approve', 'hold', 'decline'],
      balance: { requested: 1000 },
      movements: [{ kind: 'sale', title: 'Library Desk', amount: 1000 }],
    })
    expect(JSON.stringify(payouts)).not.toContain(bank.accountNumber)
  })

  test('see an account in full only by a call that is written down each time', async () => {
    const { _id: id } = await asked(await anOwner(500), undefined, bank)
    for (const times of [1, 2]) {
      const { destination } = await admin.api.payouts.destination({ params: { id } })
      expect(destination).toEqual({ holder: 'Asha Rao', account: '50100234567891', ifsc: 'HDFC0001234' })
      expect(await actionsOn(id)).toEqual(Array.from({ length: times }, () => 'look at payout destination'))
    }
  })

  test('get the approved ones as a file for the bank once, in which no name becomes a formula', async () => {
    const owner = await anOwner(2000)
    const [one, other] = [
      await asked(owner, 500.5, bank),
      (
        await owner.api.payouts.request({
          body: { amount: 600, destination: { ...upi, holder: '=HYPERLINK("http://x.in"), Rao' } },
        })
      ).payout,
    ]
    const { _id: waiting } = await asked(owner, 500)
    const file = async () => (await (await admin.api.payouts.export()).text()).trim().split('\r\n')
    if ((await admin.api.payouts.cases({ query: { status: 'approved' } })).pagination.total > 0) await file()
    await act('approve', [one._id, other._id])
    expect(await file()).toEqual([
      'Payout,Amount,Method,Beneficiary,UPI ID,Account number,IFSC,Remark',
      `${one.number},500.50,NEFT,Asha Rao,,50100234567891,HDFC0001234,Readymade ${one.number}`,
      `${other.number},600.00,UPI,"'=HYPERLINK(""http://x.in""), Rao",asha.rao@okaxis,,,Readymade ${other.number}`,
    ])
    await expect(file()).rejects.toMatchObject({
      code: 'conflict',
      message: 'No approved payout waits for a file.',
    })
    expect(await actionsOn(one._id)).toEqual(['approve payout', 'export payout'])
    expect(await actionsOn(waiting)).toEqual([])
  })
})
