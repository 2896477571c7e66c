import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

import { catalogue } from '#contract/catalogue/catalogue.ts'
import { limits } from '#contract/limits.ts'
import { ProblemError } from '#contract/problem.ts'
import { projects } from '#contract/projects/projects.ts'
import { questions } from '#contract/projects/questions.ts'
import { releases } from '#contract/projects/releases.ts'
import { source } from '#contract/projects/source.ts'

import { avatarRoutes } from './accounts/avatars.ts'
import { bounceRoutes } from './accounts/bounces.ts'
import { accountRoutes, emailChangeRoutes, noticeRoutes, sessionRoutes } from './accounts/routes.ts'
import { identifyMember } from './accounts/service.ts'
import { unsubscribeRoutes } from './accounts/unsubscribe.ts'
import { catalogueHandlers, synonymRoutes } from './catalogue/routes.ts'
import { crawlerRoutes, qrCodeRoute } from './content/crawlers/routes.ts'
import { sharingRoutes } from './content/crawlers/sharing.ts'
import {
  categoryRoutes,
  contactRoutes,
  contentRoutes,
  hidingHandlers,
  heldRoutes,
  moderationRoutes,
  reportingRoutes,
  requestStatusRoutes,
  staffContactRoutes,
} from './content/routes.ts'
import { countDays } from './dashboard/analytics.ts'
import { analyticsRoutes, browserErrorRoutes, dashboardRoutes } from './dashboard/routes.ts'
import type { Dependencies } from './dependencies.ts'
import { exportRoutes } from './members/personal-data/export.ts'
import {
  followRoutes,
  memberRoutes,
  personalDataRoutes,
  profileRoutes,
  staffMemberRoutes,
  wishlistRoutes,
} from './members/routes.ts'
import { earningRoutes, payoutRoutes, referralRoutes, taxIdRoutes } from './money/routes.ts'
import { recordDispute } from './orders/disputes/service.ts'
import { reportRoutes } from './orders/downloads/report-link.ts'
import {
  boughtSourceHandlers,
  couponRoutes,
  downloadHandlers,
  invoiceRoutes,
  licenceRoutes,
  orderRoutes,
  projectPageRoutes,
  refundRequestRoutes,
  reviewRoutes,
  runAnswerRoutes,
} from './orders/routes.ts'
import { paymentWebhook } from './orders/settle/events.ts'
import { disputeRoutes, heldPaymentRoutes, staffOrderRoutes, recallRoutes } from './orders/staff/routes.ts'
import { isOutage, ping } from './platform/database/connection.ts'
import type { Identify } from './platform/http/caller.ts'
import { readClientAddresses } from './platform/http/client-address.ts'
import { compressTexts } from './platform/http/compression.ts'
import { secureHeaders, setNoStore } from './platform/http/headers.ts'
import { describeApi } from './platform/http/openapi.ts'
import { answerProblems } from './platform/http/problems.ts'
import { type Serve, serveOn } from './platform/http/serve.ts'
import { type ClientTimeouts, cutSlowClients } from './platform/http/slow-clients.ts'
import { type PoolFigures, serveMetrics } from './platform/operations.ts'
import { admitCalls, limitOverload, limitsFor, type OverloadLimits } from './platform/overload/admission.ts'
import { serveCachedPages } from './platform/page-cache.ts'
import { sandboxRoutes } from './platform/payments/routes.ts'
import { claimedAudience, signedOut } from './platform/sessions/access-token.ts'
import { StoreUnavailable } from './platform/storage/storage.ts'
import { mediaRoutes } from './projects/images/service.ts'
import { releaseHandlers, sampleRoutes, sourceHandlers, uploadRoutes } from './projects/release-routes.ts'
import { readmePictureRoutes } from './projects/releases/readme-pictures.ts'
import {
  findingRoutes,
  listHandlers,
  listingHandlers,
  projectHandlers,
  questionHandlers,
  similarityRoutes,
  staffListingRoutes,
} from './projects/routes.ts'
import {
  adminRoutes,
  auditRoutes,
  sealedRoutes,
  settingsRoutes,
  staffRoutes,
  totpRoutes,
} from './staff/routes.ts'
import { identifyStaff } from './staff/service.ts'

/**
 * Assembles the API: what every request passes through, then the routes of each noun. A process that only works answers
 * nothing but its health and its metrics.
 */
