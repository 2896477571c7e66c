import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import { registerAccounts } from './accounts/routes.ts'
import { identifyMember } from './accounts/service.ts'
import { registerCatalogue } from './catalogue/routes.ts'
import { registerContent } from './content/routes.ts'
import { countDays } from './dashboard/analytics.ts'
import { registerDashboard } from './dashboard/routes.ts'
import type { Area, Dependencies } from './dependencies.ts'
import { registerMembers } from './members/routes.ts'
import { registerMoney } from './money/routes.ts'
import { registerOrders } from './orders/routes.ts'
import { isOutage, ping } from './platform/database/connection.ts'
import type { Identify } from './platform/http/caller.ts'
import { readClientAddresses } from './platform/http/client-address.ts'
import { compressTexts } from './platform/http/compression.ts'
import { secureHeaders, setNoStore } from './platform/http/headers.ts'
import { describeApi } from './platform/http/openapi.ts'
import { answerProblems } from './platform/http/problems.ts'
import { serveOn } from './platform/http/serve.ts'
import { type ClientTimeouts, cutSlowClients } from './platform/http/slow-clients.ts'
import { type PoolFigures, serveMetrics } from './platform/operations.ts'
import { admitCalls, limitOverload, limitsFor, type OverloadLimits } from './platform/overload/admission.ts'
import { serveCachedPages } from './platform/page-cache.ts'
import { claimedAudience, signedOut } from './platform/sessions/access-token.ts'
import { StoreUnavailable } from './platform/storage/storage.ts'
import { registerProjects } from './projects/routes.ts'
import { identifyRunner, isRunnerToken } from './projects/run-records/runners.ts'
import { registerStaff } from './staff/routes.ts'
import { identifyStaff } from './staff/service.ts'

const areas: Area[] = [
  registerStaff,
  registerAccounts,
  registerCatalogue,
  registerProjects,
  registerMoney,
  registerOrders,
  registerContent,
  registerMembers,
  registerDashboard,
]

/**
 * Assembles the API: what every request passes through, then what each area answers. A process that only works answers
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
  await app.register(async (own) => {
    admitCalls(own)
    const serve = serveOn(own, dependencies.db, identifyWith(dependencies))
    for (const register of areas) register({ app: own, serve }, dependencies)
  })
  return app
}

const identifyWith =
  (dependencies: Dependencies): Identify =>
  async (authorization) => {
    if (!authorization) return undefined
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1]
    if (!token) throw signedOut()
    if (isRunnerToken(token)) return identifyRunner(dependencies, token)
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
