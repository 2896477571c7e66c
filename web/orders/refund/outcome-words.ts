import type { StatusTone } from '../../ui/feedback/status.tsx'

type Outcome = 'waiting' | 'approved' | 'declined' | 'withdrawn'

/** How a refund request ended, in words. */
export const outcomeWords: Record<Outcome, string> = {
  waiting: 'Waits for a decision',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

export const outcomeTones: Record<Outcome, StatusTone> = {
  waiting: 'waiting',
  approved: 'verified',
  declined: 'stopped',
  withdrawn: 'neutral',
}
