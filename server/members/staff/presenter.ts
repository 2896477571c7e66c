import type { MemberRow, MemberStanding } from '#contract/staff/members.ts'

import type { Member } from '../../accounts/service.ts'

/** A member as staff's list has them. */
export const toMemberRow = (
  member: Member,
  counts: { projects: number; orders: number } | undefined,
): MemberRow => ({
  _id: member.id,
  name: member.name,
  email: emailOf(member),
  isAgent: member.isAgent,
  standing: standingOf(member),
  joinedAt: member.createdAt.toISOString(),
  projects: counts?.projects ?? 0,
  orders: counts?.orders ?? 0,
})

/** Nothing for who has deleted their account: what stands there then is no address. */
export const emailOf = ({ email, erasedAt }: Member): string => (erasedAt ? '' : email)

export function standingOf({ erasedAt, deactivatedAt }: Member): MemberStanding {
  if (erasedAt) return 'deleted'
  return deactivatedAt ? 'deactivated' : 'active'
}
