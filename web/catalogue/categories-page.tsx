import { Fragment } from 'react'
import { useNavigation } from 'react-router'

import type { CategorySummary } from '#contract/content/categories.ts'
import { formatCount, rupees } from '#contract/kit/format.ts'
import { publicCategories } from '#contract/projects/categories.ts'

import { CallToAction } from '../content/call-to-action.tsx'
import type { Head, PageHandle } from '../shell/page-handle.tsx'
import { apiContext } from '../shell/session/api.ts'
import { categoryAddress } from '../shell/site.ts'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatRow } from '../ui/facts.tsx'
import { Page, PageHead, Section, SectionHeading } from '../ui/page.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/placeholders.tsx'
import { Rating } from '../ui/rating.tsx'
import { Sheet } from '../ui/sheet.tsx'
import type { Route } from './+types/categories-page'
import { toCard, type CardData } from './card.server.ts'
import { averagePrice, catalogueStats, CategoryCard } from './category-card.tsx'
import { cardGrid, ProjectCard } from './project-card.tsx'

export const handle: PageHandle = {
  reads: ['category'],
  failure: { title: 'Failed to load categories', text: 'Something went wrong on the way. Please try again.' },
  sitemap: ['/categories'],
}

/**
 * Loads the categories and the open one, which the address names, so that it can be shared and opens without scripts.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const asked = categoryIn(url.search)
  const [{ categories }, opened] = await Promise.all([
    api.categories.list(),
    // The page is useful without it, and the server has logged the failure.
    asked ? api.categories.get({ params: { name: asked } }).catch(() => undefined) : undefined,
  ])
  const shown = categories.filter(({ name, count }) => count > 0 || isPublic(name))
  return {
    head: {
      origin: url.origin,
      path: '/categories',
      title: 'Project categories | Readymade',
      description: `Ready-made coding projects by category: ${shown.map(({ name }) => name).join(', ')}. Prices, ratings and technologies compared.`,
    } satisfies Head,
    categories: shown,
    asked,
    featured: opened?.category.featuredProjects.map(toCard),
  }
}

export default function CategoriesPage({ loaderData }: Route.ComponentProps) {
  const { categories, asked, featured } = loaderData
  const { location } = useNavigation()
  const pending = location?.pathname === '/categories' ? categoryIn(location.search) : asked
  const shown = pending === asked ? (featured ?? 'failed') : 'loading'
  return (
    <>
      <Page>
        <PageHead title="Project categories" lead="Find projects for your course, and see what they cost." />
        <StatRow stats={catalogueStats(categories)} />
      </Page>
      <Section labelledBy="shelves" className="pb-0! md:pb-0! xl:pb-0!">
        <Page>
          <SectionHeading
            id="shelves"
            heavy
            title="All categories"
            lead="Open one to see its best projects here."
          />
          <div className="grid grid-flow-row-dense grid-cols-1 gap-x-5 gap-y-2 sm:grid-cols-2 sm:gap-y-6 xl:grid-cols-3">
            {categories.map((category) => {
              const isOpen = category.name === pending && category.count > 0
              return (
                <Fragment key={category.name}>
                  <CategoryCard category={category} open={isOpen} />
                  {isOpen && <CategoryFeatured {...category} projects={shown} />}
                </Fragment>
              )
            })}
          </div>
        </Page>
      </Section>
      <Section labelledBy="compared">
        <Page>
          <SectionHeading
            id="compared"
            title="Compare categories"
            lead="Counted from the projects that are listed now."
          />
          <CategoryTable categories={categories} />
        </Page>
      </Section>
      <CallToAction title="Not sure which one fits?">
        Tell us your course and what your college asks for. We reply within 24 hours.
      </CallToAction>
    </>
  )
}

const categoryIn = (search: string) => new URLSearchParams(search).get('category')?.slice(0, 60) ?? ''

const isPublic = (name: string) => publicCategories.some((category) => category === name)

/** The best projects of an open category, in a row below its card; skeletons while they load. */
function CategoryFeatured({ name, count, projects }: CategoryFeaturedProps) {
  return (
    <section aria-label={`Featured projects in ${name}`} className="border-ink col-span-full border-y py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 pb-5">
        <h3 className="text-18 md:text-22">{`Featured in ${name}`}</h3>
        <ButtonLink to={categoryAddress(name)} tone="link">
          View All Projects
        </ButtonLink>
      </div>
      {projects === 'loading' ? (
        <Loading text={`Loading projects in ${name}...`} className={cardGrid}>
          {Array.from({ length: Math.min(count, maxShown) }, (_, card) => (
            <CardSkeleton key={card} />
          ))}
        </Loading>
      ) : projects === 'failed' ? (
        <p className="text-quiet">They could not be loaded just now. The full list may still work.</p>
      ) : (
        <div className={cardGrid}>
          {projects.slice(0, maxShown).map((project) => (
            <ProjectCard key={project._id} project={project} />
          ))}
        </div>
      )}
    </section>
  )
}

/** Maximum number of projects: one row on wide screens. */
const maxShown = 3

/** A placeholder of the size of a project's card. */
function CardSkeleton() {
  return (
    <span className="rounded-sheet border-rule bg-sheet block overflow-hidden border">
      <Skeleton className="aspect-16/10 rounded-none!" />
      <span className="block space-y-3 p-4">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-6 w-4/5" />
        <SkeletonText lines={2} />
        <Skeleton className="h-6 w-3/5" />
        <Skeleton className="h-9 w-28" />
      </span>
    </span>
  )
}

interface CategoryFeaturedProps {
  name: string
  count: number
  projects: readonly CardData[] | 'loading' | 'failed'
}

/** A table that compares the figures of the categories. */
function CategoryTable({ categories }: { categories: readonly CategorySummary[] }) {
  return (
    <Sheet className="overflow-hidden">
      <DataTable
        caption="Categories compared"
        columns={columns}
        rows={categories}
        rowKey={({ name }) => name}
        folds="few"
        className="max-h-none!"
      />
    </Sheet>
  )
}

const priced = (price: (category: CategorySummary) => string) => (category: CategorySummary) =>
  category.count === 0 ? '–' : price(category)

const columns: readonly Column<CategorySummary>[] = [
  {
    key: 'name',
    head: 'Category',
    cell: ({ name }) => (
      <TextLink to={categoryAddress(name)} className="font-semibold whitespace-nowrap">
        {name}
      </TextLink>
    ),
  },
  { key: 'count', head: 'Projects', figures: true, cell: ({ count }) => formatCount(count) },
  { key: 'min', head: 'Lowest', figures: true, cell: priced(({ minPrice }) => rupees(minPrice)) },
  { key: 'average', head: 'Average', figures: true, cell: priced(averagePrice) },
  { key: 'max', head: 'Highest', figures: true, cell: priced(({ maxPrice }) => rupees(maxPrice)) },
  {
    key: 'rating',
    head: 'Rating',
    figures: true,
    cell: ({ avgRating, reviews }) => <Rating value={avgRating} count={reviews} />,
  },
  {
    key: 'technologies',
    head: 'Most used',
    className: 'text-13 text-quiet min-w-28',
    cell: ({ technologies }) => technologies.slice(0, 2).join(', ') || '–',
  },
]
