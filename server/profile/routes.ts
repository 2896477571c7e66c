import { profile } from '#contract/profile.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { countsOf, overviewOf } from './service.ts'

/** What a profile shows of several nouns; none of them knows this one. */
export const profileRoutes = (serve: Serve, { db }: Parts) =>
  serve(profile, {
    counts: async (_received, { caller }) => ({ success: true, ...(await countsOf(db, caller.id)) }),
    overview: async (_received, { caller }) => ({ success: true, ...(await overviewOf(db, caller.id)) }),
  })
