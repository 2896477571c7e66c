import { personalData } from '#contract/accounts/personal-data.ts'

import { denied } from '../http/denials.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { askForDeletion, deleteAccount, deletionOf } from './deletion/service.ts'
import { linkToExport } from './export/link.ts'
import { askForExport, newestExport } from './export/service.ts'

export const personalDataRoutes = (serve: Serve, parts: Parts) =>
  serve(personalData, {
    export: async (_, { caller }) => ({ success: true, export: await newestExport(parts.db, caller.id) }),
    askForExport: async (_, { caller, request }) => {
      const asked = await askForExport(parts, caller.id)
      request.log.info({ event: 'data export', member: caller.id, address: request.ip })
      return { success: true, export: asked, message: 'We collect your data and mail you when it is ready.' }
    },
    exportLink: async (_, { caller }) => ({ success: true, ...(await linkToExport(parts, caller.id)) }),
    deletion: async (_, { caller }) => ({ success: true, deletion: await deletionOf(parts.db, caller.id) }),
    askForDeletion: async (_, { caller }) => ({
      success: true,
      sentAt: (await askForDeletion(parts, caller.id)).toISOString(),
      message: 'We sent you a code. It works for 10 minutes.',
    }),
    deleteAccount: async ({ body }, { caller, request }) => {
      await deleteAccount(parts, caller.id, body).catch(denied(request, caller.id))
      request.log.info({ event: 'account deleted', member: caller.id, address: request.ip })
      return { success: true, message: 'Your account is deleted.' }
    },
  })
