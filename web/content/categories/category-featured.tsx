import type { DrawnCard } from '../../catalogue/card/drawn-card.server.ts'
import { cardGrid, ProjectCard } from '../../catalogue/card/project-card.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Loading, Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx'
import { listOf } from './category-figures.ts'

/** The best projects of an opened category, in a row of their own below its card; skeletons until they have come. */
export function CategoryFeatured({ name, count, projects }: CategoryFeaturedProps) {
  return (
    <section aria-label={`Featured projects in ${name}`} className="border-ink col-span-full border-y py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 pb-5">
        <h3 className="text-18 md:text-22">Featured in {name}</h3>
        <ButtonLink to={listOf(name)} tone="link">
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

/** One row on wide screens. */
const maxShown = 3

/** The size of a project's card. */
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

export interface CategoryFeaturedProps {
  name: string
  count: number
  projects: readonly DrawnCard[] | 'loading' | 'failed'
}
