import { rupeesOf } from '#contract/kit/amounts.ts'
import type { ReplyFields } from '#contract/kit/endpoint.ts'
import { inRupees } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import type { PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import type { Followed, follows, FollowState } from '#contract/members/follows.ts'

import { publicMember } from '../../accounts/lookup-queries.ts'
import { memberById } from '../../accounts/lookup-queries.ts'
import { avatarAddress } from '../../accounts/service.ts'
import {
  deleteFirstListing,
  isPublished,
  nextUnannounced,
  recordAnnouncement,
} from '../../catalogue/publish-queries.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Connection, Database, Found } from '../../platform/database/connection.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { mailMember, type OptionalKind } from '../../platform/mail/send.ts'
import { anyProject } from '../../projects/access.ts'
import {
  lockAndCountFollowed,
  countFollowers,
  deleteFollow,
  followedBy,
  followersAfter,
  insertFollow,
  isFollowing,
} from './queries.ts'

/** Whether a member follows another, and how many do. Throws not_found unless the other's profile is public. */
export async function followState(
  connection: Connection,
  followerId: string,
  memberId: string,
): Promise<FollowState> {
  if (!(await publicMember(connection, memberId))) throw new ProblemError('not_found', 'Member not found')
  const [following, followers] = await Promise.all([
    isFollowing(connection, followerId, memberId),
    countFollowers(connection, memberId),
  ])
  return { following, followers }
}

/** Follows a member whose profile is public. Throws invalid_input for oneself, conflict beyond `limits.follows`. */
export const follow = (db: Database, followerId: string, memberId: string): Promise<FollowState> =>
  db.transaction().execute(async (trx) => {
    if (followerId === memberId) throw new ProblemError('invalid_input', 'You cannot follow yourself')
    const followed = await lockAndCountFollowed(trx, followerId)
    const { following, followers } = await followState(trx, followerId, memberId)
    if (following) return { following, followers }
    if (followed >= limits.follows)
      throw new ProblemError(
        'conflict',
        `You follow ${limits.follows} people already. Unfollow somebody first.`,
      )
    await insertFollow(trx, followerId, memberId)
    return { following: true, followers: followers + 1 }
  })

/** Unfollows a member. Answers 0 followers for an unknown member and for one whose profile is not public. */
export async function unfollow(db: Database, followerId: string, memberId: string): Promise<FollowState> {
  await deleteFollow(db, followerId, memberId)
  if (!(await publicMember(db, memberId))) return { following: false, followers: 0 }
  return followState(db, followerId, memberId)
}

/** A page of the members whom a member follows, newest first. */
export async function followedPage(
  connection: Connection,
  followerId: string,
  window: PageWindow,
): Promise<ReplyFields<typeof follows.mine>> {
  const { rows, pagination } = await followedBy(connection, followerId, window)
  return { members: rows.map(toFollowed), pagination }
}

type FollowedRow = Found<typeof followedBy>['rows'][number]

/** A member as their followers see them. */
const toFollowed = ({ id, name, profilePicture }: FollowedRow): Followed => ({
  _id: id,
  name,
  profilePicture: avatarAddress(profilePicture),
})

/** Emails queued in one transaction. */
const batch = 200

/**
 * Emails an owner's followers about every project that has become public for the first time. Each batch and its
 * progress are one transaction, so that each follower is emailed once, even when this is killed or repeated.
 */
export async function announceListings(dependencies: Dependencies, atOnce: number = batch): Promise<void> {
  const announceNext = () =>
    dependencies.db.transaction().execute((trx) => announceSome(dependencies, trx, atOnce))
  while (await announceNext());
}

/** Emails the next followers about one project; false when there is nothing to announce. */
async function announceSome(dependencies: Dependencies, trx: Connection, atOnce: number): Promise<boolean> {
  const listing = await nextUnannounced(trx)
  if (!listing) return false
  const { projectId, announcedTo } = listing
  if (!(await isPublished(trx, projectId))) {
    await (announcedTo
      ? recordAnnouncement(trx, projectId, { to: announcedTo, isDone: true })
      : deleteFirstListing(trx, projectId))
    return true
  }
  const project = await anyProject(trx, projectId)
  const owner = await memberById(trx, project.ownerId)
  const followers = await followersAfter(trx, project.ownerId, announcedTo ?? undefined, atOnce)
  const content = announcementEmail({
    ...project,
    ownerName: owner?.name ?? 'An owner',
    publicUrl: dependencies.config.publicUrl,
  })
  for (const follower of followers)
    await mailMember(dependencies, trx, announcementKind, follower.id, content)
  await recordAnnouncement(trx, projectId, {
    to: followers.at(-1)?.id ?? announcedTo,
    isDone: followers.length < atOnce,
  })
  return true
}

const announcementKind: OptionalKind = {
  name: 'new listing',
  why: 'you follow its owner',
  preference: 'newListings',
}

interface Listed {
  id: string
  title: string
  category: string
  pricePaise: number
  ownerName: string
  publicUrl: string
}

/** The email that tells a follower about a new listing. */
const announcementEmail = (listed: Listed): EmailContent => ({
  subject: `${listed.ownerName} listed ${listed.title}`,
  paragraphs: [
    `${listed.ownerName}, whom you follow, has listed a new project.`,
    `${listed.title}\n${listed.category}, ${listed.pricePaise > 0 ? inRupees(rupeesOf(listed.pricePaise)) : 'free'}`,
  ],
  button: { label: 'Look at It', url: `${listed.publicUrl}/projects/${listed.id}` },
})
