import { rupeesOf } from '#contract/kit/amounts.ts'
import { isoTime } from '#contract/kit/format.ts'
import type { MemberDetail, MemberRow, MemberStatus } from '#contract/members/staff-members.ts'
import type { OrderStatus } from '#contract/orders/orders.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { Member } from '../../accounts/lookup-queries.ts'
import type { Found } from '../../platform/database/connection.ts'
import type { ordersOf, projectsOf, seatsOf } from './queries.ts'

/** A member as a row of the staff's list. */
export const toMemberRow = (
  member: Member,
  counts: { projects: number; orders: number; blocks: number } | undefined,
): MemberRow => ({
  _id: member.id,
  name: member.name,
  email: emailOf(member),
  isAgent: member.isAgent,
  standing: statusOf(member),
  joinedAt: member.createdAt.toISOString(),
  projects: counts?.projects ?? 0,
  orders: counts?.orders ?? 0,
  blocks: counts?.blocks ?? 0,
})

/** The details of a member's profile, and why their account was deactivated. */
export function toProfile(member: Member) {
  const { phone, college, course, year, isEmailVerified, isPublic, referralCode } = member
  const { state = '' } = member.address as { state?: string }
  const isDeactivated = statusOf(member) === 'deactivated'
  return {
    phone,
    college,
    course,
    year,
    state,
    isEmailVerified,
    isPublic,
    referralCode: member.erasedAt ? '' : referralCode,
    deactivation: isDeactivated
      ? { at: member.deactivatedAt!.toISOString(), reason: member.deactivationReason }
      : null,
  }
}

/** A project of a member as staff see it, and whether the public sees it. */
export const toRecentProject = (
  { id, pricePaise, verificationStatus, createdAt, ...row }: Found<typeof projectsOf>[number],
  isListed: boolean,
): MemberDetail['recentProjects'][number] => ({
  ...row,
  isListed,
  _id: id,
  price: rupeesOf(pricePaise),
  status: verificationStatus as VerificationStatus,
  createdAt: createdAt.toISOString(),
})

/** An order of a member as staff see it. */
export const toRecentOrder = ({
  id,
  amountPaise,
  status,
  createdAt,
  ...row
}: Found<typeof ordersOf>[number]): MemberDetail['recentOrders'][number] => ({
  ...row,
  _id: id,
  amount: rupeesOf(amountPaise),
  status: status as OrderStatus,
  orderDate: createdAt.toISOString(),
})

/** A seat of a member as staff see it. */
export const toRecentSeat = ({
  id,
  acceptedAt,
  endedAt,
  ...row
}: Found<typeof seatsOf>[number]): MemberDetail['recentSeats'][number] => ({
  ...row,
  _id: id,
  acceptedAt: acceptedAt.toISOString(),
  endedAt: isoTime(endedAt),
})

/** The member whose code a member signed up with. */
export const toReferrer = ({ id, name }: Member): MemberDetail['referredBy'] => ({ _id: id, name })

/** A member who signed up with a member's code. */
export const toReferred = ({
  id,
  name,
  createdAt,
}: Pick<Member, 'id' | 'name' | 'createdAt'>): MemberDetail['referrals']['recent'][number] => ({
  _id: id,
  name,
  joinedAt: createdAt.toISOString(),
})

/** The email of a member; empty for a deleted account, whose column holds no address. */
const emailOf = ({ email, erasedAt }: Member): string => (erasedAt ? '' : email)

function statusOf({ erasedAt, deactivatedAt }: Member): MemberStatus {
  if (erasedAt) return 'deleted'
  return deactivatedAt ? 'deactivated' : 'active'
}
