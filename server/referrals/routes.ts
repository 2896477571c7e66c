import { referrals } from '#contract/referrals.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { referralsOf } from './service.ts'

export const referralRoutes = (serve: Serve, { db }: Parts) =>
  serve(referrals, {
    mine: async ({ query }, { caller }) => ({ success: true, ...(await referralsOf(db, caller.id, query)) }),
  })
