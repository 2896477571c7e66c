import type { Connection } from '../../database/connection.ts'
import { postRepayment } from '../../ledger/service.ts'
import { lockDueOf, markTakenByBank } from './queries.ts'

/** What is due to the payer of a gateway's payment and the gateway has not begun to return, in paise. The rows stay locked. */
export async function dueOf(trx: Connection, gateway: string, gatewayPaymentId: string): Promise<number> {
  const due = await lockDueOf(trx, gateway, gatewayPaymentId)
  return due.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
}

/** Books all that is due to a payment's payer as returned: their bank took it from us in a dispute, so nothing is sent. */
export async function settleDueByBank(
  trx: Connection,
  gateway: string,
  gatewayPaymentId: string,
  disputeId: string,
): Promise<void> {
  for (const { id, amountPaise } of await lockDueOf(trx, gateway, gatewayPaymentId)) {
    await markTakenByBank(trx, id, disputeId)
    await postRepayment(trx, { refundId: id, gateway, amountPaise })
  }
}
