import { clsx } from 'clsx'
import { type FetcherWithComponents, Link, useFetcher, useRevalidator } from 'react-router'

import { day, inRupees, isoDay } from '#contract/format.ts'
import { type PayoutStatus, payoutStatuses, type StaffPayout } from '#contract/money/payouts.ts'

import { unlessUnanswered, useForm } from '../../shell/form/use-form.ts'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { SaveButton } from '../../shell/save-button.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Field } from '../../ui/field.tsx'
import { intoView } from '../../ui/focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { Checkbox, TextArea } from '../../ui/inputs.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { payoutWords } from '../payout-list.tsx'
import type { Route } from './+types/payouts-page'
import { changePayouts, type PayoutAnswer, Results } from './payout-forms.tsx'

export const handle: PageHandle = {
  title: 'Payouts',
  failure: 'Failed to load payouts',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  const status = payoutStatuses.find((known) => known === searchParams.get('status')) ?? 'requested'
  const page = searchParams.get('page') ?? '1'
  return { status, ...(await api.payouts.cases({ query: { status, page, limit: 50 } })) }
}

export async function clientAction({ context, request }: Route.ClientActionArgs): Promise<PayoutAnswer> {
  return changePayouts(context.get(apiContext), await request.formData())
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

/** How approved payouts reach the bank, and what it says about them comes back: that stays when the last of them is paid. */
function BankSheets({ hasApproved }: { hasApproved: boolean }) {
  const paying = useFetcher<PayoutAnswer>()
  if (hasApproved) return <Sheets paying={paying} />
  return paying.data?.results && <Results results={paying.data.results} />
}

const Sheets = ({ paying }: { paying: FetcherWithComponents<PayoutAnswer | undefined> }) => (
  <div className="mb-6 grid items-start gap-6 xl:grid-cols-2">
    <Sheet as="section" aria-label="File for the bank">
      <SheetHead title="1. File for the bank" />
      <div className="flex flex-col gap-4 p-4 sm:p-5">
        <p>
          The approved payouts as CSV, with each account in full. A payout is in one file only; download all
          again only when a file was lost.
        </p>
        <div className="flex flex-wrap gap-2">
          <ExportButton which="new">Download New Ones</ExportButton>
          <ExportButton which="all">Download All Again</ExportButton>
        </div>
      </div>
    </Sheet>
    <Sheet as="section" aria-label="Mark as paid">
      <SheetHead title="2. Mark as paid" />
      <PaidForm paying={paying} />
    </Sheet>
  </div>
)

function ExportButton({ which, children }: { which: 'new' | 'all'; children: string }) {
  const { revalidate } = useRevalidator()
  return (
    <SaveButton
      file={(api) => api.payouts.export({ body: { which } })}
      name={() => `readymade-payouts-${isoDay(new Date())}.csv`}
      failure="Failed to make the file"
      onSaved={revalidate}
      tone={which === 'new' ? 'primary' : 'quiet'}
      icon={<Icon name="download" />}
      pendingText="One moment..."
    >
      {children}
    </SaveButton>
  )
}

function PaidForm({ paying }: { paying: FetcherWithComponents<PayoutAnswer | undefined> }) {
  const { ref, message, field } = useForm(constraints, paying.data)
  const results = paying.data?.results
  return (
    <paying.Form ref={ref} method="post" className="flex flex-col gap-4 p-4 sm:p-5" noValidate>
      {results && <Results results={results} />}
      {message && <Callout tone="stopped" {...message} />}
      <Field
        label="Payouts and references"
        hint="The payout’s number and the bank’s reference, one payout on each line"
        {...field('list')}
      >
        <TextArea rows={3} className="font-mono" placeholder="P-000123, HDFCN52024112212345" />
      </Field>
      <Button
        type="submit"
        name="action"
        value="pay"
        tone="quiet"
        className="self-start"
        pending={paying.state !== 'idle'}
        pendingText="One moment..."
      >
        Mark as Paid
      </Button>
    </paying.Form>
  )
}

const constraints = { list: { required: true } } as const
