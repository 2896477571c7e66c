import { similarity } from '#contract/projects/similarity.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { compared, similarTo } from './service.ts'

export const similarityRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(similarity, {
    get: async ({ params }) => ({ success: true, similarity: await similarTo(db, params.id) }),
    compare: async ({ params }) => ({
      success: true,
      comparison: await compared(db, params.id, params.that),
    }),
  })
