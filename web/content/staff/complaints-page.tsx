import { Link, useSearchParams } from 'react-router'

import { complaints as calls, type ListedComplaint } from '#contract/content/complaints.ts'
import { day, minute } from '#contract/kit/format.ts'

import type { PageHandle } from '../../shell/page-handle.tsx'
import { apiContext } from '../../shell/session/api.ts'
import { queryIn, StaffList } from '../../shell/staff-list.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Status } from '../../ui/status.tsx'
import { complaintKindLabels, outcomeTones, outcomeLabel } from '../complaint-labels.ts'
import type { Route } from './+types/complaints-page'

export const handle: PageHandle = {
  title: 'Complaints',
  failure: 'Failed to load complaints',
}

export async function clientLoader({ context, request }: Route.ClientLoaderArgs) {
  return context.get(apiContext).complaints.list({ query: queryIn(calls.list.query, request) })
}

export default function StaffComplaintsPage({
  loaderData: { complaints, open, pagination },
}: Route.ComponentProps) {
  const { state } = queryIn(calls.list.query, useSearchParams()[0])
  return (
    <StaffList
      title="Complaints"
      states={{
        name: 'state',
        options: [
          { value: 'open', label: 'Open', count: open },
          { value: 'decided', label: 'Decided' },
        ],
      }}
      rows={complaints}
      columns={columns}
      pagination={pagination}
      empty={emptyTexts[state]}
    />
  )
}

const columns: Column<ListedComplaint>[] = [
  {
    key: 'complaint',
    head: 'Complaint',
    className: 'py-3!',
    cell: ({ _id, number, about, kind, title, text, sentAt, answer, blockedUntil, count }) => (
      <>
        <Link to={`/admin/complaints/${_id}`} className="link-rule font-semibold break-words">
          {title}
        </Link>
        <p className="mt-1">{complaintKindLabels[kind]}</p>
        {text !== '' && (
          <p className="text-quiet mt-1 line-clamp-2 max-w-(--container-text) break-words">{text}</p>
        )}
        <p className="text-13 text-quiet mt-1 flex flex-wrap gap-x-3">
          <span className="text-ink">{number}</span>
          <span>{about}</span>
          <span>sent {day(sentAt)}</span>
          {count > 1 && <span>{`and ${count - 1} more like it without an account`}</span>}
          {answer && <span>the owner has answered</span>}
          {blockedUntil && <span>off the lists until {day(blockedUntil)}</span>}
        </p>
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    folded: 'inline',
    cell: ({ about, dueAt, isLate, decision }) =>
      decision ? (
        <Status tone={outcomeTones[decision.outcome]}>{outcomeLabel(decision.outcome, about)}</Status>
      ) : (
        <Status tone={isLate ? 'stopped' : 'waiting'}>
          {isLate ? 'Late since' : 'Due'} {minute(dueAt)}
        </Status>
      ),
  },
]

const emptyTexts = {
  open: {
    title: 'Nothing is open',
    text: 'Every complaint has been decided.',
    show: { label: 'Show Decided Complaints', to: '/admin/complaints?state=decided' },
  },
  decided: { title: 'Nothing decided yet', text: 'Decisions are listed here with their reasons.' },
}
