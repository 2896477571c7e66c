import { staff } from '#contract/staff.ts'

import { denied } from '../http/denials.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { accountOf, changePassword, rename, setPassword } from './account/service.ts'
import { demoCredentials } from './first-admin.ts'
import { toAdmin } from './presenter.ts'
import { signOut } from './service.ts'
import { signIn, signInByLink } from './sign-in.ts'

export const staffRoutes = (serve: Serve, parts: Parts) =>
  serve(staff, {
    login: async ({ body }, { request }) => {
      const { admin, token, notice } = await signIn(parts, request.ip, body).catch(
        denied(request, body.email),
      )
      request.log.info({ event: 'signed in', staff: admin.id, address: request.ip })
      return { success: true, token, admin: toAdmin(admin), notice }
    },
    loginByLink: async ({ body: { linkToken, code } }, { request }) => {
      const { admin, token, notice } = await signInByLink(parts, request.ip, linkToken, code).catch(
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
    profile: async (_, { caller }) => ({ success: true, admin: await accountOf(parts.db, caller) }),
    updateProfile: async ({ body }, { caller }) => ({
      success: true,
      admin: await rename(parts.db, caller, body.name),
    }),
    changePassword: async ({ body }, { caller }) => {
      await changePassword(parts.db, caller, body)
      return { success: true, message: 'Your password is changed. You are signed out everywhere else.' }
    },
    setPassword: async ({ body }) => {
      await setPassword(parts, body.linkToken, body.password)
      return { success: true, message: 'Your password is set. Sign in with it now.' }
    },
    demoCredentials: async () => ({
      success: true,
      credentials: await demoCredentials(parts.db, parts.config),
    }),
  })
