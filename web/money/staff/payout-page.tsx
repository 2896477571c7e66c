import { Fragment, useState } from 'react'
import { useRevalidator } from 'react-router'

import type { Reply } from '#contract/kit/endpoint.ts'
import { day, inRupees, signedRupees } from '#contract/kit/format.ts'
import type { Movement, PayoutCase, payouts } from '#contract/money/payouts.ts'

import { useAttempt } from '../../shell/form/use-attempt.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext, problemOf } from '../../shell/session/api.ts'
import { useApi } from '../../shell/session/member-api.ts'
import { CasePage } from '../../shell/staff-case.tsx'
import { Button, TextLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { type Fact, FactRows } from '../../ui/facts.tsx'
import { FailureBelow } from '../../ui/failure.tsx'
import { usePreservedFocus } from '../../ui/focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Statement, Statements } from '../../ui/statements.tsx'
import { Callout, Status } from '../../ui/status.tsx'
import { payoutStatusTones, payoutStatusLabels } from '../payout-list.tsx'
import type { Route } from './+types/payout-page'
import { payoutFormActions, PayoutForms } from './payout-forms.tsx'

export const handle: PageHandle = {
  title: 'Payout',
  steps: [{ label: 'Payouts', to: '/admin/payouts' }, { label: 'Payout' }],
  failure: {
    title: 'Failed to load payout',
    missing: 'Payout not found',
    to: '/admin/payouts',
    label: 'Back to Payouts',
  },
}

export async function clientLoader({ context, params }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  return api.payouts.case({ params: { id: params.id } })
}

export const clientAction = payoutFormActions

export default function AdminPayoutPage({ loaderData: { payout } }: Route.ComponentProps) {
  const { amount, status, member, allowed, movements } = payout
  return (
    <>
      <CasePage
        number={payout.number}
        title={`${inRupees(amount)} to ${member.name}`}
        status={<Status tone={payoutStatusTones[status]}>{payoutStatusLabels[status]}</Status>}
        evidence={
          <Sheet as="section" aria-label="Payout">
            <SheetHead title="Payout" />
            <div className="flex flex-col gap-4 p-4 sm:p-5">
              <DestinationRow key={payout.destination} payout={payout} />
              <FactRows facts={factsOf(payout)} className="border-rule border-t" />
              {payout.note && (
                <Statements>
                  <Statement by="Told the member" text={payout.note} />
                </Statements>
              )}
            </div>
          </Sheet>
        }
        decision={
          <>
            {allowed.length > 0 && <PayoutForms payout={payout} />}
            <Sheet as="section" aria-label="What staff did">
              <SheetHead title="What staff did" />
              <div className="p-4 sm:p-5">
                {payout.actions.length === 0 && <p className="text-quiet">Nothing yet.</p>}
                <FactRows
                  facts={payout.actions.map(({ action, by, at }, index) => ({
                    key: String(index),
                    term: action,
                    value: `${by}, ${day(at)}`,
                  }))}
                />
              </div>
            </Sheet>
          </>
        }
      >
        {allowed.length > 0 && payout.balance.payable < 0 && (
          <Callout tone="waiting" title={`This member owes ${inRupees(-payout.balance.payable)}`}>
            After this payout their balance stays below zero: refunds and disputes took more than they had
            left.
          </Callout>
        )}
        {allowed.length > 0 && payout.sameDestination.length > 0 && (
          <Callout tone="waiting" title="Other members named this account too">
            {payout.sameDestination.map(({ id, name }, index) => (
              <Fragment key={id}>
                {index > 0 && <span>, </span>}
                <TextLink to={`/admin/members/${id}`}>{name}</TextLink>
              </Fragment>
            ))}
            <span>. Between them no commission is earned from now on; look at what was earned before.</span>
          </Callout>
        )}
      </CasePage>
      <Sheet as="section" aria-label="Where the money comes from" className="mt-6 overflow-hidden">
        <SheetHead title="Where the money comes from" />
        <DataTable
          folds="narrow"
          className="max-h-none!"
          caption="The newest movements of the member’s money"
          columns={columns}
          rows={movements.map((movement, index) => ({ ...movement, index }))}
          rowKey={({ index }) => String(index)}
          empty={
            <EmptyState as="h3" title="Nothing was earned">
              The ledger has nothing of this member.
            </EmptyState>
          }
        />
      </Sheet>
    </>
  )
}

function factsOf(payout: PayoutCase): Fact[] {
  const { member, balance, requestedAt, approvedAt, approvedBy } = payout
  const { exportedAt, endedAt, reference, status } = payout
  const isUnpaid = ['returned', 'declined', 'cancelled'].includes(status)
  return [
    { term: 'member', value: member.isClosed ? 'account closed' : member.email },
    { term: 'asked', value: day(requestedAt) },
    ...(approvedAt
      ? [{ term: 'approved', value: approvedBy ? `${day(approvedAt)} by ${approvedBy}` : day(approvedAt) }]
      : []),
    ...(exportedAt ? [{ term: 'in a file for the bank', value: filesText(payout) || day(exportedAt) }] : []),
    ...(endedAt ? [{ term: payoutStatusLabels[status].toLowerCase(), value: day(endedAt) }] : []),
    ...(reference ? [{ term: 'reference', value: reference }] : []),
    { term: isUnpaid ? 'can be asked for now' : 'left after this payout', value: inRupees(balance.payable) },
    { term: 'still refundable', value: inRupees(balance.held) },
    ...(balance.frozen > 0 ? [{ term: 'frozen by disputes', value: inRupees(balance.frozen) }] : []),
    { term: 'paid out so far', value: inRupees(balance.paid) },
  ]
}

/** The files that contain a payout, such as 'B-000012 on 3 May, again in B-000014 on 5 May'. */
const filesText = ({ files }: PayoutCase) =>
  files
    .map(({ number, madeAt, isAgain }) => `${isAgain ? 'again in ' : ''}${number} on ${day(madeAt)}`)
    .join(', ')

const columns: Column<Movement & { index: number }>[] = [
  { key: 'day', head: 'Day', className: 'whitespace-nowrap', cell: ({ happenedAt }) => day(happenedAt) },
  { key: 'what', head: 'What', className: 'whitespace-nowrap', cell: ({ kind }) => movementLabels[kind] },
  {
    key: 'title',
    head: 'For',
    className: 'min-w-40',
    cell: ({ title, number }) => (
      <>
        {title && <span className="block">{title}</span>}
        <span className="text-13 text-quiet unfolded:whitespace-nowrap">{number}</span>
      </>
    ),
  },
  { key: 'amount', head: 'Amount', figures: true, cell: ({ amount }) => signedRupees(amount) },
]

const movementLabels: Record<Movement['kind'], string> = {
  sale: 'Sale',
  commission: 'Commission',
  refund: 'Sale refunded',
  commission_refund: 'Commission taken back',
  disputed: 'Frozen, payment disputed',
  dispute_ended: 'Free again, dispute over',
  payout: 'Payout',
  payout_returned: 'Payout back on the balance',
  debt_repaid: 'Paid back to us',
}

/** The destination of a payout, masked. A button reveals it in full; the server records each reveal. */
function DestinationRow({ payout }: { payout: PayoutCase }) {
  const [shown, setShown] = useState<Reply<typeof payouts.destination>['destination']>()
  const { busy, failure, attempt } = useAttempt()
  const { revalidate } = useRevalidator()
  const place = usePreservedFocus(shown)
  const api = useApi()
  if (!payout.destination) return <p className="text-quiet">The account details are erased.</p>
  const reveal = async () => {
    const { payouts } = await api()
    setShown((await payouts.destination({ params: { id: payout._id } })).destination)
    await revalidate()
  }
  if (shown)
    return (
      <div ref={place} tabIndex={-1}>
        <FactRows
          facts={[
            { term: 'holder', value: shown.holder },
            { term: payout.method === 'upi' ? 'UPI ID' : 'account', value: shown.account },
            ...(shown.ifsc ? [{ term: 'IFSC', value: shown.ifsc }] : []),
          ]}
        />
      </div>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        {payout.method === 'upi' ? 'UPI' : 'Bank'} {payout.destination}
      </p>
      <FailureBelow failure={failure}>
        <Button
          tone="quiet"
          size="small"
          icon={<Icon name="eye" className="size-4" />}
          pending={busy}
          pendingText="One moment..."
          onClick={() => void attempt(reveal, messageOf)}
        >
          Show in Full
        </Button>
      </FailureBelow>
      <p className="text-13 text-quiet w-full">Each look is written down with your name.</p>
    </div>
  )
}

const messageOf = (thrown: unknown) => problemOf(thrown, 'Failed to load the account').message
