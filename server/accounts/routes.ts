import { accounts } from '#contract/accounts.ts'
import { limits } from '#contract/kit/limits.ts'

import { partsOf } from '../http/bodies/multipart.ts'
import { denied } from '../http/denials.ts'
import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { countAttempt } from '../rate-limits/service.ts'
import { deviceOf, linkMinutes, signedOut } from '../sessions/service.ts'
import { changeAvatar, removeAvatar } from './avatars/service.ts'
import { emailChecksFrom } from './codes/rate-limits.ts'
import { checkReferralCode } from './codes/referral-code.ts'
import { sendCode } from './codes/sending.ts'
import { verifyCode, verifyLink } from './codes/verifying.ts'
import { toUser } from './presenter.ts'
import { memberByEmail, memberById, updateMember } from './queries.ts'
import { endSession, refreshSession } from './service.ts'

export const accountRoutes = (serve: Serve, parts: Parts) =>
  serve(accounts, {
    sendOtp: async ({ body }, { request }) => {
      if (body.referralCode) await checkReferralCode(parts.db, request.ip, body.referralCode)
      const sent = await sendCode(parts, request.ip, body.email)
      const message = sent.onlyLink
        ? `We sent you a link. It works for ${linkMinutes} minutes.`
        : 'We sent you a code. It works for 10 minutes.'
      return { success: true, ...sent, message }
    },
    checkEmail: async ({ body }, { request }) => {
      await countAttempt(parts.db, emailChecksFrom(request.ip))
      return { success: true, exists: (await memberByEmail(parts.db, body.email)) !== undefined }
    },
    verifyOtp: async ({ body }, { request }) => {
      const { member, tokens, notice } = await verifyCode(parts, request.ip, {
        ...body,
        device: deviceOf(request),
      }).catch(denied(request, body.email))
      request.log.info({ event: 'signed in', member: member.id, address: request.ip })
      return { success: true, tokens, user: toUser(member), message: 'You are signed in.', notice }
    },
    verifyLink: async ({ body: { linkToken, userData } }, { request }) => {
      const { member, tokens, notice } = await verifyLink(parts, linkToken, {
        userData,
        device: deviceOf(request),
      }).catch(denied(request, 'by link'))
      request.log.info({ event: 'signed in', member: member.id, address: request.ip })
      return { success: true, tokens, user: toUser(member), message: 'You are signed in.', notice }
    },
    logout: async (_, { caller, request }) => {
      await endSession(parts, caller)
      request.log.info({ event: 'signed out', member: caller.id, address: request.ip })
      return { success: true, message: 'You are signed out.' }
    },
    refresh: async ({ body }, { request }) => ({
      success: true,
      tokens: await refreshSession(parts, body.refreshToken, deviceOf(request)),
    }),
    profile: async (_, { caller }) => {
      const member = await memberById(parts.db, caller.id)
      if (!member) throw signedOut()
      return { success: true, user: toUser(member) }
    },
    updateProfile: async ({ body }, { caller }) => ({
      success: true,
      user: toUser(await updateMember(parts.db, caller.id, body)),
      message: 'Profile updated successfully!',
    }),
    changeAvatar: async (_, { caller, request }) => {
      const member = await changeAvatar(parts, caller.id, partsOf(request, limits.imageBytes))
      const user = toUser(member)
      return { success: true, user, url: user.profilePicture!, message: 'Avatar updated' }
    },
    removeAvatar: async (_, { caller }) => ({
      success: true,
      user: toUser(await removeAvatar(parts, caller.id)),
      message: 'Avatar removed',
    }),
  })
