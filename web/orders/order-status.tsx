import type { Order } from '#contract/orders.ts'

import { Status, type StatusTone } from '../ui/feedback/status.tsx'

/** The state of an order, as a dot with a word. */
export const OrderStatus = ({ status }: Pick<Order, 'status'>) => (
  <Status tone={tones[status]}>{orderWords[status]}</Status>
)

const tones: Record<Order['status'], StatusTone> = {
  pending: 'waiting',
  completed: 'verified',
  failed: 'stopped',
  cancelled: 'neutral',
  refund_requested: 'waiting',
  refunded: 'neutral',
}

export const orderWords: Record<Order['status'], string> = {
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  refund_requested: 'Refund requested',
  refunded: 'Refunded',
}
