import { counted } from '#contract/kit/counted.ts'
import { rupees } from '#contract/kit/rupees.ts'
import type { Order } from '#contract/orders.ts'

/** What the button of a payment says: one payment may be for several orders. */
export const payWords = ({ amount, orders }: Order['payment']) =>
  orders === 1 ? `Pay ${rupees(amount)}` : `Pay ${rupees(amount)} for ${counted(orders, 'Order')}`

/** The checkout of a payment that failed: the same items, at the price that their coupon made. */
export function retryAddress(
  paymentId: string,
  orders: readonly Pick<Order, 'paymentId' | 'coupon'>[],
): string {
  const used = orders.find((order) => order.paymentId === paymentId && order.coupon)
  return `/checkout?payment=${paymentId}${used?.coupon ? `&coupon=${encodeURIComponent(used.coupon)}` : ''}`
}
