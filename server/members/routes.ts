import { members } from '#contract/members.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { profileOf } from './service.ts'

export const memberRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(members, {
    get: async ({ params, query }) => ({ success: true, ...(await profileOf(db, params.id, query)) }),
  })
