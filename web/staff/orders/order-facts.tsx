import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { day, minute } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { StaffOrderDetail, StaffOrderRow } from '#contract/staff/orders.ts'

import { type Fact, FactRows } from '../../ui/data/fact-rows.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { MailText } from '../../ui/text/mail-text.tsx'
import { documentFacts } from './document-facts.tsx'

/** Who bought what, and how it was paid. */
export const OrderFacts = ({ order }: { order: StaffOrderDetail }) => (
  <div className="flex min-w-0 flex-col gap-6 xl:row-span-2">
    <Facts title="Order" facts={orderOf(order)}>
      {order.policy && <p className="text-13 text-quiet">Promised at purchase: “{order.policy}”</p>}
    </Facts>
    <Facts title="Payment" facts={paymentOf(order)} />
  </div>
)

/** What was sent, and what staff did. */
export function OrderHistory({ order }: { order: StaffOrderDetail }) {
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
