import { Link } from 'react-router'

import { inRupees, minute } from '#contract/kit/format.ts'
import { type HeldPayment, heldPayments as calls } from '#contract/orders/staff/held-payments.ts'

import { ConfirmButton, formAction, useAction } from '../../shell/form/action-form.tsx'
import { checked, textIn } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { CaseSheet } from '../../shell/staff-case.tsx'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import { type Fact, FactRows } from '../../ui/facts.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import { MailText } from '../../ui/text.tsx'
import { OrderStatus } from '../order-status.tsx'
import type { Route } from './+types/held-payments-page'

export const handle: PageHandle = {
  title: 'Held payments',
  failure: 'Failed to load held payments',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).heldPayments.list({ query: queryIn(calls.list.query, request) })
}

/** Decides one payment. */
export const clientAction = formAction('Failed to decide', async ({ api, form }) => {
  const body = checked(calls.decide.body, form)
  const { needsSecondPerson } = await api.heldPayments.decide({ params: { id: textIn(form, 'id') }, body })
  if (needsSecondPerson) return 'Your decision is recorded. Another member of staff decides the same.'
  return body.action === 'deliver' ? 'The orders are delivered.' : 'The money goes back to the payer.'
})

export default function HeldPaymentsPage({ loaderData: { payments, pagination } }: Route.ComponentProps) {
  return (
    <StaffList
      title="Held payments"
      lead="Money that came or went otherwise than the order asked for. The buyer is not asked to pay again; you decide what becomes of it."
      rows={payments}
      card={heldSheet}
      pagination={pagination}
      empty={{
        title: 'No payment is held',
        text: 'A payment of another amount, and one of which the payment service or a bank gave back a part, come here.',
        show: { label: 'Show All Orders', to: '/admin/orders' },
      }}
    />
  )
}

const heldSheet = (payment: HeldPayment) => <HeldSheet key={payment._id} payment={payment} />

/** A held payment: what happened and what was ordered, the figures, and the decision. */
function HeldSheet({ payment }: SheetProps) {
  const { asked, items, isDelivered } = payment
  return (
    <CaseSheet
      label={`Payment for ${items.map(({ number }) => number).join(', ')}`}
      title={`${inRupees(asked)} asked for`}
      status={
        <Status tone={isDelivered ? 'waiting' : 'stopped'}>
          {isDelivered ? 'Delivered, a part went back' : 'Not delivered'}
        </Status>
      }
      evidence={<FactRows facts={factsOf(payment)} open className="xl:-mt-2 xl:border-t-0" />}
      decision={<Decision payment={payment} />}
    >
      <p className="max-w-(--container-text)">{storyOf(payment)}</p>
      <ul className="border-rule divide-rule divide-y border-y">
        {items.map(({ _id, number, title, kind, amount, status }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5 sm:flex-nowrap"
          >
            <span className="min-w-0">
              <span className="block font-semibold break-words">
                {kind === 'report' ? `${title} (report)` : title}
              </span>
              <span className="text-13 text-quiet">
                <Link to={`/admin/orders/${_id}`} className="link-rule">
                  {number}
                </Link>
                <span>{` · ${inRupees(amount)}`}</span>
              </span>
            </span>
            <OrderStatus status={status} />
          </li>
        ))}
      </ul>
    </CaseSheet>
  )
}

