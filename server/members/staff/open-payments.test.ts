import { beforeEach, expect, test } from 'vitest'

import { ledgerFaults } from '#server/money/ledger/service.ts'
import { accounts } from '#server/money/ledger/shares.ts'
import { sendRefunds } from '#server/orders/returns/send.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin, mailsTo } from '../../../test/makers.ts'
import {
  aBuyer,
  aListing,
  balanceOf,
  buyAndPay,
  checkoutBy,
  collectWebhooks,
  type SignedWebhook,
  postWebhook,
  balancedLedger,
  source,
  payAtGateway,
  refundsOf,
  ordersOf,
} from '../../../test/orders.ts'

const app = await startApp()
const { db } = app
const admin = await anAdmin(app)
let webhooks: SignedWebhook[]
beforeEach(() => void (webhooks = collectWebhooks(app)))

test('a deactivated member’s open payments are cancelled; money that comes for them all the same goes back by itself', async () => {
  const [owner, buyer] = [await aBuyer(app), await aBuyer(app)]
  const [open, paid] = [await aListing(db, owner.id, 49_900), await aListing(db, owner.id, 20_000)]
  await buyAndPay(app, buyer, source(paid))
  const { _id: id, gateway } = await checkoutBy(buyer, source(open))
  await admin.api.staffMembers.deactivate({ params: { id: buyer.id }, body: { reason: 'Fraud' } })
  const statuses = async () => (await ordersOf(db, { memberId: buyer.id })).map(({ status }) => status)
  expect(await statuses()).toEqual(['completed', 'cancelled'])

  await payAtGateway(app, gateway!.orderId)
  for (let time = 0; time < 2; time++) expect(await postWebhook(app, webhooks.at(-1)!)).toBe(200)
  expect(await statuses()).toEqual(['completed', 'cancelled'])
  expect(await balanceOf(db, accounts.owner(owner.id))).toBe(16_000)
  expect(await balanceOf(db, accounts.refundsDue)).toBe(49_900)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)

  await sendRefunds(app.dependencies)
  expect(await refundsOf(db, id)).toEqual([
    { cause: 'account_closed', status: 'returned', amountPaise: 49_900 },
  ])
  expect(await db.selectFrom('sandboxRefunds').select('amountPaise').execute()).toEqual([
    { amountPaise: 49_900 },
  ])
  expect(await balanceOf(db, accounts.refundsDue)).toBe(0)
  expect(await ledgerFaults(db)).toEqual(balancedLedger)
  const mails = mailsTo(app, buyer.email, 'refund')
  expect(mails.map(({ subject }) => subject)).toEqual(['Your payment goes back to you'])
  expect(mails[0]!.text).toContain('₹499')
})
