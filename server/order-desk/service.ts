import { ProblemError } from '#contract/kit/problem.ts'
import type { StaffOrderDetail } from '#contract/staff/orders.ts'

import { memberById } from '../accounts/service.ts'
import { recordAudit } from '../audit/service.ts'
import type { Database } from '../database/connection.ts'
import type { Caller } from '../http/session.ts'
import { documentsOf } from '../invoices/service.ts'
import type { MailParts } from '../mail/enqueue.ts'
import { isOwning, mailReceipt } from '../orders/service.ts'
import { countAttempt, countIfAllowed, type RateLimit } from '../rate-limits/service.ts'
import { orderForStaff, orderNotFound } from './detail.ts'
import { ordersPaidWith, orderWithPayment } from './queries.ts'

/**
 * Mails the receipt of an order's payment to its buyer again, with what is still theirs. Sent again under the same key it
 * does nothing more. Throws not_found; conflict when there is nothing to send or nobody to send it to; too_many_requests.
 */
export const sendReceiptAgain = (
  parts: MailParts & { db: Database },
  staff: Caller<'admin' | 'super_admin'>,
  orderId: string,
  key: string,
): Promise<StaffOrderDetail> =>
  parts.db.transaction().execute(async (trx) => {
    const order = await orderWithPayment(trx, orderId)
    if (!order) throw orderNotFound()
    if (!(await countIfAllowed(trx, pressOf(staff.id, key)))) return orderForStaff(trx, orderId)
    const buyer = await memberById(trx, order.memberId)
    if (!buyer || buyer.deactivatedAt)
      throw new ProblemError('conflict', 'The account of this buyer is closed, so no mail goes to it.')
    const delivered = (await ordersPaidWith(trx, order.paymentId)).filter(isOwning)
    if (delivered.length === 0)
      throw new ProblemError(
        'conflict',
        'There is nothing to send: nothing of this payment was bought and kept.',
      )
    await countAttempt(trx, receiptsOf(order.paymentId))
    const { invoice: number, invoiceKind: kind } = await documentsOf(trx, delivered[0]!.id)
    const invoice = number && kind ? { number, kind } : undefined
    await mailReceipt(parts, trx, buyer, { delivered, surplus: [], invoice })
    await recordAudit(trx, {
      staff,
      action: 'send receipt again',
      about: `order ${orderId}`,
      name: order.number,
    })
    return orderForStaff(trx, orderId)
  })

/** One press of the button, which a browser may send twice. */
const pressOf = (staffId: string, key: string): RateLimit => ({
  name: 'receipt press',
  subject: `${staffId} ${key}`,
  max: 1,
  seconds: 24 * 3600,
  refusal: 'This was sent already.',
})

const receiptsOf = (paymentId: string): RateLimit => ({
  name: 'receipts of payment',
  subject: paymentId,
  max: 3,
  seconds: 3600,
  refusal: 'This was sent again three times within an hour.',
})
