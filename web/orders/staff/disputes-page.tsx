import { Link } from 'react-router'

import { day, inRupees } from '#contract/format.ts'
import type { Dispute } from '#contract/orders/staff/disputes.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Pagination, StateLink } from '../../ui/pagination.tsx'
import { EmptyState } from '../../ui/placeholders.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Status } from '../../ui/status.tsx'
import type { Route } from './+types/disputes-page'
import { disputeTones, disputeWords, isWanted } from './dispute-status.ts'

export const handle: PageHandle = {
  title: 'Disputes',
  failure: 'Failed to load disputes',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  const api = context.get(apiContext)
  const { searchParams } = new URL(request.url)
  const state = searchParams.get('state') === 'ended' ? ('ended' as const) : ('open' as const)
  const page = searchParams.get('page') ?? '1'
  return { state, ...(await api.disputes.list({ query: { state, page } })) }
}

export default function AdminDisputesPage({
  loaderData: { disputes, state, open, pagination },
}: Route.ComponentProps) {
  return (
    <>
      <h1 className="text-28 mb-1">Disputes</h1>
      <p className="text-quiet mb-4 max-w-(--container-text)">
        A buyer’s bank disputes a payment. What owner and referrer earned by it is frozen until the bank
        decides.
      </p>
      <nav aria-label="Disputes" className="border-rule mb-6 flex gap-6 border-b">
        <StateLink to="/admin/disputes" isHere={state === 'open'}>
          Open <span className="count">{open}</span>
        </StateLink>
        <StateLink to="/admin/disputes?state=ended" isHere={state === 'ended'}>
          Over
        </StateLink>
      </nav>
      <Sheet className="overflow-hidden">
        <DataTable
          folds="40rem"
          caption={state === 'open' ? 'Open disputes' : 'Disputes that are over'}
          columns={state === 'open' ? columns : columns.filter(({ key }) => key !== answerBy)}
          rows={disputes}
          rowKey={({ _id }) => _id}
          empty={<Nothing state={state} />}
        />
      </Sheet>
      <Pagination {...pagination} className="mt-6" />
    </>
  )
}

/** Nobody waits for an answer any more when a dispute is over. */
const answerBy = 'date'

const columns: Column<Dispute>[] = [
  {
    key: 'title',
    head: 'For',
    className: 'min-w-48',
    cell: ({ _id, titles }) => (
      <Link to={`/admin/disputes/${_id}`} className="link-rule font-semibold">
        {titles.length === 0 ? 'No payment of ours' : titles.join(', ')}
      </Link>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status }) => <Status tone={disputeTones[status]}>{disputeWords[status]}</Status>,
  },
  {
    key: answerBy,
    head: 'Answer by',
    figures: true,
    cell: (dispute) => (isWanted(dispute) && dispute.respondBy ? day(dispute.respondBy) : ''),
  },
  { key: 'opened', head: 'Opened', figures: true, cell: ({ openedAt }) => day(openedAt) },
  { key: 'amount', head: 'Amount', figures: true, cell: ({ amount }) => inRupees(amount) },
]

const Nothing = ({ state }: { state: 'open' | 'ended' }) =>
  state === 'open' ? (
    <EmptyState
      title="No open disputes"
      action={
        <ButtonLink to="/admin/disputes?state=ended" tone="quiet">
          Show Disputes That Are Over
        </ButtonLink>
      }
    >
      No bank disputes a payment now.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing is over yet">
      Won and lost disputes are listed here with their evidence.
    </EmptyState>
  )
