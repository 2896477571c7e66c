import { counted } from '#contract/kit/counted.ts'
import type { PublicMember } from '#contract/members.ts'

import { breadcrumbs, headTags } from '../shell/head.server.ts'

/** What search engines and link previews read about a member's public profile. Each page of its projects is theirs. */
export function memberHead(
  origin: string,
  member: Pick<PublicMember, '_id' | 'name' | 'college' | 'profilePicture' | 'rating' | 'reviews'>,
  { page, total }: { page: number; total: number },
) {
  const { _id, name, college, profilePicture, rating, reviews } = member
  const path = `/members/${_id}`
  const projects = counted(total, 'coding project')
  const opinion = reviews === 0 ? '' : ` Rated ${rating.toFixed(1)} of 5 by buyers.`
  return headTags({
    origin,
    path: page > 1 ? `${path}?page=${page}` : path,
    title: `${name}${page > 1 ? `, page ${page}` : ''} | Readymade`,
    description: `${projects} by ${name}${college && `, ${college}`}, each checked by our staff.${opinion}`,
    about: [
      {
        '@type': 'ProfilePage',
        url: origin + path,
        mainEntity: {
          '@type': 'Person',
          name,
          url: origin + path,
          image: profilePicture ? origin + profilePicture : undefined,
          affiliation: college ? { '@type': 'CollegeOrUniversity', name: college } : undefined,
        },
      },
      breadcrumbs(origin, [{ name, path }]),
    ],
  })
}
