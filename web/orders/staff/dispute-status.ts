import type { Dispute } from '#contract/orders/staff/disputes.ts'

import type { StatusTone } from '../../ui/status.tsx'

/** The label of each status of a dispute, for staff. */
export const disputeWords: Record<Dispute['status'], string> = {
  open: 'Evidence wanted',
  under_review: 'Bank is deciding',
  action_required: 'More evidence wanted',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed',
}

export const disputeTones: Record<Dispute['status'], StatusTone> = {
  open: 'stopped',
  under_review: 'waiting',
  action_required: 'stopped',
  won: 'verified',
  lost: 'neutral',
  closed: 'neutral',
}

/** Returns whether the bank waits for evidence, so that the deadline counts. */
export const isWanted = ({ status, settledAt }: Pick<Dispute, 'status' | 'settledAt'>): boolean =>
  !settledAt && (status === 'open' || status === 'action_required')
