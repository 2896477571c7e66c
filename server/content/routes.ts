import { content } from '#contract/content.ts'
import { limits } from '#contract/kit/limits.ts'

import { listPublished } from '../catalogue/service.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import {
  describeCompany,
  describeContact,
  describeSite,
  describeTeam,
  homeFigures,
  listCategories,
  oneCategory,
} from './service.ts'
import { staffsPage } from './support/staffs-page.ts'

export const contentRoutes = (serve: Serve, { db, config }: Parts) =>
  serve(content, {
    categories: async () => ({ success: true, categories: await listCategories(db) }),
    category: async ({ params }) => {
      const category = await oneCategory(db, params.name)
      const best = { category: category.name, sort: 'featured', page: 1, limit: limits.featured } as const
      const { projects } = await listPublished(db, best)
      return { success: true, category: { ...category, featuredProjects: projects } }
    },
    categoryProjects: async ({ params, query }) => {
      const { name } = await oneCategory(db, params.name)
      return { success: true, ...(await listPublished(db, { ...query, category: name })) }
    },
    about: async () => ({ success: true, about: await describeCompany(db) }),
    team: async () => ({ success: true, team: await describeTeam(db) }),
    figures: async () => ({ success: true, figures: await homeFigures(db, config) }),
    site: async () => ({ success: true, site: await describeSite(db) }),
    support: async ({ params }) => ({
      success: true,
      page: await staffsPage(db, config, params.page),
    }),
    contact: async () => ({ success: true, contact: await describeContact(db, config) }),
  })
