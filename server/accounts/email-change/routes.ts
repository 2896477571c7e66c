import { emailChange } from '#contract/accounts/email-change.ts'

import { denied } from '../../http/denials.ts'
import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import { toUser } from '../presenter.ts'
import { askForChange, cancelChange, confirmChange, pendingChange } from './service.ts'

export const emailChangeRoutes = (serve: Serve, parts: Parts) =>
  serve(emailChange, {
    pending: async (_, { caller }) => ({ success: true, change: await pendingChange(parts.db, caller.id) }),
    ask: async ({ body }, { caller }) => ({
      success: true,
      change: await askForChange(parts, caller.id, body.email),
      message: 'We sent a code to both addresses. They work for 10 minutes.',
    }),
    confirm: async ({ body }, { caller, request }) => {
      const member = await confirmChange(parts, caller, body).catch(denied(request, caller.id))
      request.log.info({ event: 'email changed', member: caller.id, address: request.ip })
      return { success: true, user: toUser(member), message: `Your email is now ${member.email}.` }
    },
    cancel: async (_, { caller }) => {
      await cancelChange(parts.db, caller.id)
      return { success: true }
    },
  })
