import type { PayoutAction } from '#contract/money/payouts.ts'

import type { TestApp } from './app.ts'
import { anAdmin } from './makers.ts'
import { aBuyer, aListing, buyAndPay, type Buyer, source, soldDaysAgo } from './orders.ts'

export const upi = { method: 'upi', holder: 'Asha Rao', vpa: 'asha.rao@okaxis' } as const
export const bank = {
  method: 'bank',
  holder: 'Asha Rao',
  accountNumber: '50100234567891',
  ifsc: 'HDFC0001234',
} as const

/** Members of an app who earn money, and their payouts. */
export function payoutsIn(app: TestApp) {
  const { db } = app

  /** Sells a project of an owner once, some days ago. The price is in paise. */
  const sale = async (
    owner: Pick<Buyer, 'id' | 'api'>,
    pricePaise: number,
    { daysAgo = 8, referredBy = null as string | null } = {},
  ) => {
    const project = await aListing(db, owner.id, pricePaise)
    const buyer = await aBuyer(app, { referredBy })
    const { _id: payment, orders } = await buyAndPay(app, buyer, source(project))
    await soldDaysAgo(db, orders[0]!._id, daysAgo)
    return { project, buyer, payment, of: { params: { id: orders[0]!._id } } }
  }

  /** Creates an owner with a payable balance of some rupees, which is 80% of one sale. */
  const anOwner = async (rupees: number) => {
    const owner = await aBuyer(app)
    if (rupees > 0) await sale(owner, rupees * 125)
    return owner
  }

  const balanceOf = async (owner: Pick<Buyer, 'api'>) => (await owner.api.payouts.mine({ query: {} })).balance
  const asked = async (
    owner: Pick<Buyer, 'id' | 'api'>,
    amount?: number,
    destination: typeof upi | typeof bank = upi,
  ) => (await owner.api.payouts.request({ body: { ...(amount && { amount }), destination } })).payout

  /** Decisions of staff about payouts, made as the demo admin. */
  const byStaff = async () => {
    const admin = await anAdmin(app)
    const act = async (action: PayoutAction, ids: string[], note = 'Please wait') =>
      (await admin.api.payouts.act({ body: { action, ids, ...(action !== 'approve' && { note }) } })).results
    const pay = async (number: string, reference: string) =>
      (await admin.api.payouts.pay({ body: { payments: [{ number, reference }] } })).results[0]!
    return { admin, act, pay }
  }
  return { sale, anOwner, balanceOf, asked, byStaff }
}
