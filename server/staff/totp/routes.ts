import { totp } from '#contract/staff/totp.ts'

import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import { beginTotp, confirmTotp, removeTotp } from './enrolment.ts'

export const totpRoutes = (serve: Serve, parts: Parts) =>
  serve(totp, {
    begin: async ({ body }, { caller }) => ({
      success: true,
      ...(await beginTotp(parts, caller, body.currentPassword)),
    }),
    confirm: async ({ body }, { caller }) => ({
      success: true,
      recoveryCodes: await confirmTotp(parts, caller, body.code),
    }),
    remove: async ({ body }, { caller }) => {
      await removeTotp(parts, caller, body)
      return { success: true }
    },
  })
