import { data, useSearchParams } from 'react-router'

import type { Api } from '#contract/client.ts'

import type { PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { reload } from '../ui/connection.ts'
import { Page } from '../ui/page.tsx'
import { ErrorState } from '../ui/placeholders.tsx'
import type { Route } from './+types/projects-page'
import { toCard } from './card.server.ts'
import { canonicalName, choiceIn, listParameters, type ListChoice, queryOf } from './list-query.ts'
import { listHead } from './page-heads.server.ts'
import { ProjectList } from './project-list.tsx'

export const handle: PageHandle = {
  reads: listParameters,
  failure: ListFailed,
  sitemap: ['/projects'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const choice = choiceIn(url.searchParams)
  const api = context.get(apiContext)
  const { projects, pagination, facets, hasRun, match, ignoredWords, nearWords, correctedSearch } =
    await api.projects.list({ query: queryOf(choice) })
  const popular = await popularBelow(api, { choice, projects, match, total: pagination.total })
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
        projects: pagination.total === 0 ? [] : projects.map(toCard),
        popular: popular.map(toCard),
        pagination,
        facets,
        hasRun,
        match,
        ignoredWords,
        nearWords,
        correctedSearch,
        isBeyond,
      },
    },
    { status: isBeyond ? 404 : 200 },
  )
}

/** Returns up to six popular projects for a page that shows nothing or little, without those that it shows. */
async function popularBelow(
  api: Api,
  {
    choice,
    projects,
    match,
    total,
  }: Pick<List, 'projects' | 'match'> & { choice: ListChoice; total: number },
) {
  if (total > fewFound) return []
  // A search in vain has them already, filters alone do not.
  if (total === 0) return (match ? projects : await popularIn(api, choice)).slice(0, popularShown)
  const { projects: popular } = await api.projects.list({ query: {} })
  return popular.filter(({ _id }) => projects.every((found) => found._id !== _id)).slice(0, popularShown)
}

type List = Awaited<ReturnType<Api['projects']['list']>>

/** The number of results up to which popular projects fill the page. */
const fewFound = 3

const popularShown = 6

/** Returns the popular projects of the chosen category, or of all when it has none. */
async function popularIn(api: Api, { category }: ListChoice) {
  const { projects } = await api.projects.list({ query: category ? { category } : {} })
  return projects.length > 0 || !category ? projects : (await api.projects.list({ query: {} })).projects
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
