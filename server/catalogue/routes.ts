import { limits } from '#contract/kit/limits.ts'
import { rupeesOf } from '#contract/kit/money.ts'
import type { projects } from '#contract/projects.ts'
import { categories } from '#contract/projects/lists.ts'

import type { Handlers } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { countCategories, countTechnologies, featured, suggest } from './service.ts'

/** Of the calls about projects those that answer everybody alike. */
export const catalogueHandlers = ({ db }: Pick<Parts, 'db'>) =>
  ({
    suggestions: async ({ query }) => ({ success: true, ...(await suggest(db, query.search)) }),
    featured: async () => ({ success: true, projects: await featured(db, limits.featured + 1) }),
    categories: async () => {
      const counted = new Map((await countCategories(db)).map((row) => [row.category, row]))
      return {
        success: true,
        categories: categories.map((name) => {
          const { count = 0, minPricePaise = null } = counted.get(name) ?? {}
          return { name, count, minPrice: minPricePaise === null ? null : rupeesOf(minPricePaise) }
        }),
      }
    },
    technologies: async () => ({ success: true, technologies: await countTechnologies(db) }),
  }) satisfies Partial<Handlers<typeof projects>>