/** The buttons of a decision, each with a question that says what follows, after what is to be known before. */
function Decision({ payment }: SheetProps) {
  const { _id, asked, received, returned, taken, isDelivered, allowed } = payment
  const decision = useAction()
  const left = received - returned - taken
  const mayDeliver = allowed.includes('deliver')
  return (
    <div className="flex max-w-(--container-text) flex-col gap-4">
      {!mayDeliver && (
        <Callout tone="waiting">
          The marketplace would bear the difference, so a super admin decides that.
        </Callout>
      )}
      {payment.returnBegunBy ? (
        <Callout tone="waiting" title={`${payment.returnBegunBy} decided to take the orders back`}>
          {payment.needsSecondPerson
            ? 'Another member of staff decides the same; nothing goes back before that.'
            : 'Take them back too, and the money goes back.'}
        </Callout>
      ) : (
        payment.needsSecondPerson && (
          <Callout tone="waiting">
            The refund days of these sales are over, or the shares were paid out: to take them back takes two
            members of staff, or a super admin.
          </Callout>
        )
      )}
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          submit={{ id: _id, action: 'deliver' }}
          by={decision}
          question={isDelivered ? 'Leave the orders delivered?' : 'Deliver the orders?'}
          confirm={isDelivered ? 'Leave Delivered' : 'Deliver'}
          disabled={!mayDeliver}
        >
          {left < asked
            ? `Owner and referrer ${isDelivered ? 'keep' : 'get'} their shares; the marketplace bears the missing ${inRupees(asked - left)}.`
            : left > asked
              ? `The buyer gets what was ordered, and the marketplace keeps the ${inRupees(left - asked)} above the price.`
              : 'The buyer gets what was ordered.'}
        </ConfirmButton>
        <ConfirmButton
          submit={{ id: _id, action: 'return' }}
          by={decision}
          question={isDelivered ? 'Take the orders back?' : 'Return the money?'}
          confirm={isDelivered ? 'Take Back' : 'Return'}
          danger
          disabled={!allowed.includes('return')}
        >
          {isDelivered
            ? 'The downloads end, owner and referrer give back their shares, and what is left of the price goes back the way it was paid.'
            : `${inRupees(left)} goes back the way it was paid, and the orders are cancelled. The buyer gets an email.`}
        </ConfirmButton>
        <Failure className="basis-full">{decision.failure}</Failure>
      </div>
    </div>
  )
}

interface SheetProps {
  payment: HeldPayment
}

/** Tells what happened, with the figures. */
function storyOf({ asked, received, returned, taken, isDelivered }: HeldPayment): string {
  const came =
    received === asked
      ? `${inRupees(received)} came, as was asked for`
      : `${inRupees(received)} came, ${inRupees(Math.abs(asked - received))} ${received < asked ? 'less' : 'more'} than was asked for`
  const sentences = [
    came,
    returned > 0 && `${inRupees(returned)} of it was returned on the pages of the payment service`,
    taken > 0 && `The buyer’s bank took ${inRupees(taken)} of it back in a dispute`,
    returned + taken > 0 &&
      (isDelivered ? 'What is not refunded is still delivered' : 'That was before anything was delivered'),
  ]
  return `${sentences.filter(Boolean).join('. ')}.`
}

function factsOf(payment: HeldPayment): Fact[] {
  const { buyer, gatewayOrder } = payment
  return [
    { term: 'asked for', value: inRupees(payment.asked) },
    { term: 'captured', value: inRupees(payment.received) },
    { term: 'returned there', value: inRupees(payment.returned) },
    ...(payment.taken > 0 ? [{ term: 'taken by the bank', value: inRupees(payment.taken) }] : []),
    ...(gatewayOrder
      ? [
          {
            term: `${payment.gateway} says`,
            value: `${inRupees(gatewayOrder.paid)} paid, ${inRupees(gatewayOrder.due)} due`,
          },
        ]
      : []),
    { term: 'since', value: minute(payment.heldSince) },
    {
      term: 'buyer',
      value: (
        <Link to={`/admin/members/${buyer._id}`} className="link-rule">
          {buyer.name}
        </Link>
      ),
    },
    { term: 'email', value: buyer.email ? <MailText of={buyer.email} /> : 'account deleted' },
    { term: 'payment there', value: payment.gatewayPaymentId },
    ...(payment.gatewayOrderId ? [{ term: 'order there', value: payment.gatewayOrderId }] : []),
  ]
}
