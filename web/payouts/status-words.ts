import type { PayoutStatus } from '#contract/orders/payouts.ts'

import type { StatusTone } from '../ui/feedback/status.tsx'

export const payoutTones: Record<PayoutStatus, StatusTone> = {
  requested: 'waiting',
  approved: 'waiting',
  on_hold: 'stopped',
  paid: 'verified',
  declined: 'stopped',
  cancelled: 'neutral',
}

export const payoutWords: Record<PayoutStatus, string> = {
  requested: 'Requested',
  approved: 'Approved',
  on_hold: 'On hold',
  paid: 'Paid',
  declined: 'Declined',
  cancelled: 'Cancelled',
}
