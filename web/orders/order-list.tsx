import { Link } from 'react-router'

import type { Order } from '#contract/orders.ts'

import { DownloadButton } from '../releases/download-button.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { day } from '../ui/day.ts'
import { rupees } from '../ui/rupees.ts'
import { Status, type StatusTone } from '../ui/status.tsx'

/** Orders on ruled rows: what, when, how much, its state, and what can be done next. */
export function OrderList({ orders }: { orders: readonly Order[] }) {
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
          {order.allowed.includes('pay') && (
            <ButtonLink to={`/orders/payments/${order.paymentId}`} tone="quiet" size="small">
              Pay
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
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
