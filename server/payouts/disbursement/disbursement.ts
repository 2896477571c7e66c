import type { Destination } from '#contract/orders/payouts.ts'

/** One payout to be sent. */
export interface Transfer {
  number: string
  amountPaise: number
  destination: Destination
}

/** A way in which approved payouts reach their members. What it has sent it reports by reference: settlePayout is the one place where a payout becomes paid. */
export interface Disbursement {
  /** Kept with each payout, and the name of the ledger's clearing account that the money leaves. */
  name: string
  /** Begins to send. Answers the file by which staff have a bank do it, who then report; null when it sends and reports by itself. */
  send(transfers: readonly Transfer[]): Promise<{ name: string; text: string } | null>
}
