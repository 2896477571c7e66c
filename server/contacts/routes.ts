import { contacts } from '#contract/contacts.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { replyStats } from './queries.ts'
import { receiveMessage } from './service.ts'

export const contactRoutes = (serve: Serve, parts: Parts) =>
  serve(contacts, {
    send: async ({ body }) => {
      const answerBy = await receiveMessage(parts, body)
      return { success: true, message: 'Message Sent Successfully!', answerBy: answerBy.toISOString() }
    },
    stats: async () => ({ success: true, stats: await replyStats(parts.db) }),
  })
