import { Link, useRevalidator, useSearchParams } from 'react-router'

import { counted, day, inRupees, isoDay } from '#contract/kit/format.ts'
import { type BankFile, payouts as calls, payoutStatuses, type StaffPayout } from '#contract/money/payouts.ts'

import { useActionForm } from '../../shell/form/action-form.tsx'
import type { PageHandle } from '../../shell/page-handle.tsx'
import { SaveButton } from '../../shell/save-button.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { DecisionForm } from '../../shell/staff-case.tsx'
import { queryIn, StaffList, useSelection } from '../../shell/staff-list.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FactRows } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { Sheet, SheetHead } from '../../ui/sheet.tsx'
import { Callout } from '../../ui/status.tsx'
import { payoutStatusLabels } from '../payout-list.tsx'
import type { Route } from './+types/payouts-page'
import { type PayoutResults, payoutFormActions, Results } from './payout-forms.tsx'

export const handle: PageHandle = {
  title: 'Payouts',
  failure: 'Failed to load payouts',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const query = { ...queryIn(calls.cases.query, request), limit: 50 }
  const { payouts } = context.get(apiContext)
  const [cases, { files }] = await Promise.all([
    payouts.cases({ query }),
    query.status === 'approved' ? payouts.files({ query: { limit: 10 } }) : { files: [] },
  ])
  return { ...cases, files }
}

export const clientAction = payoutFormActions

export default function AdminPayoutsPage({
  loaderData: { payouts, counts, pagination, files },
}: Route.ComponentProps) {
  const { status } = queryIn(calls.cases.query, useSearchParams()[0])
  const selection = useSelection()
  const isOpen = status === 'requested' || status === 'on_hold'
  return (
    <StaffList
      title="Payouts"
      states={{
        name: 'status',
        options: payoutStatuses.map((value) => ({
          value,
          label: payoutStatusLabels[value],
          count: counts.find((of) => of.status === value)?.payouts ?? 0,
        })),
      }}
      rows={payouts}
      columns={isOpen ? columns.filter(({ key }) => key !== 'last') : columns}
      bulk={
        status === 'requested'
          ? {
              selection,
              selectLabel: ({ number }) => `Select ${number}`,
              actions: [{ value: 'approve', label: 'Approve Selected', pendingText: 'Approving...' }],
              result: resultsOf,
            }
          : undefined
      }
      pagination={pagination}
      empty={
        status === 'requested'
          ? {
              title: 'Nothing is waiting',
              show: { label: 'Show Approved Payouts', to: '/admin/payouts?status=approved' },
            }
          : {
              title: 'No payouts here',
              show: { label: 'Show Requested Payouts', to: '/admin/payouts' },
            }
      }
    >
      {status === 'approved' && (
        <BankSheets
          hasApproved={payouts.length > 0}
          files={files}
          ownCount={payouts.filter(({ needsSecondPerson }) => needsSecondPerson).length}
        />
      )}
    </StaffList>
  )
}

const resultsOf = ({ results }: { results?: PayoutResults['results'] | undefined }) =>
  results && (
    <div className="mb-4">
      <Results results={results} />
    </div>
  )

const columns: Column<StaffPayout>[] = [
  {
    key: 'number',
    head: 'Payout',
    className: 'whitespace-nowrap',
    cell: ({ _id, number }) => (
      <Link to={`/admin/payouts/${_id}`} className="link-rule">
        {number}
      </Link>
    ),
  },
  {
    key: 'member',
    head: 'Member',
    folded: 'whole',
    className: 'min-w-48',
    cell: ({ member }) => (
      <>
        <span className="font-semibold">{member.name}</span>
        <span className="text-13 text-quiet block">{member.isClosed ? 'account closed' : member.email}</span>
      </>
    ),
  },
  { key: 'amount', head: 'Amount', figures: true, cell: ({ amount }) => inRupees(amount) },
  {
    key: 'to',
    head: 'To',
    className: 'text-13 whitespace-nowrap',
    cell: ({ method, destination }) => `${method === 'upi' ? 'UPI' : 'Bank'} ${destination}`,
  },
  { key: 'asked', head: 'Asked', figures: true, cell: ({ requestedAt }) => day(requestedAt) },
  {
    key: 'last',
    head: 'Last step',
    figures: true,
    cell: ({ needsSecondPerson, ...payout }) => (
      <>
        {lastStepOf(payout)}
        {needsSecondPerson && <span className="text-13 text-quiet block">you approved it</span>}
      </>
    ),
  },
]

