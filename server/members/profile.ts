import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { type PageWindow, paginationOf } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { PublicMember } from '#contract/members/members.ts'
import { type profile, type ProfilePart, profileParts } from '#contract/members/profile.ts'
import { type HelpFigures, noHelpFigures } from '#contract/projects/project.ts'

import { publicMember } from '../accounts/lookup-queries.ts'
import { type Member, memberById } from '../accounts/lookup-queries.ts'
import { avatarAddress } from '../accounts/service.ts'
import { publishedFiguresOf } from '../catalogue/lookup-queries.ts'
import { averageOf } from '../catalogue/presenter.ts'
import { publishedBy } from '../catalogue/service.ts'
import { countReferred } from '../money/lookup-queries.ts'
import { commissionOf } from '../money/referrals/service.ts'
import { helpFiguresOfOwner } from '../orders/help/lookup-queries.ts'
import { countOrders } from '../orders/lookup-queries.ts'
import type { Connection, Found } from '../platform/database/connection.ts'
import { signedOut } from '../platform/sessions/access-token.ts'
import { figuresOfOwner } from '../projects/lookup-queries.ts'
import { recentActivity } from './activity.ts'
import { countFollowers } from './follows/queries.ts'

type Answer<Name extends keyof typeof profile> = ReplyFields<(typeof profile)[Name]>

/** How many projects, orders and referrals a member has. */
export async function countsOf(connection: Connection, memberId: string): Promise<Answer<'counts'>> {
  const [{ projects }, orders, referrals] = await Promise.all([
    figuresOfOwner(connection, memberId),
    countOrders(connection, memberId),
    countReferred(connection, memberId),
  ])
  return { projects, orders, referrals }
}

/**
 * A member's figures, the missing parts of their profile and their latest activity. Throws signed_out for an unknown
 * member.
 */
export async function overviewOf(connection: Connection, memberId: string): Promise<Answer<'overview'>> {
  const member = await memberById(connection, memberId)
  if (!member) throw signedOut()
  const [figures, { totalCommission }, activity] = await Promise.all([
    figuresOfOwner(connection, memberId),
    commissionOf(connection, memberId),
    recentActivity(connection, member),
  ])
  return {
    stats: {
      totalDownloads: figures.downloads,
      avgRating: figures.reviews === 0 ? null : Math.round((100 * figures.ratingSum) / figures.reviews) / 100,
      reviews: figures.reviews,
      commission: totalCommission,
    },
    completion: completionOf(member),
    recentActivity: activity,
  }
}

/**
 * How complete a profile is: each part counts the same. An address needs street, city, state and pincode, social media
 * one link.
 */
function completionOf(member: Member) {
  const address = member.address as Partial<Record<string, string>>
  const links = Object.values(member.socialMedia as Partial<Record<string, string | null>>)
  const isFilled: Record<ProfilePart, boolean> = {
    name: member.name !== '',
    phone: member.phone !== '',
    college: member.college !== '',
    course: member.course !== '',
    year: member.year !== '',
    address: ['street', 'city', 'state', 'pincode'].every((line) => Boolean(address[line])),
    picture: member.profilePicture !== null,
    socialMedia: links.some(Boolean),
  }
  const done = profileParts.filter((part) => isFilled[part])
  return {
    percent: Math.round((100 * done.length) / profileParts.length),
    done,
    missing: profileParts.filter((part) => !isFilled[part]),
  }
}

/** A member with a public profile as everybody sees them. Throws not_found for any other member. */
export async function profileOf(connection: Connection, memberId: string, window: PageWindow) {
  const found = await publicMember(connection, memberId)
  if (!found) throw new ProblemError('not_found', 'Member not found')
  const [figures, projects, followers, help] = await Promise.all([
    publishedFiguresOf(connection, memberId),
    publishedBy(connection, memberId, window),
    countFollowers(connection, memberId),
    helpFiguresOfOwner(connection, memberId),
  ])
  return {
    member: { ...toPublicMember(found, figures, followers), ...(help ?? noHelpFigures) },
    projects,
    pagination: paginationOf(window, figures.total),
  }
}

type MemberRow = Found<typeof publicMember>
type Figures = Found<typeof publishedFiguresOf>

/** A member as everybody sees them. */
const toPublicMember = (
  { id, profilePicture, createdAt, ...shown }: MemberRow,
  { ratingSum, ratingCount }: Pick<Figures, 'ratingSum' | 'ratingCount'>,
  followers: number,
): Omit<PublicMember, keyof HelpFigures> => ({
  ...shown,
  _id: id,
  profilePicture: avatarAddress(profilePicture),
  memberSince: createdAt.toISOString(),
  rating: averageOf(ratingSum, ratingCount),
  reviews: ratingCount,
  followers,
})
