import { day } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import type { DisputeCase } from '#contract/orders/disputes.ts'

import type { PageHandle } from '../../page-handle.ts'
import { SaveButton } from '../../saving/save-button.tsx'
import { type Fact, FactRows } from '../../ui/data/fact-rows.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { Sheet, SheetHead } from '../../ui/layout/sheet.tsx'
import { PageNotLoaded } from '../page-not-loaded.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/admin-dispute-page'
import { DisputedOrderSheet } from './disputed-order.tsx'
import { disputeTones, disputeWords, isWanted } from './status-words.ts'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Dispute | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  return api.disputes.case({ params: { id: params.id } })
}
clientLoader.hydrate = true as const

export default function AdminDisputePage({ loaderData: { dispute } }: Route.ComponentProps) {
  const { amount, status, orders, respondBy } = dispute
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-28">{inRupees(amount)} disputed</h1>
        <Status tone={disputeTones[status]}>{disputeWords[status]}</Status>
        <span className="text-13 text-quiet font-mono">{dispute.gatewayId}</span>
      </div>
      {isWanted(dispute) && (
        <Callout
          tone="waiting"
          className="mb-6"
          title={respondBy ? `Send the evidence by ${day(respondBy)}` : 'Send the evidence soon'}
          action={<SaveEvidence dispute={dispute} tone="primary" />}
        >
          Save it here and upload it in the gateway’s dashboard. Without an answer the bank keeps the money.
        </Callout>
      )}
      {dispute.settledAt && <Callout className="mb-6">{endWords(dispute)}</Callout>}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {orders.map((order) => (
            <DisputedOrderSheet key={order.orderId} order={order} />
          ))}
          {orders.length === 0 && (
            <Sheet className="text-quiet p-4 sm:p-5">
              No order of ours was delivered for this payment, so nothing is frozen.
            </Sheet>
          )}
        </div>
        <Sheet as="section" aria-label="Payment">
          <SheetHead title="Payment" />
          <div className="flex flex-col gap-4 p-4 sm:p-5">
            <FactRows facts={factsOf(dispute)} />
            {dispute.accepted && (
              <p className="text-13 text-quiet">Agreed to when paying: “{dispute.accepted.terms}”</p>
            )}
            {!isWanted(dispute) && <SaveEvidence dispute={dispute} tone="quiet" />}
          </div>
        </Sheet>
      </div>
    </>
  )
}

const SaveEvidence = ({ dispute, tone }: { dispute: DisputeCase; tone: 'primary' | 'quiet' }) => (
  <SaveButton
    file={async () => (await requireStaff()).disputes.evidence({ params: { id: dispute._id } })}
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

const endWords = ({ deducted, settledAt }: DisputeCase) =>
  deducted > 0
    ? `The bank took ${inRupees(deducted)} on ${day(settledAt!)}. We sent nothing ourselves.`
    : `It was over on ${day(settledAt!)}, and the money stays with us. What was frozen is free again.`

export const ErrorBoundary = () => (
  <PageNotLoaded what="dispute" to="/admin/disputes" label="Back to Disputes" />
)
