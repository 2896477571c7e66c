import { Link, useSearchParams } from 'react-router'

import { day } from '#contract/kit/format.ts'
import { help, helpKindLabels, type HelpRow } from '#contract/orders/help.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, type StaffColumn, StaffList } from '../../shell/staff-list.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DueMark, HelpStatusMark } from '../help/help-status.tsx'
import type { Route } from './+types/help-page'

export const handle: PageHandle = {
  title: 'Help requests',
  failure: 'Failed to load help requests',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).help.list({ query: queryIn(help.list.query, request) })
}

export default function AdminHelpPage({
  loaderData: { requests, waiting, late, pagination },
}: Route.ComponentProps) {
  const { state } = queryIn(help.list.query, useSearchParams()[0])
  return (
    <StaffList
      title="Help requests"
      lead={`Buyers who ask for help. Owners answer where the label promises installation help; the others, and those who called staff, wait for us.${late > 0 ? ` ${late === 1 ? '1 answer is' : `${late} answers are`} late.` : ''}`}
      states={{
        name: 'state',
        options: [
          { value: 'waiting', label: 'For staff', count: waiting },
          { value: 'open', label: 'All open' },
          { value: 'closed', label: 'Closed' },
        ],
      }}
      rows={requests}
      columns={columns}
      pagination={pagination}
      empty={emptyTexts[state]}
    />
  )
}

const emptyTexts = {
  waiting: {
    title: 'Nothing waits for staff',
    show: { label: 'Show All Open', to: '/admin/help?state=open' },
  },
  open: { title: 'Nothing is open' },
  closed: { title: 'Nothing closed yet' },
}

const columns: StaffColumn<HelpRow>[] = [
  {
    key: 'request',
    head: 'Request',
    className: 'py-3!',
    cell: ({ number, orderId, orderNumber, title, kind, status, text, lastAt }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={`/admin/help/${orderId}`} className="link-rule font-semibold break-words">
            {title}
          </Link>
          {status === 'escalated' && <Badge tone="stopped">Staff called</Badge>}
        </span>
        <p className="mt-1">{helpKindLabels[kind]}</p>
        <p className="text-quiet mt-1 line-clamp-2 max-w-(--container-text) break-words">{text}</p>
        <p className="text-13 text-quiet mt-1 flex flex-wrap gap-x-3">
          <span className="text-ink">{number}</span>
          <span>{`order ${orderNumber}`}</span>
          <span>{`last message ${day(lastAt)}`}</span>
        </p>
      </>
    ),
  },
  {
    key: 'answerer',
    head: 'Who answers',
    folded: 'inline',
    cell: ({ answerer, closedAt }) => (closedAt ? '' : answerer === 'owner' ? 'Owner' : 'Staff'),
  },
  {
    key: 'status',
    head: 'Status',
    folded: 'inline',
    cell: (request) => (request.dueAt ? <DueMark {...request} /> : <HelpStatusMark {...request} />),
  },
]
