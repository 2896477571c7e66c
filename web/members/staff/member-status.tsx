import type { MemberStanding } from '#contract/members/staff-members.ts'

import { Status, type StatusTone } from '../../ui/status.tsx'

export const standingWords: Record<MemberStanding, string> = {
  active: 'Active',
  deactivated: 'Deactivated',
  deleted: 'Account deleted',
}

const tones: Record<MemberStanding, StatusTone> = {
  active: 'verified',
  deactivated: 'stopped',
  deleted: 'neutral',
}

/** The status of a member's account, as a dot with a word. */
export const StandingMark = ({ standing }: { standing: MemberStanding }) => (
  <Status tone={tones[standing]}>{standingWords[standing]}</Status>
)
