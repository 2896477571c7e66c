import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

import { limits } from '#contract/kit/limits.ts'
import { projects } from '#contract/projects.ts'

import { avatarRoutes } from './accounts/avatars/media.ts'
import { bounceRoutes } from './accounts/bounces/routes.ts'
import { emailChangeRoutes } from './accounts/email-change/routes.ts'
import { sessionRoutes } from './accounts/own-sessions/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { identifyMember } from './accounts/service.ts'
import { unsubscribeRoutes } from './accounts/unsubscribe/routes.ts'
import { countDays } from './analytics/daily-counter.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { browserErrorRoutes } from './browser-errors/routes.ts'
import { catalogueHandlers } from './catalogue/routes.ts'
import { staffContactRoutes } from './contacts/desk/routes.ts'
import { contactRoutes } from './contacts/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { crawlerRoutes } from './crawlers/routes.ts'
import { qrCodeRoute } from './crawlers/sharing/qr-code.ts'
import { sharingRoutes } from './crawlers/sharing/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { ping } from './database/connection.ts'
import { isOutage } from './database/outage.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { noteDispute } from './disputes/service.ts'
import { earningRoutes } from './earnings/routes.ts'
import { findingRoutes } from './findings/routes.ts'
import { followRoutes } from './follows/routes.ts'
import { readableAddress } from './http/address.ts'
import { type ClientTimeouts, cutSlowClients } from './http/bodies/slow-clients.ts'
import { compressTexts } from './http/compression.ts'
import { secureHeaders } from './http/headers.ts'
import { answerHealth } from './http/health.ts'
import { setNoStore } from './http/no-store.ts'
import { describeApi } from './http/openapi.ts'
import { answerProblems } from './http/problems.ts'
import { type Serve, serveOn } from './http/serve.ts'
import type { Identify } from './http/session.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { licenceRoutes } from './licences/routes.ts'
import { listingHandlers, staffListingRoutes } from './listings/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { staffMemberRoutes } from './members/staff/routes.ts'
import { type PoolFigures, serveMetrics } from './metrics/serve.ts'
import { orderDeskRoutes } from './order-desk/routes.ts'
import { couponRoutes } from './orders/coupons/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { paymentWebhook } from './orders/webhook.ts'
import { admitCalls, limitOverload, type OverloadLimits } from './overload/admission.ts'
import { serveCachedPages } from './page-cache/serve-cached.ts'
import type { Parts } from './parts.ts'
import { sandboxRoutes } from './payments/routes.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { exportRoutes } from './personal-data/export/link.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { projectHandlers } from './projects/routes.ts'
import { questionRoutes } from './questions/routes.ts'
import { recallRoutes } from './recalls/routes.ts'
import { referralRoutes } from './referrals/routes.ts'
import { refundRequestRoutes } from './refund-requests/routes.ts'
import { mediaRoutes } from './releases/images/media.ts'
import { reportRoutes } from './releases/reports/link.ts'
import { releaseRoutes } from './releases/routes.ts'
import { sourceRoutes } from './releases/source/routes.ts'
import { reportingRoutes } from './reports/routes.ts'
import { moderationRoutes } from './reviews/moderation/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { runAnswerRoutes } from './run-answers/routes.ts'
import { sampleRoutes } from './samples/routes.ts'
import { claimedAudience, signedOut } from './sessions/service.ts'
import { similarityRoutes } from './similarity/routes.ts'
import { adminRoutes } from './staff/admins/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { identifyStaff } from './staff/service.ts'
import { settingsRoutes } from './staff/settings/routes.ts'
import { totpRoutes } from './staff/totp/routes.ts'
import { viewRoutes } from './views/routes.ts'
import { wishlistRoutes } from './wishlist/routes.ts'
import { taxIdRoutes } from './withholding/routes.ts'

