import { Link, useSearchParams } from 'react-router'

import { day, inRupees } from '#contract/kit/format.ts'
import { type Dispute, disputes as calls } from '#contract/orders/staff/disputes.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Status } from '../../ui/status.tsx'
import type { Route } from './+types/disputes-page'
import { disputeStatusTones, disputeStatusLabels, needsEvidence } from './dispute-status.ts'

export const handle: PageHandle = {
  title: 'Disputes',
  failure: 'Failed to load disputes',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).disputes.list({ query: queryIn(calls.list.query, request) })
}

export default function AdminDisputesPage({
  loaderData: { disputes, open, pagination },
}: Route.ComponentProps) {
  const { state } = queryIn(calls.list.query, useSearchParams()[0])
  return (
    <StaffList
      title="Disputes"
      lead="A buyer’s bank disputes a payment. What owner and referrer earned by it is frozen until the bank decides."
      states={{
        name: 'state',
        options: [
          { value: 'open', label: 'Open', count: open },
          { value: 'ended', label: 'Over' },
        ],
      }}
      rows={disputes}
      columns={state === 'open' ? columns : columns.filter(({ key }) => key !== answerBy)}
      pagination={pagination}
      empty={emptyTexts[state]}
    />
  )
}

/** The column with the deadline, which is left out when disputes are over. */
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
    cell: ({ status }) => <Status tone={disputeStatusTones[status]}>{disputeStatusLabels[status]}</Status>,
  },
  {
    key: answerBy,
    head: 'Answer by',
    figures: true,
    cell: (dispute) => (needsEvidence(dispute) && dispute.respondBy ? day(dispute.respondBy) : ''),
  },
  { key: 'opened', head: 'Opened', figures: true, cell: ({ openedAt }) => day(openedAt) },
  { key: 'amount', head: 'Amount', figures: true, cell: ({ amount }) => inRupees(amount) },
]

const emptyTexts = {
  open: {
    title: 'No open disputes',
    show: { label: 'Show Disputes That Are Over', to: '/admin/disputes?state=ended' },
  },
  ended: {
    title: 'Nothing is over yet',
    text: 'Won and lost disputes are listed here with their evidence.',
  },
}
