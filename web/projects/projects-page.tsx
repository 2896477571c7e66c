import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'

import { publicCategories } from '#contract/project-lists.ts'

import { apiContext } from '../api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page, PageHead } from '../ui/page.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { rupees } from '../ui/rupees.ts'
import type { Route } from './+types/projects-page'
import { drawerId, ListFilters, ListSearch } from './list-filters.tsx'
import { listHead } from './list-head.server.ts'
import { choiceIn, listAddress, type ListChoice, queryOf } from './list-query.ts'
import { cardGrid, ProjectCard } from './project-card.tsx'
import { useListBusy } from './use-list-form.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const choice = choiceIn(url.searchParams)
  const [{ projects, pagination }, { categories }, { technologies }] = await Promise.all([
    api.projects.list({ query: queryOf(choice) }),
    api.projects.categories(),
    api.projects.technologies(),
  ])
  const shown = categories.filter(({ name, count }) => count > 0 || isPublicCategory(name))
  const head = listHead(url.origin, { choice, projects, total: pagination.total })
  return { head, choice, projects, pagination, categories: shown, technologies }
}

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? [{ title: 'Readymade' }]

export default function ProjectsPage({ loaderData }: Route.ComponentProps) {
  const { choice, projects, pagination, categories, technologies } = loaderData
  const busy = useListBusy()
  return (
    <Page className="pb-8">
      <PageHead title={found(pagination.total)} lead={choice.category && `in ${choice.category}`} />
      <ListSearch choice={choice}>
        <Button
          tone="quiet"
          popoverTarget={drawerId}
          className="lg:hidden"
          icon={<SlidersHorizontal aria-hidden="true" />}
        >
          Filters
        </Button>
      </ListSearch>
      <div className="mt-6 grid gap-x-10 gap-y-5 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <ListFilters
          choice={choice}
          categories={categories}
          technologies={technologies}
          total={pagination.total}
        />
        <section
          aria-label="Results"
          aria-busy={busy}
          className={busy ? 'opacity-60 transition-opacity' : 'transition-opacity'}
        >
          <ChosenFilters choice={choice} />
          {projects.length === 0 ? (
            <EmptyState
              title="No projects found"
              action={<ButtonLink to="/projects">Clear Filters</ButtonLink>}
            >
              Try fewer filters or another word.
            </EmptyState>
          ) : (
            <div className={cardGrid}>
              {projects.map((project, index) => (
                <ProjectCard key={project._id} project={project} eager={index < 2} />
              ))}
            </div>
          )}
          <Pagination
            page={pagination.page}
            pages={pagination.pages}
            to={(page) => listAddress(choice, { page })}
            className="mt-10"
          />
        </section>
      </div>
    </Page>
  )
}

export function ErrorBoundary() {
  return (
    <Page>
      <ErrorState as="h1" title="Failed to fetch projects" onRetry={() => location.reload()} />
    </Page>
  )
}

/** What is chosen, each removable. */
function ChosenFilters({ choice }: { choice: ListChoice }) {
  const { search, category, technology, difficulty, minPrice, maxPrice } = choice
  const chips = [
    search && { text: `“${search}”`, without: { search: '' } },
    category && { text: category, without: { category: '' } },
    technology && { text: technology, without: { technology: '' } },
    difficulty && { text: difficulty, without: { difficulty: '' } },
    minPrice && { text: `from ₹${Number(minPrice)}`, without: { minPrice: '' } },
    maxPrice && { text: `up to ${rupees(Number(maxPrice))}`, without: { maxPrice: '' } },
  ].filter((chip) => typeof chip === 'object')
  if (chips.length === 0) return null
  return (
    <div className="mb-5 flex flex-wrap gap-2">
      {chips.map(({ text, without }) => (
        <Chip key={text} to={listAddress(choice, without)}>
          {text}
        </Chip>
      ))}
    </div>
  )
}

const isPublicCategory = (name: string) => publicCategories.some((category) => category === name)

const found = (total: number) => `${total.toLocaleString('en-IN')} Projects Found`
