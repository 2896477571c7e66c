/**
 * The accounts. An amount above zero is what the account's holder gets, below zero what is taken from it, so that a
 * gateway's clearing account is as far below zero as the gateway owes us, and all accounts together are zero.
 */
export const accounts = {
  /** Money the gateway collected for us. */
  clearing: (gateway: string) => `clearing:${gateway}`,
  /** What an owner has earned and was not paid out. */
  owner: (memberId: string) => `member:${memberId}`,
  /** What a member has earned by referring others. */
  commission: (memberId: string) => `member:${memberId}:commission`,
  fees: 'platform:fees',
  /** Staff's coupons: as far below zero as they cost us. */
  coupons: 'platform:coupons',
  /** Taxes held back from owners, due to the tax office. */
  tcs: 'withheld:tcs',
  tds: 'withheld:tds',
  /** Money to be returned to its payers: of refunds, and captured for what could not be delivered or was paid twice. */
  refundsDue: 'refunds:due',
  /** Payouts that are approved and that no bank has sent yet. */
  payoutsDue: 'payouts:due',
  /** What members earned by orders that a payer's bank disputes. */
  disputesHeld: 'disputes:held',
  /** What banks took in disputes and nobody gave back. */
  disputesLost: 'disputes:lost',
}
