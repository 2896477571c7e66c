import { staffContacts } from '#contract/staff/contacts.ts'

import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import { bulkUpdate, contactAt, contactsIn, replyTo, setContactStatus } from './service.ts'

export const staffContactRoutes = (serve: Serve, parts: Parts) =>
  serve(staffContacts, {
    list: async ({ query }) => ({ success: true, ...(await contactsIn(parts.db, query)) }),
    get: async ({ params }) => ({ success: true, contact: await contactAt(parts.db, params.id) }),
    setStatus: async ({ params, body }, { caller }) => ({
      success: true,
      contact: await setContactStatus(parts.db, caller, params.id, body.status),
    }),
    reply: async ({ params, body }, { caller }) => ({
      success: true,
      contact: await replyTo(parts, caller, params.id, body),
    }),
    bulkUpdate: async ({ body }, { caller }) => {
      const results = await bulkUpdate(parts.db, caller, body.contactIds, body.action)
      return { success: true, updated: results.filter(({ success }) => success).length, results }
    },
  })
