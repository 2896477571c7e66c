import { Link } from 'react-router'

import { rupees } from '#contract/kit/rupees.ts'
import type { Order } from '#contract/orders.ts'

import { DownloadButton } from '../releases/download-button.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { day } from '../ui/day.ts'
import { Status, type StatusTone } from '../ui/feedback/status.tsx'

/** Orders on ruled rows: what, when, how much, its state, and what can be done next. `payable`: false where the page has its own button to pay. */
export function OrderList({ orders, payable = true }: { orders: readonly Order[]; payable?: boolean }) {
  return (
    <ul className="divide-rule divide-y">
      {orders.map((order) => (
        <li key={order._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
          <div className="min-w-0 flex-1 basis-64">
            <Link to={`/projects/${order.projectId}`} className="font-semibold hover:underline">
              {order.projectTitle}
            </Link>
            <p className="text-13 text-quiet mt-1 flex flex-wrap gap-x-3 font-mono">
              <span>{order.kind === 'report' ? 'project report' : 'source code'}</span>
              <span>{day(order.orderDate)}</span>
              <span className="tabular-nums">{rupees(order.amount)}</span>
            </p>
            <p className="text-13 text-quiet font-mono">Order {order.id}</p>
          </div>
          <Status tone={tones[order.status]}>{words[order.status]}</Status>
          {order.allowed.includes('download') && (
            <DownloadButton projectId={order.projectId} kind={order.kind} size="small" />
          )}
          {payable && <PayLink order={order} orders={orders} />}
        </li>
      ))}
    </ul>
  )
}

/** One button for one payment, at the first of its orders. */
function PayLink({ order, orders }: { order: Order; orders: readonly Order[] }) {
  const together = orders.filter(
    ({ paymentId, allowed }) => paymentId === order.paymentId && allowed.includes('pay'),
  )
  if (together[0] !== order) return null
  const total = rupees(together.reduce((sum, { amount }) => sum + amount, 0))
  return (
    <ButtonLink to={`/orders/payments/${order.paymentId}`} tone="quiet" size="small">
      {together.length === 1 ? `Pay ${total}` : `Pay ${total} for ${together.length} orders`}
    </ButtonLink>
  )
}

const tones: Record<Order['status'], StatusTone> = {
  pending: 'waiting',
  completed: 'verified',
  failed: 'stopped',
  cancelled: 'neutral',
  refund_requested: 'waiting',
  refunded: 'neutral',
}

const words: Record<Order['status'], string> = {
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  refund_requested: 'Refund requested',
  refunded: 'Refunded',
}
