import { emailChange, sessions } from '#contract/accounts/account-settings.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { notices } from '#contract/accounts/notices.ts'
import { limits } from '#contract/kit/limits.ts'

import type { Area, Dependencies } from '../dependencies.ts'
import { partsOf } from '../platform/http/bodies.ts'
import { logRefusal, type Serve } from '../platform/http/serve.ts'
import { countAttempt } from '../platform/rate-limits/rate-limits.ts'
import { signedOut } from '../platform/sessions/access-token.ts'
import { deviceOf } from '../platform/sessions/device.ts'
import { linkMinutes } from '../platform/sessions/one-time-links.ts'
import { revokeSessionsOf } from '../platform/sessions/queries.ts'
import { avatarRoutes, changeAvatar, removeAvatar } from './avatars.ts'
import { requireAllowedDomain } from './blocked-domains.ts'
import { bounceRoutes } from './bounces.ts'
import {
  requestEmailChange,
  cancelEmailChange,
  confirmEmailChange,
  pendingEmailChange,
} from './email-change.ts'
import { keepLeftBehind } from './left-behind-queries.ts'
import { memberByEmail, memberById } from './lookup-queries.ts'
import { createNotice, listNotices, moveNoticeTo } from './notices/service.ts'
import { toUser } from './presenter.ts'
import { updateOwnProfile } from './public-profile.ts'
import { emailChecksFrom } from './rate-limits.ts'
import { sendCode } from './send-code.ts'
import { endOwnSession, endSession, ownSessions, refreshSession } from './service.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { checkReferralCode, verifyCode, verifyLink } from './verify-code.ts'

export const registerAccounts: Area = ({ app, serve }, dependencies) => {
  accountRoutes(serve, dependencies)
  sessionRoutes(serve, dependencies)
  emailChangeRoutes(serve, dependencies)
  noticeRoutes(serve, dependencies)
  void app.register(bounceRoutes(dependencies), { prefix: '/api' })
  avatarRoutes(app, dependencies)
  void app.register((own) => unsubscribeRoutes(own, dependencies))
}

const accountRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(accounts, {
    sendOtp: async ({ body }, { request }) => {
      if (body.referralCode) await checkReferralCode(dependencies.db, request.ip, body.referralCode)
      // By the domain alone, so that it does not reveal who has an account there.
      if (body.isSignUp) await requireAllowedDomain(dependencies.db, body.email)
      const sent = await sendCode(dependencies, request.ip, body.email)
      const message = sent.onlyLink
        ? `We sent you a link. It works for ${linkMinutes} minutes.`
        : 'We sent you a code. It works for 10 minutes.'
      return { ...sent, message }
    },
    checkEmail: async ({ body }, { request }) => {
      await countAttempt(dependencies.db, emailChecksFrom(request.ip))
      return { exists: (await memberByEmail(dependencies.db, body.email)) !== undefined }
    },
    verifyOtp: async ({ body }, { request }) => {
      const { member, ...signedIn } = await verifyCode(dependencies, request.ip, {
        ...body,
        device: deviceOf(request),
      }).catch(logRefusal(request, body.email))
      request.log.info({ event: 'signed in', member: member.id, address: request.ip })
      return { ...signedIn, user: toUser(member), message: 'You are signed in.' }
    },
    verifyLink: async ({ body: { linkToken, userData } }, { request }) => {
      const { member, ...signedIn } = await verifyLink(dependencies, linkToken, {
        userData,
        device: deviceOf(request),
      }).catch(logRefusal(request, 'by link'))
      request.log.info({ event: 'signed in', member: member.id, address: request.ip })
      return { ...signedIn, user: toUser(member), message: 'You are signed in.' }
    },
    leaveBehind: async ({ body: { entries } }, { caller: { id, sessionId } }) => {
      await dependencies.db.transaction().execute((trx) => keepLeftBehind(trx, id, sessionId, entries))
      return {}
    },
    logout: async (_, { caller, request }) => {
      await endSession(dependencies, caller)
      request.log.info({ event: 'signed out', member: caller.id, address: request.ip })
      return { message: 'You are signed out.' }
    },
    refresh: async ({ body }, { request }) => ({
      tokens: await refreshSession(dependencies, body.refreshToken, deviceOf(request)),
    }),
    profile: async (_, { caller }) => {
      const member = await memberById(dependencies.db, caller.id)
      if (!member) throw signedOut()
      return { user: toUser(member) }
    },
    updateProfile: async ({ body }, { caller }) => ({
      user: toUser(await updateOwnProfile(dependencies.db, caller.id, body)),
      message: 'Profile updated successfully!',
    }),
    changeAvatar: async (_, { caller, request }) => {
      const member = await changeAvatar(dependencies, caller.id, partsOf(request, limits.imageBytes))
      const user = toUser(member)
      return { user, url: user.profilePicture!, message: 'Avatar updated' }
    },
    removeAvatar: async (_, { caller }) => ({
      user: toUser(await removeAvatar(dependencies, caller.id)),
      message: 'Avatar removed',
    }),
  })

const emailChangeRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(emailChange, {
    pending: async (_, { caller }) => ({ change: await pendingEmailChange(dependencies.db, caller.id) }),
    ask: async ({ body }, { caller }) => ({
      change: await requestEmailChange(dependencies, caller.id, body.email),
      message: 'We sent a code to both addresses. They work for 10 minutes.',
    }),
    confirm: async ({ body }, { caller, request }) => {
      const member = await confirmEmailChange(dependencies, caller, body).catch(
        logRefusal(request, caller.id),
      )
      request.log.info({ event: 'email changed', member: caller.id, address: request.ip })
      return { user: toUser(member), message: `Your email is now ${member.email}.` }
    },
    cancel: async (_, { caller }) => {
      await cancelEmailChange(dependencies.db, caller.id)
    },
  })

const sessionRoutes = (serve: Serve, { db }: Dependencies) =>
  serve(sessions, {
    mine: async (_, { caller }) => ({ sessions: await ownSessions(db, caller) }),
    end: async ({ params }, { caller, request }) => {
      await endOwnSession(db, caller.id, params.id)
      request.log.info({ event: 'session ended', member: caller.id, address: request.ip })
      return { message: 'This device is signed out.' }
    },
    endOthers: async (_, { caller, request }) => {
      const ended = await revokeSessionsOf(db, caller.id, { except: caller.sessionId })
      request.log.info({ event: 'other sessions ended', member: caller.id, address: request.ip, ended })
      return { ended, message: 'All other devices are signed out.' }
    },
  })

const noticeRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(notices, {
    list: () => listNotices(dependencies.db),
    create: async ({ body }, { caller }) => ({ notice: await createNotice(dependencies, caller, body) }),
    move: async ({ params, body }, { caller }) => ({
      notice: await moveNoticeTo(dependencies, caller, params.id, body.action),
    }),
  })
