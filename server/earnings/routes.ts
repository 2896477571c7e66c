import { earnings } from '#contract/accounts/earnings.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { earningsOf } from './service.ts'
import { yearlyStatement } from './statement.ts'

/** What an owner sees of several nouns: the ledger, the projects and their views. None of them knows this one. */
export const earningRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(earnings, {
    get: async ({ query }, { caller }) => ({
      success: true,
      ...(await earningsOf(db, caller.id, query.days)),
    }),
    statement: async ({ query }, { caller }) => ({
      success: true,
      ...(await yearlyStatement(db, caller.id, query.year)),
    }),
  })
