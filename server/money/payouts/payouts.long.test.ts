import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { processKiller, noMail } from '../../../test/killer.ts'
import { aBuyer, balanceOf, collectWebhooks, balancedLedger } from '../../../test/orders.ts'
import { payoutsIn } from '../../../test/payouts.ts'
import { serverProcess } from '../../../test/server-process.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { ledgerFaults } from '../ledger/service.ts'
import { accounts } from '../ledger/shares.ts'

/* The real process is killed with SIGKILL between the steps of a payout. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const app = await startApp()
const { db } = app
// A database with a member in it is not filled with the demo catalogue.
await aBuyer(app)
collectWebhooks(app)
const { anOwner, asked, byStaff } = payoutsIn(app)
const { admin } = await byStaff()
const server = await serverProcess(app)
const { killedAt } = processKiller(db, server)
beforeEach(() => server.start())

const noPosting = (trx: Connection) => sql`lock table ledger_transactions in share mode`.execute(trx)
const noRecord = (trx: Connection) => sql`lock table staff_actions in share mode`.execute(trx)

test.each([
  ['between its state and its posting', noPosting],
  ['between its posting and the record of it', noRecord],
  ['before the mail', noMail],
])(
  'killed %s, an approval or a payment leaves nothing, and is done whole the next time',
  async (_at, lock) => {
    const owner = await anOwner(1000)
    const payout = await asked(owner, 600)
    const staff = server.as(admin.token).payouts
    const approve = () => staff.act({ body: { action: 'approve', ids: [payout._id] } })
    const payments = [{ number: payout.number, reference: `UTR-${payout.number}` }]
    const pay = () => staff.pay({ body: { payments } })
    const state = async () => {
      const { status } = await db
        .selectFrom('payouts')
        .select('status')
        .where('id', '=', payout._id)
        .executeTakeFirstOrThrow()
      const posted = await db
        .selectFrom('ledgerTransactions')
        .select('kind')
        .where('payoutId', '=', payout._id)
        .orderBy('happenedAt')
        .execute()
      return [status, ...posted.map(({ kind }) => kind)]
    }
    await killedAt(lock, approve)
    expect(await state()).toEqual(['requested'])
    expect(await balanceOf(db, accounts.owner(owner.id))).toBe(100_000)
    await server.start()
    expect((await approve()).results).toMatchObject([{ done: true }])
    expect(await state()).toEqual(['approved', 'payout'])
    await killedAt(lock, pay)
    expect(await state()).toEqual(['approved', 'payout'])
    await server.start()
    expect((await pay()).results).toMatchObject([{ done: true }])
    expect((await pay()).results).toMatchObject([{ done: true }])
    expect(await state()).toEqual(['paid', 'payout', 'disbursement'])
    expect(await balanceOf(db, accounts.owner(owner.id))).toBe(40_000)
    expect(await ledgerFaults(db)).toEqual(balancedLedger)
  },
)
