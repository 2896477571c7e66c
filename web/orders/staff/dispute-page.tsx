import { Link } from 'react-router'

import { counted, day, inRupees } from '#contract/kit/format.ts'
import type { DisputeCase, DisputedOrder } from '#contract/orders/staff/disputes.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { SaveButton } from '../../shell/save-button.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { CasePage } from '../../shell/staff-case.tsx'
import { type Fact, FactRows } from '../../ui/facts.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import { AsBought } from '../as-bought.tsx'
import { documentFacts } from '../document-button.tsx'
import { HelpEvidence } from '../help/help-evidence.tsx'
import type { Route } from './+types/dispute-page'
import { disputeStatusTones, disputeStatusLabels, needsEvidence } from './dispute-status.ts'

export const handle: PageHandle = {
  title: 'Dispute',
  steps: [{ label: 'Disputes', to: '/admin/disputes' }, { label: 'Dispute' }],
  failure: {
    title: 'Failed to load dispute',
    missing: 'Dispute not found',
    to: '/admin/disputes',
    label: 'Back to Disputes',
  },
}

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  return api.disputes.case({ params: { id: params.id } })
}

export default function AdminDisputePage({ loaderData: { dispute } }: Route.ComponentProps) {
  const { amount, status, orders, respondBy } = dispute
  return (
    <CasePage
      number={dispute.gatewayId}
      title={`${inRupees(amount)} disputed`}
      status={<Status tone={disputeStatusTones[status]}>{disputeStatusLabels[status]}</Status>}
      evidence={
        <Sheet as="section" aria-label="Payment">
          <SheetHead title="Payment" />
          <div className="flex flex-col gap-4 p-4 sm:p-5">
            <FactRows facts={factsOf(dispute)} />
            {dispute.accepted && (
              <p className="text-13 text-quiet">Agreed to when paying: “{dispute.accepted.terms}”</p>
            )}
            {!needsEvidence(dispute) && <SaveEvidence dispute={dispute} tone="quiet" />}
          </div>
        </Sheet>
      }
    >
      {needsEvidence(dispute) && (
        <Callout
          tone="waiting"
          title={respondBy ? `Send the evidence by ${day(respondBy)}` : 'Send the evidence soon'}
          action={<SaveEvidence dispute={dispute} tone="primary" />}
        >
          Save it here and upload it in the gateway’s dashboard. Without an answer the bank keeps the money.
        </Callout>
      )}
      {dispute.settledAt && <Callout>{outcomeText(dispute)}</Callout>}
      {orders.map((order) => (
        <DisputedOrderSheet key={order.orderId} order={order} />
      ))}
      {orders.length === 0 && (
        <Sheet className="text-quiet" padded>
          No order of ours was delivered for this payment, so nothing is frozen.
        </Sheet>
      )}
    </CasePage>
  )
}

const SaveEvidence = ({ dispute, tone }: { dispute: DisputeCase; tone: 'primary' | 'quiet' }) => (
  <SaveButton
    file={(api) => api.disputes.evidence({ params: { id: dispute._id } })}
    name={`evidence-${dispute.gatewayId}.txt`}
    failure="Failed to save the evidence"
    tone={tone}
    pendingText="Saving..."
  >
    Save the Evidence
  </SaveButton>
)

function factsOf(dispute: DisputeCase): Fact[] {
  const { buyer, payment, accepted, mails, reason } = dispute
  return [
    { term: 'bank says', value: reason || 'no reason' },
    { term: 'opened', value: day(dispute.openedAt) },
    { term: 'payment', value: dispute.gatewayPaymentId },
    ...(payment
      ? [
          { term: 'paid', value: `${inRupees(payment.amount)}, ${day(payment.capturedAt)}` },
          { term: 'State', value: payment.state || 'none' },
        ]
      : []),
    ...(buyer
      ? [
          { term: 'buyer', value: buyer.name },
          { term: 'email', value: buyer.email || 'account deleted' },
          { term: 'member since', value: day(buyer.since) },
        ]
      : []),
    ...(accepted
      ? [
          { term: 'terms accepted', value: day(accepted.at) },
          { term: 'from address', value: accepted.address ?? 'erased' },
        ]
      : []),
    ...mails.map(({ kind, sentAt }, index) => ({
      key: `mail ${index}`,
      term: `${kind} sent`,
      value: day(sentAt),
    })),
  ]
}

