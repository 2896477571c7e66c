import { endpoint } from '../kit/endpoint.ts'
import { Done, line, prose, text } from '../kit/fields.ts'
import { Pagination } from '../kit/paging.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { categories as categoryNames } from '../projects/categories.ts'
import { ListQuery } from '../projects/list.ts'
import { ProjectCard } from '../projects/project.ts'
import { Icon } from './content.ts'

/** The written texts of a category; everything else about it is computed. */
export const CategoryText = z.object({
  name: z.enum(categoryNames),
  icon: Icon,
  description: prose(2000).min(1),
  features: z.array(line(120).min(1)).max(8),
})
export type CategoryText = z.infer<typeof CategoryText>

/**
 * A category with figures of its published projects. Prices in rupees, two decimals; all figures are 0 when there are
 * no projects, `avgRating` also without reviews. `technologies` has the most used first, `thumbnails` the addresses of
 * up to three pictures of its best projects.
 */
export const CategorySummary = CategoryText.extend({
  technologies: z.array(z.string()),
  thumbnails: z.array(z.string()),
  count: z.int(),
  avgPrice: z.number(),
  minPrice: z.number(),
  maxPrice: z.number(),
  avgRating: z.number(),
  /** The number of reviews behind the rating. */
  reviews: z.int(),
})
schemaNames.add(CategorySummary, { id: 'CategorySummary' })
export type CategorySummary = z.infer<typeof CategorySummary>

const ofCategory = z.object({ name: text(100) })

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/categories',
    failure: 'Failed to load categories',
    summary: 'Every category, described, with figures of its published projects.',
    access: 'anyone',
    reply: Done.extend({ categories: z.array(CategorySummary) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/categories/:name',
    failure: 'Failed to load categories',
    summary: 'One category with its featured projects, best first. A slash in the name is sent as %2F.',
    access: 'anyone',
    params: ofCategory,
    reply: Done.extend({
      category: CategorySummary.extend({ featuredProjects: z.array(ProjectCard) }),
    }),
  }),
  projects: endpoint({
    method: 'GET',
    path: '/categories/:name/projects',
    failure: 'Failed to fetch projects',
    summary: 'Published projects of one category, filtered and sorted as the list is.',
    access: 'anyone',
    params: ofCategory,
    query: ListQuery.omit({ category: true, status: true }),
    reply: Done.extend({ projects: z.array(ProjectCard), pagination: Pagination }),
  }),
}
