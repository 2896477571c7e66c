import { sessions } from '#contract/accounts/sessions.ts'

import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import { revokeSessionsOf } from '../../sessions/service.ts'
import { endOwnSession, ownSessions } from './service.ts'

export const sessionRoutes = (serve: Serve, { db }: Pick<Parts, 'db'>) =>
  serve(sessions, {
    mine: async (_, { caller }) => ({ success: true, sessions: await ownSessions(db, caller) }),
    end: async ({ params }, { caller, request }) => {
      await endOwnSession(db, caller.id, params.id)
      request.log.info({ event: 'session ended', member: caller.id, address: request.ip })
      return { success: true, message: 'This device is signed out.' }
    },
    endOthers: async (_, { caller, request }) => {
      const ended = await revokeSessionsOf(db, caller.id, { except: caller.sessionId })
      request.log.info({ event: 'other sessions ended', member: caller.id, address: request.ip, ended })
      return { success: true, ended, message: 'All other devices are signed out.' }
    },
  })
