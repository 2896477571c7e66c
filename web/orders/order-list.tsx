import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import { counted, day, rupees } from '#contract/kit/format.ts'
import type { Order } from '#contract/orders/orders.ts'

import { DownloadButton } from '../projects/download-button.tsx'
import { partLook } from '../projects/project-picture.tsx'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { DocumentButton } from './document-button.tsx'
import { OrderStatus } from './order-status.tsx'
import { payButtonLabel, retryAddress } from './pay.ts'
import { isDownloadable, ZipName } from './zip-name.tsx'

/** Orders of any payments in rows; those of one payment stand together below what was paid for all of them. */
export function OrdersByPayment({ orders }: { orders: readonly Order[] }) {
  const payments = [...new Set(orders.map(({ paymentId }) => paymentId))]
  return (
    <ul className="divide-rule divide-y">
      {payments.map((paymentId) => {
        const together = orders.filter((order) => order.paymentId === paymentId)
        const [first] = together
        if (first!.payment.orders === 1)
          return (
            <OrderRow key={paymentId} order={first!} className="py-4">
              <PayLink order={first!} orders={together} />
              <InvoiceButton order={first!} />
            </OrderRow>
          )
        return (
          <li key={paymentId} className="py-4">
            <Together orders={together} />
          </li>
        )
      })}
    </ul>
  )
}

/** The orders of one payment, with what is done for all of them at once above them. */
function Together({ orders }: { orders: readonly Order[] }) {
  const { paymentId, payment } = orders[0]!
  const payable = orders.find(({ allowed }) => allowed.includes('pay') || allowed.includes('retry'))
  const invoiced = orders.filter(
    ({ invoice }, index) => invoice && orders.findIndex((other) => other.invoice === invoice) === index,
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-1">
        <TextLink to={`/orders/payments/${paymentId}`} className="py-2.5">
          {`${rupees(payment.amount)} for ${counted(payment.orders, 'order')}`}
        </TextLink>
        <div className="flex flex-wrap gap-2">
          {payable && <PayLink order={payable} orders={orders} />}
          {invoiced.map((order) => (
            <InvoiceButton key={order._id} order={order} />
          ))}
        </div>
      </div>
      <ul aria-label="Paid together" className="divide-rule border-rule -ml-3 divide-y border-l-2 pl-2.5">
        {orders.map((order) => (
          <OrderRow key={order._id} order={order} className="py-4 first:pt-2 last:pb-2" />
        ))}
      </ul>
    </>
  )
}

/** The orders of a payment on its own page, stacked; the buttons to pay and for the receipt are elsewhere there. */
export function OrderStack({ orders }: { orders: readonly Order[] }) {
  const [downloaded, setDownloaded] = useState<string[]>([])
  // Only one button is primary: the next download.
  const next = orders.find((order) => isDownloadable(order) && !downloaded.includes(order._id))
  return (
    <ul className="divide-rule divide-y">
      {orders.map((order) => (
        <OrderRow
          key={order._id}
          order={order}
          className="py-4"
          isStacked
          isNext={order === next}
          onDownloaded={() => setDownloaded((ids) => [...ids, order._id])}
        />
      ))}
    </ul>
  )
}

/**
 * An order with its picture, title, file, number, date, amount, status and next steps, of which `children` are further
 * ones.
 */
function OrderRow({ order, className, isStacked, isNext, onDownloaded, children }: OrderRowProps) {
  return (
    <li
      className={clsx(
        'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2',
        !isStacked && 'lg:grid-cols-[auto_minmax(0,1fr)_9.5rem_6rem_22rem]',
        className,
      )}
    >
      <OrderPicture order={order} className={isStacked ? 'sm:row-span-3' : 'sm:max-lg:row-span-3'} />
      <div className={isStacked ? 'contents' : 'max-lg:contents'}>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
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
          <HelpBadge order={order} />
        </span>
        <p className={clsx(below, 'text-13 text-quiet row-start-2 flex flex-wrap gap-x-3')}>
          <ZipName order={order} className="w-full" />
          {order.newReleaseNotes !== null && (
            <span className="text-ink line-clamp-2 w-full wrap-anywhere lg:line-clamp-1">{`Release ${order.newRelease}: ${order.newReleaseNotes}`}</span>
          )}
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
        className={clsx('col-start-3 row-start-1 text-right tabular-nums', !isStacked && 'lg:col-start-4')}
      >
        {rupees(order.amount)}
      </span>
      <div
        className={clsx(
          below,
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
          !isStacked && 'lg:contents',
        )}
      >
        <div className={isStacked ? undefined : 'lg:col-start-3 lg:row-start-1'}>
          <OrderStatus status={order.status} />
        </div>
        <div
          className={clsx(
            'flex flex-wrap gap-2 max-sm:[&_.icon]:hidden',
            !isStacked && 'lg:col-start-5 lg:row-start-1 lg:justify-end',
          )}
        >
          {isDownloadable(order) && (
            <DownloadButton
              projectId={order.projectId}
              kind={order.kind}
              href={order.downloadUrl}
              tone={isNext ? 'primary' : 'quiet'}
              size="small"
              onDone={onDownloaded}
            />
          )}
          {children}
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
  )
}

/** A mark of an open help request, which leads to it. */
const HelpBadge = ({ order: { _id, help } }: { order: Order }) =>
  help && (
    <Link to={`/orders/${_id}#help`}>
      <Badge tone={help === 'answered' ? 'verified' : 'waiting'}>
        {help === 'answered' ? 'Help answered' : 'Help asked'}
      </Badge>
    </Link>
  )

/** The place of a row below the title: on phones as wide as the order. */
const below = 'col-span-3 sm:col-start-2 sm:col-span-2'

interface OrderRowProps {
  order: Order
  className: string
  isStacked?: boolean
  isNext?: boolean
  onDownloaded?: () => void
  children?: ReactNode
}

const OrderPicture = ({ order: { image, thumbnail }, className }: { order: Order; className: string }) => (
  <span
    className={clsx(
      'border-rule bg-ground flex aspect-16/10 w-16 justify-center self-start overflow-hidden rounded-sm border sm:w-20',
      className,
    )}
  >
    {image ? (
      <img
        src={image}
        alt=""
        width={80}
        height={50}
        loading="lazy"
        className={clsx('picture-whole', partLook(thumbnail))}
      />
    ) : (
      <Icon name="file-text" className="text-quiet h-full w-5 stroke-[1.5]" />
    )}
  </span>
)

const InvoiceButton = ({ order: { _id, invoice, invoiceKind } }: { order: Order }) =>
  invoice &&
  invoiceKind && <DocumentButton orderId={_id} kind={invoiceKind} number={invoice} aria-describedby={_id} />

/** The button to pay the payment of an order or to retry it. */
function PayLink({ order: { allowed, paymentId, payment }, orders }: PayLinkProps) {
  if (allowed.includes('retry'))
    return (
      <ButtonLink to={retryAddress(paymentId, orders)} tone="quiet" size="small">
        Retry
      </ButtonLink>
    )
  if (!allowed.includes('pay')) return null
  return (
    <ButtonLink to={`/orders/payments/${paymentId}`} tone="quiet" size="small">
      {payButtonLabel(payment)}
    </ButtonLink>
  )
}

interface PayLinkProps {
  order: Order
  /** All of the payment. */
  orders: readonly Order[]
}