export async function buildApp(
  dependencies: Dependencies,
  {
    logger = false,
    dev = false,
    timeouts,
    limits: overloadLimits = limitsFor(dependencies.config.databaseConnections),
    stopping,
    pool,
    isDatabaseAnswering,
  }: Pick<FastifyServerOptions, 'logger'> & {
    dev?: boolean
    timeouts?: ClientTimeouts
    limits?: OverloadLimits
    /** Aborted when this process is about to stop: it is not ready then, and serves all the same. */
    stopping?: AbortSignal
    /** The connection pool of the database, for /metrics. */
    pool?: PoolFigures
    /** Asks whether the database answers; while it does not, public pages that were good are served on. */
    isDatabaseAnswering?: (() => Promise<boolean>) | undefined
  } = {},
) {
  const { config, gateway } = dependencies
  const app: FastifyInstance = Fastify({
    logger,
    trustProxy: (_address, hop) => hop < config.trustProxy,
    bodyLimit: 1024 * 1024,
    // Long enough for the largest file on a slow line; headers have 15 seconds of their own.
    requestTimeout: 30 * 60_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // A request on a connection that was open before the end is answered, and the connection closed then.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url }) => decodableUrl(url),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  readClientAddresses(app, config.trustProxy)
  cutSlowClients(app.server, timeouts)
  serveCachedPages(app, isDatabaseAnswering)
  await secureHeaders(app, { https: config.publicUrl.startsWith('https:'), gateway: gateway.name, dev })
  setNoStore(app)
  compressTexts(app)
  answerProblems(app, (error) => isOutage(error) || error instanceof StoreUnavailable)
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
  serveMetrics(app, { token: config.metricsToken, pool, db: dependencies.db })
  countDays(app, dependencies)
  answerHealth(app, () => ping(dependencies.db), stopping)
  if (!config.serves) return app
  await describeApi(app)
  await app.register(async (calls) => {
    admitCalls(calls)
    await calls.register(
      async (api) => registerRoutes(serveOn(api, dependencies.db, identifyWith(dependencies)), dependencies),
      {
        prefix: '/api',
      },
    )
    await calls.register(
      paymentWebhook(dependencies, (trx, gateway, dispute) =>
        recordDispute({ ...dependencies, gateway }, trx, dispute),
      ),
      { prefix: '/api' },
    )
    await calls.register(bounceRoutes(dependencies), { prefix: '/api' })
    mediaRoutes(calls, dependencies)
    readmePictureRoutes(calls, dependencies)
    avatarRoutes(calls, dependencies)
    reportRoutes(calls, dependencies)
    exportRoutes(calls, dependencies)
    crawlerRoutes(calls, dependencies)
    sharingRoutes(calls, dependencies)
    qrCodeRoute(calls, dependencies)
    await calls.register((own) => unsubscribeRoutes(own, dependencies))
  })
  return app
}

function registerRoutes(serve: Serve, dependencies: Dependencies) {
  accountRoutes(serve, dependencies)
  sessionRoutes(serve, dependencies)
  emailChangeRoutes(serve, dependencies)
  noticeRoutes(serve, dependencies)
  personalDataRoutes(serve, dependencies)
  profileRoutes(serve, dependencies)
  earningRoutes(serve, dependencies)
  taxIdRoutes(serve, dependencies)
  referralRoutes(serve, dependencies)
  memberRoutes(serve, dependencies)
  staffMemberRoutes(serve, dependencies)
  followRoutes(serve, dependencies)
  staffRoutes(serve, dependencies)
  adminRoutes(serve, dependencies)
  totpRoutes(serve, dependencies)
  settingsRoutes(serve, dependencies)
  sealedRoutes(serve, dependencies)
  auditRoutes(serve, dependencies)
  dashboardRoutes(serve, dependencies)
  analyticsRoutes(serve, dependencies)
  contactRoutes(serve, dependencies)
  staffContactRoutes(serve, dependencies)
  contentRoutes(serve, dependencies)
  categoryRoutes(serve, dependencies)
  serve(catalogue, { ...catalogueHandlers(dependencies), ...listHandlers(dependencies) })
  serve(projects, { ...projectHandlers(dependencies), ...listingHandlers(dependencies) })
  synonymRoutes(serve, dependencies)
  staffListingRoutes(serve, dependencies)
  projectPageRoutes(serve, dependencies)
  orderRoutes(serve, dependencies)
  staffOrderRoutes(serve, dependencies)
  invoiceRoutes(serve, dependencies)
  couponRoutes(serve, dependencies)
  refundRequestRoutes(serve, dependencies)
  disputeRoutes(serve, dependencies)
  heldPaymentRoutes(serve, dependencies)
  recallRoutes(serve, dependencies)
  payoutRoutes(serve, dependencies)
  licenceRoutes(serve, dependencies)
  runAnswerRoutes(serve, dependencies)
  sandboxRoutes(serve, dependencies)
  serve(releases, { ...releaseHandlers(dependencies), ...downloadHandlers(dependencies) })
  uploadRoutes(serve, dependencies)
  serve(source, { ...sourceHandlers(dependencies), ...boughtSourceHandlers(dependencies) })
  sampleRoutes(serve, dependencies)
  findingRoutes(serve, dependencies)
  similarityRoutes(serve, dependencies)
  reviewRoutes(serve, dependencies)
  moderationRoutes(serve, dependencies)
  heldRoutes(serve, dependencies)
  reportingRoutes(serve, dependencies)
  requestStatusRoutes(serve, dependencies)
  serve(questions, { ...questionHandlers(dependencies), ...hidingHandlers(dependencies) })
  browserErrorRoutes(serve, dependencies)
  wishlistRoutes(serve, dependencies)
}

const identifyWith =
  (dependencies: Dependencies): Identify =>
  async (authorization) => {
    if (!authorization) return undefined
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
    if (!token) throw signedOut()
    return (await claimedAudience(token)) === 'staff'
      ? identifyStaff(dependencies, token)
      : identifyMember(dependencies, token)
  }

/**
 * Escapes the escapes of an address whose path is not valid UTF-8, such as `/%ff`, so that it is not found instead of
 * an error.
 */
function decodableUrl(url = '/'): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split(/(?=[?#])/)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + query.join('')
  }
}

/**
 * Answers /healthz while the process is alive, and /readyz while it is not about to stop and `ready` resolves within 2
 * seconds, otherwise with 503.
 */
function answerHealth(app: FastifyInstance, ready: () => Promise<unknown>, stopping?: AbortSignal) {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    if (stopping?.aborted) throw new ProblemError('unavailable', 'This process is about to stop')
    const tooLate = new Promise((_, reject) =>
      setTimeout(reject, 2000, new Error('not ready within 2 s')).unref(),
    )
    await Promise.race([ready(), tooLate]).catch((error: unknown) => {
      request.log.warn(error)
      throw new ProblemError('unavailable', 'The database does not answer')
    })
    return { status: 'ready' }
  })
}
