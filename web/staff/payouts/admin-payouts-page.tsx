import { clsx } from 'clsx'
import { Link, useFetcher } from 'react-router'

import { day } from '#contract/kit/day.ts'
import { inRupees } from '#contract/kit/rupees.ts'
import { payoutStatuses, type PayoutStatus, type StaffPayout } from '#contract/orders/payouts.ts'

import { unlessUnanswered } from '../../forms/unanswered.ts'
import type { PageHandle } from '../../page-handle.ts'
import { payoutWords } from '../../payouts/status-words.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { reload } from '../../ui/connection/reload.ts'
import { type Column, DataTable } from '../../ui/data/data-table.tsx'
import { Pagination } from '../../ui/data/pagination.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { intoView } from '../../ui/layout/into-view.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { requireStaff } from '../session.ts'
import type { Route } from './+types/admin-payouts-page'
import { BankSheets } from './bank-sheets.tsx'
import { changePayouts, type PayoutAnswer } from './payout-changes.ts'
import { Results } from './results.tsx'

export const handle = { isPublic: false } satisfies PageHandle

export const meta: Route.MetaFunction = () => [
  { title: 'Payouts | Readymade staff' },
  { name: 'robots', content: 'noindex' },
]

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const api = await requireStaff()
  const { searchParams } = new URL(request.url)
  const status = payoutStatuses.find((known) => known === searchParams.get('status')) ?? 'requested'
  const page = searchParams.get('page') ?? '1'
  return { status, ...(await api.payouts.cases({ query: { status, page, limit: 50 } })) }
}
clientLoader.hydrate = true as const

export async function clientAction({ request }: Route.ClientActionArgs): Promise<PayoutAnswer> {
  return changePayouts(await requireStaff(), await request.formData())
}

export const shouldRevalidate = unlessUnanswered

export default function AdminPayoutsPage({
  loaderData: { payouts, status, counts, pagination },
}: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-28 mb-4">Payouts</h1>
      <nav aria-label="Payouts by state" className="scroll-strip border-rule mb-6 flex gap-6 border-b">
        {counts.map((of) => (
          <Link
            key={of.status}
            to={`/admin/payouts?status=${of.status}`}
            ref={of.status === status ? intoView : undefined}
            aria-current={of.status === status ? 'page' : undefined}
            className={clsx(
              'flex min-h-11 items-center gap-2 border-b-2 font-semibold whitespace-nowrap',
              of.status === status ? 'border-ink' : 'text-quiet hover:text-ink border-transparent',
            )}
          >
            {payoutWords[of.status]}
            <span className="count">{of.payouts}</span>
          </Link>
        ))}
      </nav>
      {status === 'approved' && <BankSheets hasApproved={payouts.length > 0} />}
      <PayoutTable key={status} payouts={payouts} status={status} />
      <Pagination {...pagination} className="mt-6" />
    </>
  )
}

function PayoutTable({ payouts, status }: { payouts: readonly StaffPayout[]; status: PayoutStatus }) {
  const fetcher = useFetcher<PayoutAnswer>()
  const isBulk = status === 'requested' && payouts.length > 0
  const { results, message } = fetcher.data ?? {}
  const shown = ['requested', 'on_hold'].includes(status)
    ? columns.filter(({ key }) => key !== 'last')
    : columns
  return (
    <fetcher.Form method="post">
      {results && <Results results={results} />}
      {message && (
        <Callout tone="stopped" className="mb-4" shown>
          {message}
        </Callout>
      )}
      <Sheet className="overflow-hidden">
        <DataTable
          folds="59rem"
          caption={`Payouts: ${payoutWords[status]}`}
          columns={isBulk ? [tick, ...shown] : shown}
          rows={payouts}
          rowKey={({ _id }) => _id}
          empty={<Nothing status={status} />}
        />
      </Sheet>
      {isBulk && (
        <Button
          type="submit"
          name="action"
          value="approve"
          className="mt-4"
          pending={fetcher.state !== 'idle'}
          pendingText="Approving..."
        >
          Approve Selected
        </Button>
      )}
    </fetcher.Form>
  )
}

const tick: Column<StaffPayout> = {
  key: 'tick',
  head: <span className="sr-only">Choose</span>,
  className: 'w-12',
  cell: ({ _id, number }) => <Checkbox name="id" value={_id} label={`Select ${number}`} hideLabel />,
}

const columns: Column<StaffPayout>[] = [
  {
    key: 'number',
    head: 'Payout',
    className: 'whitespace-nowrap',
    cell: ({ _id, number }) => (
      <Link to={`/admin/payouts/${_id}`} className="link-rule font-mono">
        {number}
      </Link>
    ),
  },
  {
    key: 'member',
    head: 'Member',
    whole: true,
    className: 'min-w-48',
    cell: ({ member }) => (
      <>
        <span className="font-semibold">{member.name}</span>
        <span className="text-13 text-quiet block font-mono">
          {member.isClosed ? 'account closed' : member.email}
        </span>
      </>
    ),
  },
  { key: 'amount', head: 'Amount', figures: true, cell: ({ amount }) => inRupees(amount) },
  {
    key: 'to',
    head: 'To',
    className: 'font-mono text-13 whitespace-nowrap',
    cell: ({ method, destination }) => `${method === 'upi' ? 'UPI' : 'Bank'} ${destination}`,
  },
  { key: 'asked', head: 'Asked', figures: true, cell: ({ requestedAt }) => day(requestedAt) },
  {
    key: 'last',
    head: 'Last step',
    figures: true,
    cell: ({ status, endedAt, exportedAt, approvedAt }) =>
      endedAt
        ? `${payoutWords[status].toLowerCase()} ${day(endedAt)}`
        : exportedAt
          ? `in a file ${day(exportedAt)}`
          : approvedAt
            ? `approved ${day(approvedAt)}`
            : '',
  },
]

const Nothing = ({ status }: { status: PayoutStatus }) =>
  status === 'requested' ? (
    <EmptyState
      title="Nothing is waiting"
      action={
        <ButtonLink to="/admin/payouts?status=approved" tone="quiet">
          Show Approved Payouts
        </ButtonLink>
      }
    >
      Every payout that was asked for has been looked at.
    </EmptyState>
  ) : (
    <EmptyState
      title="No payouts here"
      action={
        <ButtonLink to="/admin/payouts" tone="quiet">
          Show Requested Payouts
        </ButtonLink>
      }
    >
      Payouts with the status “{payoutWords[status]}” are listed here.
    </EmptyState>
  )

export function ErrorBoundary() {
  return <ErrorState as="h1" title="Failed to load payouts" onRetry={reload} />
}
