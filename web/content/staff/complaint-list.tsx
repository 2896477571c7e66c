import { Link } from 'react-router'

import type { ListedComplaint } from '#contract/content/complaints.ts'
import { day, minute } from '#contract/kit/format.ts'

import type { Column } from '../../ui/data-table.tsx'
import { Status } from '../../ui/status.tsx'
import { complaintKindLabels, outcomeTones, outcomeLabel } from '../complaint-labels.ts'

/** The links that show the open or the decided part of a list of complaints. */
export const complaintStates = (open: number) => ({
  name: 'state',
  options: [
    { value: 'open', label: 'Open', count: open },
    { value: 'decided', label: 'Decided' },
  ],
})

/** The columns of a list of complaints. */
export const complaintColumns: Column<ListedComplaint>[] = [
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
