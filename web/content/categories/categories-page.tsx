import { Fragment } from 'react'
import { useNavigation } from 'react-router'

import { publicCategories } from '#contract/projects/lists.ts'

import { apiContext } from '../../api.ts'
import { drawnCard } from '../../catalogue/card/drawn-card.server.ts'
import type { PageHandle } from '../../page-handle.ts'
import { headTags } from '../../shell/head.server.ts'
import { StatRow } from '../../ui/data/stat-row.tsx'
import { LoadFailed } from '../../ui/layout/load-failed.tsx'
import { Page, PageHead, Section } from '../../ui/layout/page.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { CallToAction } from '../call-to-action.tsx'
import type { Route } from './+types/categories-page'
import { CategoryCard } from './category-card.tsx'
import { CategoryFeatured } from './category-featured.tsx'
import { catalogueStats } from './category-figures.ts'
import { CategoryTable } from './category-table.tsx'

export const handle = { isPublic: true, sitemap: ['/categories'] } satisfies PageHandle

/** The opened category stands in the address, so that it can be shared and opens without scripts. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const asked = categoryIn(url.search)
  const [{ categories }, opened] = await Promise.all([
    api.content.categories(),
    // The page is worth showing without it; the server has logged why.
    asked ? api.content.category({ params: { name: asked } }).catch(() => undefined) : undefined,
  ])
  const shown = categories.filter(({ name, count }) => count > 0 || isPublic(name))
  return {
    head: headTags({
      origin: url.origin,
      path: '/categories',
      title: 'Project categories | Readymade',
      description: `Ready-made coding projects by category: ${shown.map(({ name }) => name).join(', ')}. Prices, ratings and technologies compared.`,
    }),
    categories: shown,
    asked,
    featured: opened?.category.featuredProjects.map(drawnCard),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.head ?? [{ title: 'Readymade' }]

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
            title="All categories"
            lead="Open one to see its best projects here."
          />
          <div className="grid grid-flow-row-dense grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2 xl:grid-cols-3">
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

export const ErrorBoundary = () => (
  <LoadFailed title="Failed to load categories">
    Something went wrong on the way. Please try again.
  </LoadFailed>
)

const categoryIn = (search: string) => new URLSearchParams(search).get('category')?.slice(0, 60) ?? ''

const isPublic = (name: string) => publicCategories.some((category) => category === name)
