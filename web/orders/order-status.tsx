import type { Order } from '#contract/orders/orders.ts'

import type { Failure } from '../shell/page-handle.tsx'
import { Status, type StatusTone } from '../ui/status.tsx'

/** The status of an order, as a dot with a word. */
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

type Outcome = 'waiting' | 'approved' | 'declined' | 'withdrawn'

/** The label of each outcome of a refund request. */
export const outcomeWords: Record<Outcome, string> = {
  waiting: 'Waits for a decision',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

export const outcomeTones: Record<Outcome, StatusTone> = {
  waiting: 'waiting',
  approved: 'verified',
  declined: 'stopped',
  withdrawn: 'neutral',
}

/** The failure texts of an order's or a payment's page, with a link to all orders. */
export const orderFailure = (title: string): Failure => ({
  title,
  text: 'Our server did not answer just now.',
  missing: title,
  missingText:
    'There is nothing at this address in your account. All you ordered is under My Orders; if it is missing there, sign in with the email you ordered with.',
  to: '/profile?tab=orders',
  label: 'My Orders',
})
