import { staff } from '#contract/staff.ts'

import { denied } from '../http/denials.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { signedOut } from '../sessions/service.ts'
import { demoCredentials } from './first-admin.ts'
import { toAdmin } from './presenter.ts'
import { staffById } from './queries.ts'
import { signOut } from './service.ts'
import { signIn, signInByLink } from './sign-in.ts'

export const staffRoutes = (serve: Serve, parts: Parts) =>
  serve(staff, {
    login: async ({ body: { email, password } }, { request }) => {
      const { admin, token, notice } = await signIn(parts, request.ip, email, password).catch(
        denied(request, email),
      )
      request.log.info({ event: 'signed in', staff: admin.id, address: request.ip })
      return { success: true, token, admin: toAdmin(admin), notice }
    },
    loginByLink: async ({ body: { linkToken } }, { request }) => {
      const { admin, token, notice } = await signInByLink(parts, request.ip, linkToken).catch(
        denied(request, 'by link'),
      )
      request.log.info({ event: 'signed in', staff: admin.id, address: request.ip })
      return { success: true, token, admin: toAdmin(admin), notice }
    },
    logout: async (_, { caller, request }) => {
      await signOut(parts, caller)
      request.log.info({ event: 'signed out', staff: caller.id, address: request.ip })
      return { success: true }
    },
    profile: async (_, { caller }) => {
      const admin = await staffById(parts.db, caller.id)
      if (!admin) throw signedOut()
      return { success: true, admin: toAdmin(admin) }
    },
    demoCredentials: async () => ({
      success: true,
      credentials: await demoCredentials(parts.db, parts.config),
    }),
  })
