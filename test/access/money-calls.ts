import type { MoneyAct } from '#contract/staff/money-acts.ts'

import type { CallName } from './who-may.ts'

/** The calls by which staff do acts on money, with their acts. Another call of staff writes nothing to the ledger. */
export const moneyCalls: Partial<Record<CallName, readonly MoneyAct[]>> = {
  'refundRequests.decide': ['refund', 'refundFinalSale'],
  'help.refund': ['refund', 'refundFinalSale'],
  'recalls.recall': ['refund', 'refundFinalSale'],
  'recalls.refund': ['refund', 'refundFinalSale'],
  'heldPayments.decide': ['refundFinalSale', 'returnHeldPayment', 'deliverAtLoss'],
  'payouts.export': ['sendPayout'],
  'payouts.file': ['sendPayout'],
  'payouts.pay': ['sendPayout'],
  // Its approval is the first step of sendPayout.
  'payouts.act': ['returnPayout', 'sendPayoutAgain'],
  'payouts.bookDebtRepayment': ['bookDebtRepayment'],
  'coupons.createAsStaff': ['shopCoupon'],
  'coupons.setOnAsStaff': ['shopCoupon'],
  'projects.update': ['changePrice'],
  'settings.fees': ['changeRates'],
  'settings.tax': ['changeRates'],
}