function lastStepOf({
  status,
  endedAt,
  exportedAt,
  approvedAt,
  returnReport,
}: Omit<StaffPayout, 'needsSecondPerson'>) {
  if (endedAt) return `${payoutStatusLabels[status].toLowerCase()} ${day(endedAt)}`
  if (returnReport) return `return reported ${day(returnReport.at)}, to be confirmed`
  if (exportedAt) return `in a file ${day(exportedAt)}`
  return approvedAt ? `approved ${day(approvedAt)}` : ''
}

/**
 * The sheets to export approved payouts for the bank and to enter its references. The results stay shown after the last
 * payout is paid.
 */
function BankSheets({
  hasApproved,
  ownCount,
  files,
}: {
  hasApproved: boolean
  ownCount: number
  files: BankFile[]
}) {
  const form = useActionForm<keyof typeof constraints, PayoutResults>(constraints)
  const results = form.answer?.results
  if (!hasApproved) return resultsOf({ results })
  return (
    <div className="mb-6 grid items-start gap-6 xl:grid-cols-2">
      <Sheet as="section" aria-label="File for the bank">
        <SheetHead title="1. File for the bank" />
        <div className="flex flex-col gap-4 p-4 sm:p-5">
          <p>
            The approved payouts as CSV, with each account in full. A payout is in one file only, which can be
            downloaded again; to send one in another file takes two of you, on its page.
          </p>
          {ownCount > 0 && (
            <Callout tone="waiting">
              {`You approved ${ownCount === 1 ? 'one of these payouts' : `${ownCount} of these payouts`}. Another member of staff downloads ${ownCount === 1 ? 'it' : 'them'} and marks ${ownCount === 1 ? 'it' : 'them'} as paid.`}
            </Callout>
          )}
          <ExportButton />
          {files.length > 0 && <FactRows facts={files.map(factOf)} className="border-rule border-t" />}
        </div>
      </Sheet>
      <Sheet as="section" aria-label="Mark as paid">
        <SheetHead title="2. Mark as paid" />
        <div className="p-4 sm:p-5">
          <DecisionForm form={form} name="intent" decisions={markAsPaid}>
            {results && <Results results={results} />}
            <Field
              label="Payouts and references"
              hint="The payout’s number and the bank’s reference, one payout on each line"
              {...form.field('list')}
            >
              <TextArea rows={3} className="font-mono" placeholder="P-000123, HDFCN52024112212345" />
            </Field>
          </DecisionForm>
        </div>
      </Sheet>
    </div>
  )
}

function ExportButton() {
  const { revalidate } = useRevalidator()
  return (
    <SaveButton
      file={(api) => api.payouts.export()}
      name={() => `readymade-payouts-${isoDay(new Date())}.csv`}
      failure="Failed to make the file"
      onSaved={revalidate}
      tone="primary"
      icon={<Icon name="download" />}
      pendingText="One moment..."
    >
      Download New Ones
    </SaveButton>
  )
}

/** A file that was made before, with the button that downloads it again. */
const factOf = ({ number, madeAt, madeBy, payouts, again, amount }: BankFile) => ({
  key: number,
  term: `${number}, ${day(madeAt)} by ${madeBy}: ${counted(payouts, 'payout')}${again > 0 ? `, ${again} again` : ''}, ${inRupees(amount)}`,
  value: (
    <SaveButton
      file={(api) => api.payouts.file({ params: { number } })}
      name={`readymade-payouts-${number}.csv`}
      failure="Failed to download the file"
      size="small"
      pendingText="One moment..."
    >
      Download<span className="sr-only">{` ${number} again`}</span>
    </SaveButton>
  ),
})

const constraints = { list: { required: true } } as const
const markAsPaid = [{ value: 'pay', label: 'Mark as Paid', tone: 'quiet' }] as const