/** The API, assembled in plain sight: what every request passes, then each noun's routes. */
export async function buildApp(
  parts: Parts,
  {
    logger = false,
    dev = false,
    timeouts,
    limits: overloadLimits,
    pool,
  }: Pick<FastifyServerOptions, 'logger'> & {
    dev?: boolean
    timeouts?: ClientTimeouts
    limits?: OverloadLimits
    /** The pool that the parts' database takes its connections from, for /metrics. */
    pool?: PoolFigures
  } = {},
) {
  const { config, gateway } = parts
  const app: FastifyInstance = Fastify({
    logger,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: 1024 * 1024,
    // Enough for the largest file on a slow line. Who sends headers slowly is gone after 20 seconds.
    requestTimeout: 30 * 60_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url }) => readableAddress(url),
    // Given here, Fastify does not load its own, which take 0.1 s at the start; its types know no other.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
  })
  cutSlowClients(app.server, timeouts)
  serveCachedPages(app)
  secureHeaders(app, { https: config.publicUrl.startsWith('https:'), gateway: gateway.name, dev })
  setNoStore(app)
  compressTexts(app)
  answerProblems(app, isOutage)
  limitOverload(app, overloadLimits)
  app.decorateRequest('caller', undefined)
  await app.register(rateLimit, { global: false })
  await app.register(multipart, {
    limits: {
      files: limits.chunkFiles + 1,
      fileSize: limits.reportBytes,
      fields: 20,
      fieldSize: 1024 * 1024,
    },
  })
  serveMetrics(app, { token: config.metricsToken, pool, db: parts.db })
  countDays(app, parts.db)
  answerHealth(app, () => ping(parts.db))
  describeApi(app)
  await app.register(async (calls) => {
    admitCalls(calls)
    await calls.register(async (api) => addNouns(serveOn(api, identifyWith(parts)), parts), {
      prefix: '/api',
    })
    await calls.register(
      paymentWebhook(parts, (trx, gateway, dispute) => noteDispute({ ...parts, gateway }, trx, dispute)),
      { prefix: '/api' },
    )
    await calls.register(bounceRoutes(parts), { prefix: '/api' })
    mediaRoutes(calls, parts)
    avatarRoutes(calls, parts)
    reportRoutes(calls, parts)
    exportRoutes(calls, parts)
    crawlerRoutes(calls, parts)
    sharingRoutes(calls, parts)
    qrCodeRoute(calls, parts)
    await calls.register((own) => unsubscribeRoutes(own, parts))
  })
  return app
}

function addNouns(serve: Serve, parts: Parts) {
  accountRoutes(serve, parts)
  sessionRoutes(serve, parts)
  emailChangeRoutes(serve, parts)
  personalDataRoutes(serve, parts)
  profileRoutes(serve, parts)
  earningRoutes(serve, parts)
  taxIdRoutes(serve, parts)
  referralRoutes(serve, parts)
  memberRoutes(serve, parts)
  staffMemberRoutes(serve, parts)
  followRoutes(serve, parts)
  staffRoutes(serve, parts)
  adminRoutes(serve, parts)
  totpRoutes(serve, parts)
  settingsRoutes(serve, parts)
  auditRoutes(serve, parts)
  dashboardRoutes(serve, parts)
  analyticsRoutes(serve, parts)
  contactRoutes(serve, parts)
  staffContactRoutes(serve, parts)
  contentRoutes(serve, parts)
  serve(projects, { ...catalogueHandlers(parts), ...projectHandlers(parts), ...listingHandlers(parts) })
  staffListingRoutes(serve, parts)
  orderRoutes(serve, parts)
  orderDeskRoutes(serve, parts)
  invoiceRoutes(serve, parts)
  couponRoutes(serve, parts)
  refundRequestRoutes(serve, parts)
  disputeRoutes(serve, parts)
  recallRoutes(serve, parts)
  payoutRoutes(serve, parts)
  licenceRoutes(serve, parts)
  runAnswerRoutes(serve, parts)
  sandboxRoutes(serve, parts)
  releaseRoutes(serve, parts)
  sourceRoutes(serve, parts)
  sampleRoutes(serve, parts)
  findingRoutes(serve, parts)
  similarityRoutes(serve, parts)
  reviewRoutes(serve, parts)
  moderationRoutes(serve, parts)
  reportingRoutes(serve, parts)
  questionRoutes(serve, parts)
  viewRoutes(serve, parts)
  browserErrorRoutes(serve, parts)
  wishlistRoutes(serve, parts)
}

const identifyWith =
  (parts: Parts): Identify =>
  async (authorization) => {
    if (!authorization) return undefined
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
    if (!token) throw signedOut()
    return (await claimedAudience(token)) === 'staff'
      ? identifyStaff(parts, token)
      : identifyMember(parts, token)
  }
