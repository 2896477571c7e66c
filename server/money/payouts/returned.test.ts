import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aColleague, mailsTo } from '../../../test/makers.ts'
import { balanceOf as accountBalance, balancedLedger, collectWebhooks } from '../../../test/orders.ts'
import { payoutsIn } from '../../../test/payouts.ts'
import { ledgerFaults } from '../ledger/service.ts'
import { accounts } from '../ledger/shares.ts'

const app = await startApp()
beforeEach(() => void collectWebhooks(app))
const { anOwner, asked, byStaff, balanceOf } = payoutsIn(app)
const { admin: boss, act, pay } = await byStaff()

type Staff = Pick<typeof boss, 'api'>
const fileOf = async ({ api }: Staff) => (await api.payouts.export()).text()
const actBy = async (
  { api }: Staff,
  action: 'hold' | 'decline' | 'return',
  id: string,
  note = 'No such account',
) => (await api.payouts.act({ body: { action, ids: [id], note } })).results[0]!
const caseFor = async ({ api }: Staff, id: string) => (await api.payouts.case({ params: { id } })).payout
const inBank =
  'It is in a file for the bank, which may have sent it. It ends as paid, or as returned by the bank.'

test('while only one of the staff can sign in, they end a payout as returned, and the audit log marks it', async () => {
  const payout = await asked(await anOwner(500))
  await act('approve', [payout._id])
  await fileOf(boss)
  expect(await actBy(boss, 'return', payout._id)).toMatchObject({
    done: true,
    message: 'Returned by the bank',
  })
  const { entries } = await boss.api.audit.list({ query: { about: payout._id } })
  expect(entries[0]).toMatchObject({ action: 'return payout', isAlone: true })
})

describe('a payout that is in a file for the bank', () => {
  let colleague: Staff
  beforeAll(async () => void (colleague = await aColleague(app, boss)))
  /** Creates a payout of ₹600 that the first of the staff approved and the second gave to the bank. */
  const exported = async () => {
    const owner = await anOwner(600)
    const payout = await asked(owner)
    await act('approve', [payout._id])
    expect(await fileOf(colleague)).toContain(payout.number)
    return { owner, payout }
  }

  test('is neither declined nor held nor cancelled, so that its money is in no second file', async () => {
    const { owner, payout } = await exported()
    for (const action of ['decline', 'hold'] as const)
      for (const one of [boss, colleague])
        expect(await actBy(one, action, payout._id)).toMatchObject({ done: false, message: inBank })
    await expect(owner.api.payouts.cancel({ params: { id: payout._id } })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await balanceOf(owner)).toMatchObject({ payable: 0, approved: 600 })
    expect(await caseFor(colleague, payout._id)).toMatchObject({ allowed: ['return', 'pay', 'again'] })
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test('ends as returned by the bank when one of the staff reports it and another confirms it', async () => {
    const { owner, payout } = await exported()
    expect(await actBy(boss, 'return', payout._id)).toMatchObject({
      done: true,
      message: 'Reported. Another member of staff confirms it',
    })
    expect(await balanceOf(owner)).toMatchObject({ payable: 0, approved: 600 })
    expect(await caseFor(boss, payout._id)).toMatchObject({
      status: 'approved',
      returnReport: { note: 'No such account', isOwn: true },
      allowed: [],
    })
    expect(await actBy(boss, 'return', payout._id)).toMatchObject({
      done: false,
      message: 'You reported it. Another member of staff confirms that the bank returned it.',
    })
    const second = await caseFor(colleague, payout._id)
    expect(second).toMatchObject({ returnReport: { isOwn: false }, allowed: ['return', 'pay'] })
    const due = await accountBalance(app.db, accounts.payoutsDue)
    expect(await actBy(colleague, 'return', payout._id, 'The account is closed')).toMatchObject({
      done: true,
      message: 'Returned by the bank',
    })
    expect(await accountBalance(app.db, accounts.payoutsDue)).toBe(due - 60_000)
    expect(await balanceOf(owner)).toMatchObject({ payable: 600, approved: 0, paid: 0 })
    expect((await owner.api.payouts.mine({ query: {} })).payouts).toMatchObject([
      { status: 'returned', note: 'The account is closed' },
    ])
    const mail = mailsTo(app, owner.email).at(-1)!
    expect(mail.subject).toBe('Your payout of ₹600 came back')
    expect(mail.text).toContain('The account is closed')
    const again = await asked(owner)
    await act('approve', [again._id])
    const file = await fileOf(colleague)
    expect(file).toContain(again.number)
    expect(file).not.toContain(payout.number)
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test('is paid all the same when the report was a mistake, and is not returned any more then', async () => {
    const { payout } = await exported()
    await actBy(boss, 'return', payout._id)
    const { results } = await colleague.api.payouts.pay({
      body: { payments: [{ number: payout.number, reference: 'UTR-RETURNED-1' }] },
    })
    expect(results).toMatchObject([{ done: true }])
    expect(await actBy(colleague, 'return', payout._id)).toMatchObject({
      done: false,
      message: 'It is paid by now.',
    })
  })

  test('is returned once, however often two of the staff say so at once', async () => {
    const { owner, payout } = await exported()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => actBy(index % 2 ? boss : colleague, 'return', payout._id)),
    )
    expect(await balanceOf(owner)).toMatchObject({ payable: 600, approved: 0 })
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })

  test('is in it or declined, never both, when both happen at once', async () => {
    for (let round = 0; round < 10; round++) {
      const payout = await asked(await anOwner(600))
      await act('approve', [payout._id])
      const [file, declined] = await Promise.all([
        fileOf(colleague).catch(() => ''),
        actBy(boss, round % 2 ? 'decline' : 'hold', payout._id),
      ])
      expect(declined.done).toBe(!file.includes(payout.number))
    }
  })
})

test('a payout that no file contains cannot be returned by the bank', async () => {
  const payout = await asked(await anOwner(600))
  expect(await actBy(boss, 'return', payout._id)).toMatchObject({
    done: false,
    message: 'It is requested by now.',
  })
  await act('approve', [payout._id])
  expect(await actBy(boss, 'return', payout._id)).toMatchObject({ done: false })
  expect(await pay(payout.number, 'UTR-NOT-MINE')).toMatchObject({ done: false })
})
