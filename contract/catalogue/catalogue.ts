import { endpoint } from '../kit/endpoint.ts'
import { Done, line } from '../kit/fields.ts'
import { limits } from '../kit/limits.ts'
import { schemaNames, z } from '../kit/zod.ts'
import { correctedSearch } from '../projects/list.ts'
import { ProjectCard } from '../projects/project.ts'

/**
 * A category with its number of projects. `minPrice` in rupees; `thumbnail` is the address of a picture of its best
 * project. Both are null when there is none.
 */
const CategoryCount = z.object({
  name: z.string(),
  count: z.int(),
  minPrice: z.number().nullable(),
  thumbnail: z.string().nullable(),
})
schemaNames.add(CategoryCount, { id: 'CategoryCount' })

export const catalogue = {
  suggestions: endpoint({
    method: 'GET',
    path: '/projects/suggestions',
    failure: 'Failed to search projects',
    summary:
      'What a search may be meant for while it is typed: titles of published projects and technologies.',
    access: 'anyone',
    query: z.object({ search: line(limits.search) }),
    reply: Done.extend({
      /** `thumbnail`: the address of a small picture. */
      titles: z.array(z.object({ _id: z.string(), title: z.string(), thumbnail: z.string().nullable() })),
      technologies: z.array(z.object({ name: z.string(), count: z.int() })),
      correctedSearch,
    }),
  }),
  featured: endpoint({
    method: 'GET',
    path: '/projects/featured',
    failure: 'Failed to load featured projects',
    summary: `The featured projects in their order, at most ${limits.featuredCall}; the best selling follow where they are fewer than home shows.`,
    access: 'anyone',
    reply: Done.extend({ projects: z.array(ProjectCard) }),
  }),
  categories: endpoint({
    method: 'GET',
    path: '/projects/categories',
    summary: 'The categories with the number of published projects in each.',
    access: 'anyone',
    reply: Done.extend({
      categories: z.array(CategoryCount),
    }),
  }),
  technologies: endpoint({
    method: 'GET',
    path: '/projects/technologies',
    summary: 'The technologies of the published projects, most used first.',
    access: 'anyone',
    reply: Done.extend({ technologies: z.array(z.object({ name: z.string(), count: z.int() })) }),
  }),
}
