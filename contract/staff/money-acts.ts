/**
 * The people that an act takes: any one of the staff; two of them; two of them, or a super admin; a super admin. While
 * only one account of the staff can sign in, that one does alone what takes two.
 */
export type People = 'one' | 'two' | 'two_or_super_admin' | 'super_admin'

/**
 * The acts of staff by which money leaves us or somebody's balance, or by which they decide how much does, and the
 * people that each takes.
 */
export const moneyActs = {
  /**
   * A refund that was asked for, or follows from a recall, within the refund days, while the shares of the sale are on
   * their balances.
   */
  refund: 'one',
  /**
   * The refund of a final sale, whether it was asked for, follows from a recall or ends a held payment: its refund days
   * are over, or its shares were paid out.
   */
  refundFinalSale: 'two_or_super_admin',
  /** A held payment that was not delivered goes back to its payer. */
  returnHeldPayment: 'one',
  /** Orders of a held payment are delivered although less came than they cost. */
  deliverAtLoss: 'super_admin',
  /** An approved payout is given to the bank and marked as paid. */
  sendPayout: 'two',
  /** A payout that is in a file for the bank goes into one more. */
  sendPayoutAgain: 'two',
  /** A payout that the bank returned is credited again. */
  returnPayout: 'two',
  /** What somebody paid back of a balance below zero is credited. */
  bookDebtRepayment: 'super_admin',
  /** A coupon of the shop is made, or switched on or off. */
  shopCoupon: 'super_admin',
  /** The price of somebody's listing changes. */
  changePrice: 'super_admin',
  /** The fee, the commission, the refund days or the tax held back change. */
  changeRates: 'super_admin',
} as const satisfies Record<string, People>
export type MoneyAct = keyof typeof moneyActs
