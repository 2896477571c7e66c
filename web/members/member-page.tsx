import { data, isRouteErrorResponse } from 'react-router'

import { apiContext } from '../api.ts'
import { drawnCard } from '../catalogue/card/drawn-card.server.ts'
import { cardGrid, ProjectCard } from '../catalogue/card/project-card.tsx'
import type { PageHandle } from '../page-handle.ts'
import { ButtonLink } from '../ui/button.tsx'
import { reload } from '../ui/connection/reload.ts'
import { Pagination } from '../ui/data/pagination.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Page } from '../ui/layout/page.tsx'
import { SectionHeading } from '../ui/layout/section-heading.tsx'
import type { Route } from './+types/member-page'
import { memberHead } from './member-head.server.ts'
import { MemberSheet } from './member-sheet.tsx'

export const handle = { isPublic: true } satisfies PageHandle

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const typed = Number(url.searchParams.get('page') ?? 1)
  const page = Number.isInteger(typed) && typed >= 1 && typed <= 100_000 ? typed : 1
  const { member, projects, pagination } = await context
    .get(apiContext)
    .members.get({ params: { id: params.id }, query: { page, limit: pageSize } })
    .catch((answer: Response) => {
      // What cannot be an id is as unknown as any other.
      throw answer.status === 400 ? new Response(null, { status: 404 }) : answer
    })
  const isBeyond = page > Math.max(1, pagination.pages)
  return data(
    {
      head: memberHead(url.origin, member, pagination),
      member,
      projects: projects.map(drawnCard),
      pagination,
    },
    { status: isBeyond ? 404 : 200 },
  )
}

/** Full rows of three. */
const pageSize = 12

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.head ?? [{ title: 'Profile Not Found | Readymade' }, { name: 'robots', content: 'noindex' }]

export default function MemberPage({ loaderData: { member, projects, pagination } }: Route.ComponentProps) {
  const address = `/members/${member._id}`
  return (
    <Page className="pt-6 pb-8 md:pt-10">
      <MemberSheet member={member} projects={pagination.total} />
      <section aria-labelledby="projects" className="pt-12 md:pt-16">
        <SectionHeading id="projects" title={`Projects by ${member.name}`} />
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status < 500
  return (
    <Page>
      <ErrorState
        as="h1"
        title={isMissing ? 'Profile Not Found' : 'Failed to load profile'}
        onRetry={isMissing ? undefined : reload}
        action={
          <ButtonLink to="/projects" tone={isMissing ? 'primary' : 'quiet'}>
            Browse Projects
          </ButtonLink>
        }
      >
        {isMissing ? 'There is no public profile at this address.' : 'Please try again in a moment.'}
      </ErrorState>
    </Page>
  )
}
