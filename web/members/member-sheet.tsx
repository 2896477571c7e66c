import { clsx } from 'clsx'

import { counted, grouped, nameOf } from '#contract/kit/counted.ts'
import { day } from '#contract/kit/day.ts'
import type { PublicMember } from '#contract/members.ts'

import { FollowButton } from '../follows/follow-button.tsx'
import { useFollow } from '../follows/following.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Label } from '../ui/layout/label.tsx'
import { longestWord, longNameLook } from '../ui/text/long-name.ts'

/** Who a member is, as the label of an owner: picture, name, college, and the figures that everybody may know. */
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
  ]
  return (
    <Label
      as="section"
      aria-label="Profile"
      head={
        <>
          <span>{projects > 0 ? 'Owner' : 'Member'}</span>
          <span>since {day(memberSince).replace(/^\d+ /, '')}</span>
        </>
      }
      top={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 px-5 pt-3 pb-5 sm:px-6 sm:pb-6">
          <Avatar name={name} src={profilePicture} size="huge" />
          <div className={clsx('min-w-0 flex-1 basis-40', longestWord(name) > 11 && 'max-sm:basis-full')}>
            <h1 className={clsx('text-28 md:text-36 wrap-anywhere', longNameLook(name))}>{name}</h1>
            {college && <p className="text-quiet mt-1">{college}</p>}
          </div>
          <FollowButton member={member} />
        </div>
      }
    >
      <dl className="grid grid-cols-3">
        {figures.map(({ term, value }) => (
          <div
            key={term}
            className="border-rule flex flex-col-reverse justify-end gap-0.5 px-3 py-4 not-first:border-l sm:px-6"
          >
            <dt className="text-13 text-quiet font-mono">{term}</dt>
            <dd className="font-head text-22 font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Label>
  )
}
