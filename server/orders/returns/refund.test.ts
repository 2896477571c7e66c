import { beforeEach, describe, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { disputesIn } from '../../../test/disputes.ts'
import { hideLog } from '../../../test/log.ts'
import { anAdmin, projectRow } from '../../../test/makers.ts'
import {
  aBuyer,
  buyAndPay,
  collectWebhooks,
  balancedLedger,
  source,
  changePrice,
} from '../../../test/orders.ts'
import { refundsIn } from '../../../test/refunds.ts'
import { aListing, download } from '../../../test/uploads.ts'
import { ledgerFaults } from '../../money/ledger/service.ts'
import { recallJobs } from '../jobs.ts'

const app = await startApp()
await app.jobs.work(recallJobs(app.dependencies))
const admin = await anAdmin(app)
const { ask } = refundsIn(app)
const { paidWith, sendEvent } = disputesIn(app)
beforeEach(() => {
  collectWebhooks(app)
  // A dispute is logged as an alert.
  return hideLog()
})

/** Creates a purchase whose buyer downloaded the project, wrote that it does not run, and requested a refund. */
async function aBadPurchase() {
  const { id, owner } = await aListing(app)
  await changePrice(owner, id, 499)
  const buyer = await aBuyer(app)
  const { _id: paymentId, orders } = await buyAndPay(app, buyer, source({ id }))
  const of = { params: { id: orders[0]!._id } }
  await download(app, buyer.token, id)
  await buyer.api.reviews.write({ params: { id }, body: { rating: 1, text: 'It does not run' } })
  await buyer.api.runAnswers.set({ ...of, body: { ran: false, reason: 'database', text: 'No tables' } })
  const { request } = await ask({ buyer, of })
  return { id, buyer, of, paymentId, at: { params: { id: request!._id } } }
}
type BadPurchase = Awaited<ReturnType<typeof aBadPurchase>>

const shown = async ({ id }: BadPurchase) => {
  const { project } = await app.api.projects.get({ params: { id } })
  const { rating, reviews, salesCount } = project
  const { runs } = await admin.api.runAnswers.received({ params: { id } })
  return { rating, reviews, salesCount, answers: runs.of + runs.freeOf }
}

const byRequest = ({ at }: BadPurchase) =>
  admin.api.refundRequests.decide({ ...at, body: { decision: 'approve', note: 'You are right.' } })
const byRecall = async ({ id }: BadPurchase) => {
  const body = { reason: 'It steals passwords', instructions: 'Delete it.', refund: true }
  await admin.api.recalls.recall({ params: { id, number: '1' }, body })
  await app.jobs.run()
}
const byBank = async ({ paymentId }: BadPurchase) => {
  const paid = await paidWith(paymentId)
  await sendEvent('created', paid)
  await sendEvent('lost', { ...paid, after: 60 })
}

describe('a refund withdraws review and run answer and ends the request', () => {
  test.each([
    ['when staff decide about the request', byRequest, 'You are right.'],
    ['when staff recall the release and refund', byRecall, 'Release 1 was recalled: It steals passwords'],
    ['when the buyer’s bank decides', byBank, expect.stringContaining('bank') as string],
  ])('%s', async (_how, refund, note) => {
    const purchase = await aBadPurchase()
    expect(await shown(purchase)).toEqual({ rating: 1, reviews: 1, salesCount: 1, answers: 1 })
    await refund(purchase)
    // A recalled project is not listed any more, so its figures are read from the database.
    expect(await projectRow(app.db, purchase.id)).toMatchObject({
      ratingCount: 0,
      salesCount: 0,
      ranCount: 0,
      runCount: 0,
    })
    const { order } = await purchase.buyer.api.orders.get(purchase.of)
    expect(order.status).toBe('refunded')
    const { refund: answered } = await purchase.buyer.api.refundRequests.get(purchase.of)
    expect(answered).toMatchObject({ request: { outcome: 'approved', note }, money: { amount: 499 } })
    expect(await ledgerFaults(app.db)).toEqual(balancedLedger)
  })
})
