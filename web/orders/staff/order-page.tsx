import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { day, inRupees, minute } from '#contract/kit/format.ts'
import { documentNames, type InvoiceKind } from '#contract/orders/document-names.ts'
import type { StaffOrderDetail, StaffOrderRow } from '#contract/orders/staff/orders.ts'

import { formAction, useAction } from '../../shell/form/action-form.tsx'
import { randomKey } from '../../shell/form/draft.ts'
import { textIn } from '../../shell/form/use-form.ts'
import { page } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { Button } from '../../ui/button.tsx'
import { type Fact, FactRows } from '../../ui/facts.tsx'
import { FailureBelow } from '../../ui/failure.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { MailText } from '../../ui/text.tsx'
import { documentFacts } from '../document-button.tsx'
import { OrderStatus } from '../order-status.tsx'
import type { Route } from './+types/order-page'
import {
  AttemptsSheet,
  DownloadsSheet,
  ItemsSheet,
  LedgerSheet,
  RefundsSheet,
  SeatsSheet,
} from './order-sheets.tsx'

export const handle = page<typeof clientLoader>({
  title: (data) => (data ? `Order ${data.order.number}` : 'Order'),
  steps: [{ label: 'Orders', to: '/admin/orders' }, { label: 'Order' }],
  failure: {
    title: 'Failed to load order',
    missing: 'Order not found',
    to: '/admin/orders',
    label: 'Back to Orders',
  },
})

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  return api.staffOrders.get({ params: { id: params.id } })
}

/** Sends the email with the receipt or the invoice again. */
export const clientAction = formAction('Failed to send the email', async ({ api, form, params }) => {
  await api.staffOrders.sendReceipt({ params, body: { key: textIn(form, 'key') } })
  return 'The email is on its way.'
})

export default function AdminOrderPage({ loaderData: { order } }: Route.ComponentProps) {
  const { number, title, kind, status, amount, buyer, hasReceipt } = order
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 className="text-28">{number}</h1>
            <OrderStatus status={status} />
          </div>
          <p className="text-quiet mt-1 break-words">
            {`${title}${kind === 'report' ? ' (report)' : ''} · ${inRupees(amount)}`}
          </p>
        </div>
        {hasReceipt && <SendReceipt key={order._id} kind={order.invoiceKind} email={buyer.email} />}
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem] xl:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <ItemsSheet order={order} />
          <RefundsSheet order={order} />
          <LedgerSheet order={order} />
          <DownloadsSheet order={order} />
          <SeatsSheet order={order} />
          <AttemptsSheet order={order} />
        </div>
        <OrderFacts order={order} />
        <OrderHistory order={order} />
      </div>
    </>
  )
}

/** The buyer, the item and the payment of an order. */
const OrderFacts = ({ order }: { order: StaffOrderDetail }) => (
  <div className="flex min-w-0 flex-col gap-6 xl:row-span-2">
    <Facts title="Order" facts={orderOf(order)}>
      {order.policy && <p className="text-13 text-quiet">Promised at purchase: “{order.policy}”</p>}
    </Facts>
    <Facts title="Payment" facts={paymentOf(order)} />
  </div>
)

/** The emails that were sent, and the actions of staff. */
function OrderHistory({ order }: { order: StaffOrderDetail }) {
  const recall = order.refunds.find(({ recalledRelease }) => recalledRelease !== null)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {order.mails.length > 0 && (
        <Facts
          title="Emails sent"
          facts={order.mails.map(({ kind, sentAt }) => ({ key: sentAt, term: kind, value: minute(sentAt) }))}
        />
      )}
      <Facts
        title="What staff did"
        facts={order.actions.map(({ action, by, at }, index) => ({
          key: String(index),
          term: action,
          value: `${by}, ${day(at)}`,
        }))}
      >
        {recall && (
          <p>
            The{' '}
            <Link to={`/admin/projects/${order.projectId}/recall`} className="link-rule">
              recall of release {recall.recalledRelease}
            </Link>{' '}
            refunded it on <span className="whitespace-nowrap">{day(recall.createdAt)}</span>.
          </p>
        )}
        {!recall && order.actions.length === 0 && <p className="text-quiet">Nothing yet.</p>}
      </Facts>
    </div>
  )
}

const Facts = ({ title, facts, children }: { title: string; facts: Fact[]; children?: ReactNode }) => (
  <Sheet as="section" aria-label={title}>
    <SheetHead title={title} />
    <div className="flex flex-col gap-2 px-4 py-3 sm:px-5">
      {facts.length > 0 && <FactRows facts={facts} />}
      {children}
    </div>
  </Sheet>
)

function orderOf(order: StaffOrderDetail): Fact[] {
  const { buyer, owner, listPrice, discount, coupon, discountBy, completedAt, release } = order
  return [
    { term: 'buyer', value: <Person {...buyer} /> },
    { term: 'owner', value: <Person {...owner} /> },
    {
      term: 'project',
      value: (
        <Link to={`/admin/projects/${order.projectId}`} className="link-rule">
          {order.title}
        </Link>
      ),
    },
    { term: 'what', value: order.kind === 'report' ? 'project report' : 'source code' },
    ...(release === null ? [] : [{ term: 'release', value: release }]),
    { term: 'price', value: inRupees(listPrice) },
    ...(discount > 0
      ? [
          {
            term: coupon ? `coupon ${coupon}` : 'discount',
            value: `−${inRupees(discount)}${discountBy ? `, ${discountBy} bears it` : ''}`,
          },
        ]
      : []),
    { term: 'ordered', value: minute(order.orderDate) },
    ...(completedAt ? [{ term: 'delivered', value: minute(completedAt) }] : []),
    ...documentFacts(order._id, order),
  ]
}

function paymentOf({ payment }: StaffOrderDetail): Fact[] {
  const { gateway, gatewayOrderId, gatewayPaymentId, status, amount, state, begunAt, capturedAt } = payment
  return [
    { term: 'status', value: status },
    { term: 'amount', value: inRupees(amount) },
    { term: 'begun', value: minute(begunAt) },
    ...(capturedAt ? [{ term: 'captured', value: minute(capturedAt) }] : []),
    ...(gatewayOrderId
      ? [{ term: `order at ${gateway}`, value: <span className="break-all">{gatewayOrderId}</span> }]
      : []),
    ...(gatewayPaymentId
      ? [{ term: 'payment', value: <span className="break-all">{gatewayPaymentId}</span> }]
      : []),
    ...(state ? [{ term: 'buyer’s State', value: state }] : []),
  ]
}

const Person = ({ _id, name, email }: StaffOrderRow['buyer']) => (
  <>
    <Link to={`/admin/members/${_id}`} className="link-rule">
      {name}
    </Link>
    {email && (
      <span className="text-quiet block wrap-anywhere">
        <MailText of={email} alone />
      </span>
    )}
  </>
)

/**
 * A button that sends the email with the receipt or the invoice to the buyer again, once for each press. Free orders
 * have neither.
 */
function SendReceipt({ kind, email }: { kind: InvoiceKind | null; email: string }) {
  const { send, pending, failure } = useAction()
  return (
    <FailureBelow failure={failure}>
      <Button
        tone="quiet"
        icon={<Icon name="mail" className="size-4.5" />}
        title={`To ${email}`}
        pending={pending}
        pendingText="Sending..."
        onClick={() => send({ key: randomKey() })}
      >
        Send {kind ? documentNames[kind] : 'Email'} Again
      </Button>
    </FailureBelow>
  )
}