const outcomeText = ({ deducted, settledAt, orders }: DisputeCase) =>
  deducted > 0
    ? `The bank took ${inRupees(deducted)}, and the dispute was over on ${day(settledAt!)}. We return as much less of this payment.${
        orders.some(({ outcome }) => outcome === 'frozen')
          ? ' What was earned by the orders below stays frozen until another dispute is over, or somebody decides under Held payments.'
          : ''
      }`
    : `It was over on ${day(settledAt!)}, and the money stays with us. What was frozen is free again.`

/** An order of a disputed payment with its evidence. */
function DisputedOrderSheet({ order }: { order: DisputedOrder }) {
  const { outcome, asBought } = order
  return (
    <Sheet as="section" aria-label={`Order ${order.number}`}>
      <SheetHead title={order.title}>
        {outcome && <Status tone={outcomeTones[outcome]}>{outcomeLabels[outcome]}</Status>}
      </SheetHead>
      <div className="flex flex-col gap-5 p-4 sm:p-5">
        <FactRows facts={orderFactsOf(order)} />
        {order.help.length > 0 && (
          <div className="border-rule border-t">
            <HelpEvidence threads={order.help} />
          </div>
        )}
        <div>
          <h3 className="text-16 mb-1 font-semibold">As it was when it was bought</h3>
          <AsBought bought={asBought} kind={order.kind} />
        </div>
      </div>
    </Sheet>
  )
}

function orderFactsOf(order: DisputedOrder): Fact[] {
  const { downloads, reportDownloads, seatDownloads, listing, completedAt } = order
  return [
    {
      term: 'order',
      value: (
        <span>
          <Link to={`/admin/orders/${order.orderId}`} className="link-rule">
            {order.number}
          </Link>
          <span>{`, ${inRupees(order.amount)}`}</span>
        </span>
      ),
    },
    { term: 'what', value: order.kind === 'report' ? 'project report' : 'source code' },
    { term: 'ordered', value: day(order.orderedAt) },
    ...(completedAt ? [{ term: 'delivered', value: day(completedAt) }] : []),
    ...(listing.release === null
      ? []
      : [{ term: 'bought', value: `release ${listing.release}, ${counted(listing.files ?? 0, 'file')}` }]),
    ...downloads.map(({ release, times, firstAt }) => ({
      term: `downloaded release ${release}`,
      value: `${counted(times, 'time')}, first ${day(firstAt)}`,
    })),
    ...(reportDownloads
      ? [
          {
            term: 'downloaded report',
            value: `${counted(reportDownloads.times, 'time')}, first ${day(reportDownloads.firstAt)}`,
          },
        ]
      : []),
    ...(seatDownloads
      ? [
          {
            term: 'downloaded by seats',
            value: `${counted(seatDownloads.times, 'time')}, first ${day(seatDownloads.firstAt)}`,
          },
        ]
      : []),
    ...(downloads.length === 0 && !reportDownloads && !seatDownloads
      ? [{ term: 'downloads', value: 'none' }]
      : []),
    ...(order.ran === null ? [] : [{ term: 'did it run', value: order.ran ? 'yes' : 'no' }]),
    ...(order.rating === null ? [] : [{ term: 'buyer’s rating', value: `${order.rating} of 5` }]),
    { term: 'refund asked', value: order.refundAskedAt ? day(order.refundAskedAt) : 'never' },
    ...documentFacts(order.orderId, order),
  ]
}

const outcomeLabels = { frozen: 'Credit frozen', released: 'Credit free', refunded: 'Taken back' }
const outcomeTones = { frozen: 'waiting', released: 'verified', refunded: 'stopped' } as const
