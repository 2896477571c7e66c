import { day, inRupees } from '#contract/kit/format.ts'
import type { OwnPayout, PayoutStatus } from '#contract/money/payouts.ts'

import { ActionButton } from '../shell/form/action-form.tsx'
import { SaveButton } from '../shell/save-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../ui/sheet.tsx'
import { Status, type StatusTone } from '../ui/status.tsx'

/** The member's payouts with their status, and the button that saves the statement. */
export const PayoutList = ({ payouts, hasEarned }: { payouts: readonly OwnPayout[]; hasEarned: boolean }) => (
  <Sheet as="section" aria-label="Your payouts">
    <SheetHead title="Your payouts" actions={<StatementButton />} />
    {payouts.length === 0 ? (
      <EmptyState as="h3" title="No payouts yet">
        {hasEarned
          ? 'Each payout that you ask for is listed here, with what became of it.'
          : 'When you have earned something you can ask for it here.'}
      </EmptyState>
    ) : (
      <ul className="divide-rule divide-y px-4 sm:px-5">
        {payouts.map((payout) => (
          <PayoutRow key={payout._id} payout={payout} />
        ))}
      </ul>
    )}
  </Sheet>
)

function PayoutRow({ payout }: { payout: OwnPayout }) {
  const { number, amount, status, method, destination, requestedAt, endedAt, note, reference } = payout
  return (
    <li className="flex flex-col gap-3 py-4" aria-label={`Payout ${number}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold tabular-nums">{inRupees(amount)}</p>
          <p className="text-13 text-quiet break-words">{`${number} to ${method === 'upi' ? 'UPI' : 'account'} ${destination}`}</p>
          <p className="text-13 text-quiet">
            Asked <time dateTime={requestedAt}>{day(requestedAt)}</time>
            {endedAt && <span>{`, ${payoutStatusLabels[status].toLowerCase()} ${day(endedAt)}`}</span>}
          </p>
        </div>
        <div className="flex items-center gap-4">
          <Status tone={payoutStatusTones[status]}>{payoutStatusLabels[status]}</Status>
          {payout.allowed.includes('cancel') && <CancelButton payout={payout} />}
        </div>
      </div>
      {reference && <p className="text-13 break-words">{`Bank reference ${reference}`}</p>}
      {note && (
        <p className="border-rule max-w-(--container-text) border-l-2 pl-4 break-words whitespace-pre-line">
          <span className="text-13 text-quiet block">Our staff</span>
          {note}
        </p>
      )}
    </li>
  )
}

const CancelButton = ({ payout: { _id, number } }: { payout: OwnPayout }) => (
  <ActionButton
    submit={{ intent: 'cancel', id: _id }}
    tone="quiet"
    size="small"
    aria-label={`Cancel the request of payout ${number}`}
    pendingText="One moment..."
  >
    Cancel Request
  </ActionButton>
)

const StatementButton = () => (
  <SaveButton
    file={(api) => api.payouts.statement()}
    name="readymade-statement.csv"
    failure="Failed to load the statement"
    size="small"
    icon={<Icon name="download" className="size-4" />}
    pendingText="One moment..."
  >
    Download CSV
  </SaveButton>
)

export const payoutStatusTones: Record<PayoutStatus, StatusTone> = {
  requested: 'waiting',
  approved: 'waiting',
  on_hold: 'stopped',
  paid: 'verified',
  returned: 'stopped',
  declined: 'stopped',
  cancelled: 'neutral',
}

export const payoutStatusLabels: Record<PayoutStatus, string> = {
  requested: 'Requested',
  approved: 'Approved',
  on_hold: 'On hold',
  paid: 'Paid',
  returned: 'Returned by the bank',
  declined: 'Declined',
  cancelled: 'Cancelled',
}
