import { counted, grouped, nameOf } from '#contract/kit/counted.ts'
import type { PublicMember } from '#contract/members.ts'

import { FollowButton } from '../follows/follow-button.tsx'
import { useFollow } from '../follows/following.ts'
import { Avatar } from '../ui/avatar.tsx'
import { day } from '../ui/day.ts'
import { Sheet } from '../ui/layout/sheet.tsx'

/** Who a member is, as a data sheet: picture, name, college, and the figures that everybody may know. */
export function MemberSheet({ member, projects }: { member: PublicMember; projects: number }) {
  const { _id, name, college, profilePicture, memberSince, rating, reviews } = member
  const followers = useFollow(_id)?.followers ?? member.followers
  const figures = [
    { term: nameOf(projects, 'project'), value: grouped(projects) },
    {
      term: reviews === 0 ? 'no reviews yet' : counted(reviews, 'review'),
      value: reviews === 0 ? '–' : `${rating.toFixed(1)} of 5`,
    },
    { term: nameOf(followers, 'follower'), value: grouped(followers) },
    { term: 'member since', value: day(memberSince).replace(/^\d+ /, '') },
  ]
  return (
    <Sheet as="section" aria-label="Profile">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 p-5 sm:p-6">
        <Avatar name={name} src={profilePicture} size="huge" />
        <div className="min-w-0 flex-1 basis-40">
          <h1 className="text-28 md:text-36 wrap-anywhere">{name}</h1>
          {college && <p className="text-quiet mt-1">{college}</p>}
        </div>
        <FollowButton member={member} />
      </div>
      <dl className="border-rule grid grid-cols-2 border-t sm:grid-cols-4">
        {figures.map(({ term, value }) => (
          <div
            key={term}
            className="border-rule flex flex-col-reverse gap-0.5 px-5 py-4 not-first:border-l max-sm:nth-3:border-t max-sm:nth-3:border-l-0 max-sm:nth-4:border-t sm:px-6"
          >
            <dt className="text-13 text-quiet font-mono">{term}</dt>
            <dd className="font-head text-22 font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
