import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { processKiller, noMail } from '../../../test/killer.ts'
import { isLong } from '../../../test/long.ts'
import { anAdmin } from '../../../test/makers.ts'
import { aBuyer, balanceOf, balancedLedger, aSale, pausesPass, ordersOf } from '../../../test/orders.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { accounts } from '../../money/ledger/shares.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { sendRefunds } from './send.ts'

/* The real process is killed with SIGKILL at every step of a refund. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const app = await startApp()
const { db } = app
// A database with a member in it is not filled with the demo catalogue.
await aBuyer(app)
const admin = await anAdmin(app)
const server = await serverProcess(app)
const { killedAt } = processKiller(db, server)
beforeEach(() => server.start())

/** Creates a refund request that waits for staff, and returns a function that approves it in the running process. */
async function aRequest() {
  const { seller, buyer, of } = await aSale(app)
  const { refund } = await buyer.api.refundRequests.ask({ ...of, body: { reason: 'It does not start.' } })
  const approve = () =>
    server.as(admin.token).refundRequests.decide({
      params: { id: refund.request!._id },
      body: { decision: 'approve' },
    })
  return { seller, buyer, approve, orderId: of.params.id }
}
type Request = Awaited<ReturnType<typeof aRequest>>

async function whatBecameOf({ seller, buyer, orderId }: Request) {
  const [order] = await ordersOf(db, { id: orderId })
  const refunds = await db.selectFrom('refunds').select('status').where('orderId', '=', orderId).execute()
  const returned = await db
    .selectFrom('sandboxRefunds')
    .innerJoin('payments', 'payments.gatewayPaymentId', 'sandboxRefunds.paymentId')
    .select('sandboxRefunds.amountPaise')
    .where('memberId', '=', buyer.id)
    .execute()
  return {
    order: order?.status,
    refunds: refunds.map(({ status }) => status),
    returned: returned.map(({ amountPaise }) => amountPaise),
    ownersShare: await balanceOf(db, accounts.owner(seller.id)),
    due: await balanceOf(db, accounts.refundsDue),
    ledger: await ledgerFaults(db),
  }
}

const untouched = {
  order: 'refund_requested',
  refunds: [],
  returned: [],
  ownersShare: 39_920,
  due: 0,
  ledger: balancedLedger,
}
/** The traces of a refund that was returned once. */
const returnedOnce = {
  order: 'refunded',
  refunds: ['returned'],
  returned: [49_900],
  ownersShare: 0,
  due: 0,
  ledger: balancedLedger,
}
const untilReturned = (request: Request) =>
  vi.waitFor(async () => expect(await whatBecameOf(request)).toEqual(returnedOnce), {
    timeout: 120_000,
    interval: 100,
  })

const noPosting = (trx: Connection) => sql`lock table ledger_entries in share mode`.execute(trx)
const noGateway = (trx: Connection) => sql`lock table sandbox_refunds in share mode`.execute(trx)
const noBooking = (trx: Connection) => sql`lock table ledger_transactions in share mode`.execute(trx)

test.runIf(isLong).each([
  ['in the middle of the approval', noPosting],
  ['when the approval asks for the work that follows', noMail],
])('killed %s, nothing of it stays, and staff approve again', async (_name, lock) => {
  const request = await aRequest()
  await killedAt(lock, request.approve)
  expect(await whatBecameOf(request)).toEqual(untouched)
  await server.start()
  await request.approve()
  await untilReturned(request)
})

test('killed while the gateway is asked, the money goes back once, by another process', async () => {
  const request = await aRequest()
  await killedAt(noGateway, request.approve)
  expect(await whatBecameOf(request)).toMatchObject({
    order: 'refunded',
    returned: [],
    due: 49_900,
    ledger: balancedLedger,
  })
  await pausesPass(db)
  await sendRefunds(app.dependencies)
  await untilReturned(request)
})

test.runIf(isLong)(
  'killed after the gateway returned the money and before that is booked, it is booked and not returned again',
  async () => {
    const request = await aRequest()
    // The approval is completed first, so that the lock stops only the posting.
    await killedAt(noGateway, request.approve)
    await pausesPass(db)
    await killedAt(noBooking, server.start)
    expect(await whatBecameOf(request)).toMatchObject({
      returned: [49_900],
      refunds: ['due'],
      due: 49_900,
      ledger: balancedLedger,
    })
    await pausesPass(db)
    await server.start()
    await untilReturned(request)
  },
)
