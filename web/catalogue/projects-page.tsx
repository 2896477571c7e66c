import { data, useSearchParams } from 'react-router'

import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { reload } from '../ui/connection.ts'
import { Page } from '../ui/page.tsx'
import { ErrorState } from '../ui/placeholders.tsx'
import type { Route } from './+types/projects-page'
import { toCard } from './card.server.ts'
import { canonicalName, choiceIn, queryOf } from './list-query.ts'
import { listHead } from './page-heads.server.ts'
import { ProjectList } from './project-list.tsx'

export const handle: PageHandle = {
  failure: ListFailed,
  sitemap: ['/projects'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const choice = choiceIn(url.searchParams)
  const { projects, pagination, facets, match, ignoredWords, correctedSearch } = await context
    .get(apiContext)
    .catalogue.list({ query: queryOf(choice) })
  const technology = canonicalName(facets?.technologies.map(({ name }) => name) ?? [], choice.technology)
  const isBeyond = pagination.pages > 0 && choice.page > pagination.pages
  const head = listHead(url.origin, {
    choice,
    projects: match === 'popular' ? [] : projects,
    total: pagination.total,
  })
  return data(
    {
      head,
      list: {
        choice: { ...choice, technology },
        projects: projects.map(toCard),
        pagination,
        facets,
        match,
        ignoredWords,
        correctedSearch,
        isBeyond,
      },
    },
    { status: isBeyond ? 404 : 200 },
  )
}

export default function ProjectsPage({ loaderData }: Route.ComponentProps) {
  return <ProjectList {...loaderData.list} />
}

function ListFailed() {
  const isSearch = Boolean(useSearchParams()[0].get('search')?.trim())
  return (
    <Page>
      <ErrorState
        as="h1"
        title={isSearch ? 'Failed to search projects' : 'Failed to fetch projects'}
        onRetry={reload}
      >
        Something went wrong on the way. Please try again; your search and filters are kept.
      </ErrorState>
    </Page>
  )
}
