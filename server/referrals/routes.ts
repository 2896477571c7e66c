import { referrals } from '#contract/referrals.ts'

import { contentDisposition } from '../http/attachment.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { salesFileOf, salesReferredBy } from './sales.ts'
import { referralsOf } from './service.ts'

export const referralRoutes = (serve: Serve, { db }: Parts) =>
  serve(referrals, {
    mine: async ({ query }, { caller }) => ({ success: true, ...(await referralsOf(db, caller.id, query)) }),
    sales: async ({ query }, { caller }) => ({
      success: true,
      ...(await salesReferredBy(db, caller.id, query)),
    }),
    salesFile: async (_received, { caller, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('readymade-referred-sales.csv'))
        .send(await salesFileOf(db, caller.id)),
  })
