import type { MemberStatus } from '#contract/members/staff-members.ts'

import { Status, type StatusTone } from '../../ui/status.tsx'

export const memberStatusLabels: Record<MemberStatus, string> = {
  active: 'Active',
  deactivated: 'Deactivated',
  deleted: 'Account deleted',
}

const tones: Record<MemberStatus, StatusTone> = {
  active: 'verified',
  deactivated: 'stopped',
  deleted: 'neutral',
}

/** The status of a member's account, as a dot with a word. */
export const MemberStatusMark = ({ standing }: { standing: MemberStatus }) => (
  <Status tone={tones[standing]}>{memberStatusLabels[standing]}</Status>
)
