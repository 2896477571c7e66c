import { taxIds } from '#contract/accounts/tax-ids.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { saveTaxIds, taxIdsOf } from './service.ts'

export const taxIdRoutes = (serve: Serve, parts: Pick<Parts, 'db' | 'secret'>) =>
  serve(taxIds, {
    get: async (_received, { caller }) => ({ success: true, taxIds: await taxIdsOf(parts, caller.id) }),
    save: async ({ body }, { caller }) => {
      await saveTaxIds(parts, caller.id, body)
      return { success: true, taxIds: await taxIdsOf(parts, caller.id) }
    },
  })
