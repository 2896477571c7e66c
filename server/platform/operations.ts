import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'

import { sameText } from './crypto.ts'
import type { Connection } from './database/connection.ts'
import { countJobs } from './jobs/queries.ts'
import { observeProcess, registry, requestSeconds } from './metrics.ts'
import { requestScope } from './overload/request-scope.ts'

/** The statistics of a pool of connections. */
export interface PoolFigures {
  totalCount: number
  idleCount: number
  waitingCount: number
}

/**
 * Measures every request, and serves /metrics in Prometheus' text format to those who may read it; others get not
 * found.
 */
export function serveMetrics(
  app: FastifyInstance,
  { token, pool, db }: { token: string | undefined; pool: PoolFigures | undefined; db: Connection },
) {
  timeRequests(app)
  observeProcess()
  const figures = Registry.merge([registry, figuresOf(app, pool, db)])
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request.raw, token)) return reply.callNotFound()
    return reply
      .type(figures.contentType)
      .header('cache-control', 'no-store')
      .send(await figures.metrics())
  })
}

function timeRequests(app: FastifyInstance) {
  app.decorateRequest('isOfPage', false)
  app.addHook('onRequest', (request, _reply, done) => {
    request.isOfPage = requestScope.getStore() !== undefined
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions, isOfPage }, reply, done) => {
    const labels = {
      method,
      route: routeOptions.url ?? 'none',
      status: `${Math.trunc(reply.raw.statusCode / 100)}xx`,
      via: isOfPage ? 'page' : 'network',
    }
    requestSeconds.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/** Metrics that are read from their sources when /metrics is requested. */
function figuresOf(app: FastifyInstance, pool: PoolFigures | undefined, db: Connection): Registry {
  const own = new Registry()
  const registers: Registry[] = []
  const slots = () => Object.entries(app.overload.stats())
  const admission = new Gauge({
    name: 'readymade_admission',
    help: 'Calls and pages that have a slot, and that wait for one',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const [kind, { running, queued }] of slots()) {
        this.set({ kind, state: 'running' }, running)
        this.set({ kind, state: 'queued' }, queued)
      }
    },
  })
  const shed = new Counter({
    name: 'readymade_shed_requests_total',
    help: 'Requests answered with 503 because too many were there',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, { shed }] of slots()) this.inc({ kind }, shed)
    },
  })
  const pages = new Counter({
    name: 'readymade_page_cache_total',
    help: 'Public pages given out of the cache (hit), out of it while the database did not answer (stale), and made for it (made)',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      const { hits, stale, made } = app.pageCache.stats()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'stale' }, stale)
      this.inc({ result: 'made' }, made)
    },
  })
  const connections = new Gauge({
    name: 'readymade_database_connections',
    help: 'Connections of the pool by state, and who waits for one',
    labelNames: ['state'],
    registers,
    collect() {
      if (!pool) return
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const jobs = new Gauge({
    name: 'readymade_jobs',
    help: 'Jobs in the database by state, of all processes together; absent while the database does not answer',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      this.reset()
      for (const { kind, state, count } of await countJobs(db).catch(() => []))
        this.set({ kind, state }, count)
    },
  })
  own.registerMetric(admission)
  own.registerMetric(shed)
  own.registerMetric(pages)
  own.registerMetric(connections)
  own.registerMetric(jobs)
  return own
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether a page that is rendered here made the call, instead of a client over the network. */
    isOfPage: boolean
  }
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Headers that a proxy adds about its client. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether a request may read the metrics: with the token from anywhere, without it from this machine. The socket's own
 * address counts, and not for a forwarded request: behind a proxy every request comes from this machine.
 */
function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  if (headers.authorization !== undefined)
    return token !== undefined && sameText(headers.authorization, `Bearer ${token}`)
  return isLoopback(socket.remoteAddress) && !forwarding.some((name) => name in headers)
}

const isLoopback = (address = '') => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
