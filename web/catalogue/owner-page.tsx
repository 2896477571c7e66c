import { clsx } from 'clsx'
import { data } from 'react-router'

import { counted, day, formatCount, pluralOf } from '#contract/kit/format.ts'
import type { PublicMember } from '#contract/members/members.ts'

import { FollowButton, useFollow } from '../members/follow-button.tsx'
import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Label } from '../ui/label.tsx'
import { Page, SectionHeading } from '../ui/page.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { EmptyState } from '../ui/placeholders.tsx'
import { longestWord, longNameLook } from '../ui/text.tsx'
import type { Route } from './+types/owner-page'
import { toCard } from './card.server.ts'
import { helpText } from './listing/label-facts.ts'
import { memberHead } from './page-heads.server.ts'
import { cardGrid, ProjectCard } from './project-card.tsx'

export const handle: PageHandle = {
  reads: ['page'],
  title: 'Profile Not Found',
  failure: {
    title: 'Failed to load profile',
    text: 'Please try again in a moment.',
    missing: 'Profile Not Found',
    missingText: 'There is no public profile at this address.',
    to: '/projects',
    label: 'Browse Projects',
  },
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const typed = Number(url.searchParams.get('page') ?? 1)
  const page = Number.isInteger(typed) && typed >= 1 && typed <= 100_000 ? typed : 1
  const { member, projects, pagination } = await context
    .get(apiContext)
    .members.get({ params: { id: params.id }, query: { page, limit: pageSize } })
    .catch((answer: Response) => {
      // An invalid id counts as unknown.
      throw answer.status === 400 ? new Response(null, { status: 404 }) : answer
    })
  const isBeyond = page > Math.max(1, pagination.pages)
  return data(
    {
      head: memberHead(url.origin, member, pagination),
      member,
      projects: projects.map(toCard),
      pagination,
    },
    { status: isBeyond ? 404 : 200 },
  )
}

/** The number of projects on a page, which fills rows of three. */
const pageSize = 12

export default function MemberPage({ loaderData: { member, projects, pagination } }: Route.ComponentProps) {
  const address = `/members/${member._id}`
  return (
    <Page className="pt-6 pb-8 md:pt-10">
      <MemberSheet member={member} projects={pagination.total} />
      <section aria-labelledby="projects" className="pt-12 md:pt-16">
        <SectionHeading id="projects" heavy title={`Projects by ${member.name}`} />
        {projects.length > 0 ? (
          <div className={cardGrid}>
            {projects.map((project, index) => (
              <ProjectCard key={project._id} project={project} eager={index < 2} />
            ))}
          </div>
        ) : pagination.total > 0 ? (
          <EmptyState
            as="h3"
            title="There is no such page"
            action={<ButtonLink to={address}>First Page</ButtonLink>}
          />
        ) : (
          <EmptyState
            as="h3"
            title="No projects yet"
            action={<ButtonLink to="/projects">Browse Projects</ButtonLink>}
          >
            The first one is shown here as soon as our staff have checked it.
          </EmptyState>
        )}
        <Pagination
          page={pagination.page}
          pages={pagination.pages}
          to={(page) => (page > 1 ? `${address}?page=${page}` : address)}
          className="mt-10"
        />
      </section>
    </Page>
  )
}

/** The label of a member: picture, name, college, and the public figures. */
function MemberSheet({ member, projects }: { member: PublicMember; projects: number }) {
  const { _id, name, college, profilePicture, memberSince, rating, reviews } = member
  const help = helpText(member)
  const followers = useFollow(_id)?.followers ?? member.followers
  const figures = [
    { term: pluralOf(projects, 'project'), value: formatCount(projects) },
    {
      term: reviews === 0 ? 'no reviews yet' : counted(reviews, 'review'),
      value: reviews === 0 ? '–' : `${rating.toFixed(1)} of 5`,
    },
    { term: pluralOf(followers, 'follower'), value: formatCount(followers) },
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
            {help !== null && <p className="text-14 mt-1">{`Help: ${help}`}</p>}
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
            <dt className="text-13 text-quiet">{term}</dt>
            <dd className="font-head text-22 font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Label>
  )
}
