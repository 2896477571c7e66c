import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'

import { day, rupees } from '#contract/kit/format.ts'
import type { Order } from '#contract/orders/orders.ts'

import { DownloadButton } from '../projects/download-button.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { DocumentButton } from './document-button.tsx'
import { OrderStatus } from './order-status.tsx'
import { payButtonLabel, retryAddress } from './pay.ts'

/**
 * Orders in rows, each with its item, date, amount, status and next steps. `isDetail`: stacked, where the buttons to
 * pay and for the receipt are elsewhere.
 */
export function OrderList({ orders, isDetail = false }: { orders: readonly Order[]; isDetail?: boolean }) {
  const [downloaded, setDownloaded] = useState<string[]>([])
  // Only one button is primary: the next download.
  const nextDownload =
    isDetail && orders.find((order) => isDownloadable(order) && !downloaded.includes(order._id))
  return (
    <ul className="divide-rule divide-y">
      {orders.map((order) => (
        <li key={order._id} className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
          <OrderPicture image={order.image} />
          <div
            className={clsx(
              'grid min-w-0 flex-[1_1_10rem] grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-3',
              !isDetail && 'lg:grid-cols-[minmax(0,1fr)_9.5rem_6rem_22rem] lg:items-center',
            )}
          >
            <div className={clsx('min-w-0', isDetail ? 'contents' : 'max-lg:contents')}>
              <span className="row-start-1 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  id={order._id}
                  to={order.isListed ? `/projects/${order.projectId}` : `/orders/${order._id}`}
                  className="max-w-full font-semibold hover:underline"
                >
                  {order.projectTitle}
                </Link>
                {!order.isListed &&
                  (order.recall ? <Badge tone="stopped">Recalled</Badge> : <Badge>Not listed</Badge>)}
                {order.newRelease !== null && <Badge tone="verified">New release</Badge>}
              </span>
              <p
                className={clsx(
                  'text-13 text-quiet col-span-2 -mt-2 flex flex-wrap gap-x-3 font-mono',
                  !isDetail && 'lg:mt-1',
                )}
              >
                <span className="text-ink">{order.number}</span>
                <span>{order.kind === 'report' ? 'project report' : 'source code'}</span>
                <span>{day(order.orderDate)}</span>
                {order.earlierAttempts > 0 && (
                  <span>
                    {order.earlierAttempts === 1 ? '1 earlier try' : `${order.earlierAttempts} earlier tries`}
                  </span>
                )}
              </p>
            </div>
            <span
              className={clsx(
                'col-start-2 row-start-1 text-right font-mono tabular-nums',
                !isDetail && 'lg:col-start-3',
              )}
            >
              {rupees(order.amount)}
            </span>
            <div
              className={clsx(
                'max-sm:col-span-2 sm:self-center',
                !isDetail && 'lg:col-start-2 lg:row-start-1',
              )}
            >
              <OrderStatus status={order.status} />
            </div>
            <div
              className={clsx(
                'flex flex-wrap gap-2 max-sm:col-span-2 max-sm:[&_.icon]:hidden sm:justify-end sm:self-center',
                !isDetail && 'lg:col-start-4 lg:row-start-1',
              )}
            >
              {isDownloadable(order) && (
                <DownloadButton
                  projectId={order.projectId}
                  kind={order.kind}
                  href={order.downloadUrl}
                  tone={order === nextDownload ? 'primary' : 'quiet'}
                  size="small"
                  onDone={() => setDownloaded((ids) => [...ids, order._id])}
                />
              )}
              {!isDetail && <PayLink order={order} orders={orders} />}
              {!isDetail && <InvoiceButton order={order} orders={orders} />}
              {order.creditNote && (
                <DocumentButton
                  orderId={order._id}
                  kind="credit note"
                  number={order.creditNote}
                  aria-describedby={order._id}
                />
              )}
              <ButtonLink to={`/orders/${order._id}`} tone="quiet" size="small" aria-describedby={order._id}>
                View Details<span className="sr-only">{` of ${order.projectTitle}`}</span>
              </ButtonLink>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

const OrderPicture = ({ image }: Pick<Order, 'image'>) => (
  <span className="border-rule bg-ground flex aspect-16/10 w-16 shrink-0 justify-center overflow-hidden rounded-sm border sm:w-20">
    {image ? (
      <img src={image} alt="" width={80} height={50} loading="lazy" className="picture-whole" />
    ) : (
      <Icon name="file-text" className="text-quiet h-full w-5 stroke-[1.5]" />
    )}
  </span>
)

/** A recalled project has nothing to download until staff have approved another release; the order's page says so. */
export const isDownloadable = ({ allowed, recall, isListed }: Order) =>
  allowed.includes('download') && (recall === null || isListed)

/** The button for an invoice or receipt, shown once, at the first of its orders on the page. */
function InvoiceButton({ order, orders }: { order: Order; orders: readonly Order[] }) {
  const { invoice, invoiceKind } = order
  const first = orders.find((other) => other.invoice === invoice)
  if (!invoice || !invoiceKind || first !== order) return null
  return (
    <DocumentButton orderId={order._id} kind={invoiceKind} number={invoice} aria-describedby={order._id} />
  )
}

/** The button to pay a payment or to retry it, shown once, at the first of its orders on the page. */
function PayLink({ order, orders }: { order: Order; orders: readonly Order[] }) {
  const isPayable = ({ allowed }: Order) => allowed.includes('pay') || allowed.includes('retry')
  const first = orders.find((other) => other.paymentId === order.paymentId && isPayable(other))
  if (first !== order)
    return isPayable(order) && first ? (
      <span className="text-13 text-quiet max-sm:w-full sm:self-center">To be paid with {first.number}</span>
    ) : null
  if (order.allowed.includes('retry'))
    return (
      <ButtonLink to={retryAddress(order.paymentId, orders)} tone="quiet" size="small">
        Retry
      </ButtonLink>
    )
  return (
    <ButtonLink to={`/orders/payments/${order.paymentId}`} tone="quiet" size="small">
      {payButtonLabel(order.payment)}
    </ButtonLink>
  )
}
