import { accounts } from '#contract/accounts.ts'

import { signedOut } from '../http/access-token.ts'
import { countTry } from '../http/attempts.ts'
import { denied } from '../http/denials.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { emailChecksFrom } from './codes/allowances.ts'
import { sendCode, verifyCode } from './codes/service.ts'
import { memberByEmail, memberById, updateMember } from './queries.ts'
import { endSession, refreshSession } from './service.ts'
import { userOf } from './user.ts'

export const accountRoutes = (serve: Serve, parts: Parts) =>
  serve(accounts, {
    sendOtp: async ({ body }, { request }) => {
      const sessionToken = await sendCode(parts, request.ip, body.email)
      return { success: true, sessionToken, message: 'We sent you a code. It works for 10 minutes.' }
    },
    checkEmail: async ({ body }, { request }) => {
      await countTry(parts.db, emailChecksFrom(request.ip))
      return { success: true, exists: (await memberByEmail(parts.db, body.email)) !== undefined }
    },
    verifyOtp: async ({ body }, { request }) => {
      const { member, tokens } = await verifyCode(parts, request.ip, body).catch(denied(request, body.email))
      request.log.info({ event: 'signed in', member: member.id, address: request.ip })
      return { success: true, tokens, user: userOf(member), message: 'You are signed in.' }
    },
    logout: async (_, { caller, request }) => {
      await endSession(parts, caller)
      request.log.info({ event: 'signed out', member: caller.id, address: request.ip })
      return { success: true, message: 'You are signed out.' }
    },
    refresh: async ({ body }) => ({ success: true, tokens: await refreshSession(parts, body.refreshToken) }),
    profile: async (_, { caller }) => {
      const member = await memberById(parts.db, caller.id)
      if (!member) throw signedOut()
      return { success: true, user: userOf(member) }
    },
    updateProfile: async ({ body }, { caller }) => ({
      success: true,
      user: userOf(await updateMember(parts.db, caller.id, body)),
      message: 'Profile updated successfully!',
    }),
  })
