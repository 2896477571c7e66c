import { admins } from '#contract/staff/admins.ts'

import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import { toStaffAccount } from '../presenter.ts'
import { createStaff, everybody, invite, removeTotpOf, toggleStatus } from './service.ts'

export const adminRoutes = (serve: Serve, parts: Parts) =>
  serve(admins, {
    list: async () => ({ success: true, admins: await everybody(parts.db) }),
    create: async ({ body }, { caller }) => ({
      success: true,
      admin: toStaffAccount(await createStaff(parts, caller, body)),
    }),
    toggleStatus: async ({ params }, { caller }) => ({
      success: true,
      admin: toStaffAccount(await toggleStatus(parts.db, caller, params.id)),
    }),
    invite: async ({ params }, { caller }) => {
      await invite(parts, caller, params.id)
      return { success: true }
    },
    removeTotp: async ({ params }, { caller }) => {
      await removeTotpOf(parts.db, caller, params.id)
      return { success: true }
    },
  })
