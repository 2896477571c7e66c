import { namedDay } from '#contract/kit/format.ts'
import { type HelpRow, helpEndLabels, helpStatusLabels } from '#contract/orders/help.ts'

import { Status, type StatusTone } from '../../ui/status.tsx'

type Shown = Pick<HelpRow, 'status' | 'end' | 'closedAt' | 'isLate'>

/** The status of a help request, or how it ended, as a dot with a word. */
export const HelpStatusMark = (request: Shown) => (
  <Status tone={toneOf(request)}>
    {request.closedAt ? helpEndLabels[request.end ?? 'answered'] : helpStatusLabels[request.status]}
  </Status>
)

function toneOf({ status, end, closedAt, isLate }: Shown): StatusTone {
  if (closedAt) return end === 'solved' ? 'verified' : 'neutral'
  if (isLate) return 'stopped'
  return status === 'answered' ? 'verified' : 'waiting'
}

/** By when an answer is due, or since when it is late, as a dot with words; nothing when none is. */
export const DueMark = ({ dueAt, isLate }: Pick<HelpRow, 'dueAt' | 'isLate'>) =>
  dueAt && (
    <Status
      tone={isLate ? 'stopped' : 'waiting'}
    >{`${isLate ? 'Late since' : 'Due by'} ${namedDay(dueAt)}`}</Status>
  )
