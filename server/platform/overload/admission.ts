import type { OutgoingHttpHeaders } from 'node:http'
import { setImmediate } from 'node:timers/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Endpoint } from '#contract/kit/endpoint.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import { smallPage } from '../small-page.ts'
import { Limiter, overloaded, type Priority, type Release } from './limiter.ts'
import { networkOf, requestScope } from './request-scope.ts'

/**
 * Returns the limits of calls and pages. A page waits so long that 500 visitors who come within a second all get theirs
 * (decision 87). Calls wait less than the 2 s within which they are to be answered, because what comes before and after
 * takes as long again under overload. Calls have as many slots
 * as there are connections to the database. Pages share one processor: more at once would hold their memory longer and
 * finish later. As many calls may wait as there may be clients, because one that is refused at once asks again at once
 * (decision 16).
 */
export const limitsFor = (databaseConnections: number) => ({
  calls: { slots: databaseConnections, maxQueued: 4000, maxWait: 1000 },
  pages: { slots: 4, maxQueued: 1000, maxWait: 3400 },
})

/** Calls finish quickly, so new connections only have to be accepted explicitly while many calls wait. */
const manyQueued = 100

export type OverloadLimits = ReturnType<typeof limitsFor>

/**
 * Milliseconds for which a write waits, payments included: a user would rather wait than press the button again, and a
 * browser gives up after 10 s.
 */
const maxWriteWait = 5000

/** Milliseconds for the work of a public read; no client waits longer for it. */
const maxReadTime = 2000

/** Adds `app.overload`: the slots for calls and pages, and the answer to requests that get none. */
export function limitOverload(app: FastifyInstance, limits: OverloadLimits = limitsFor(10)) {
  const calls = new Limiter(limits.calls)
  const pages = new Limiter(limits.pages)
  app.decorate('overload', {
    calls,
    pages,
    shed: createShed(app),
    stats: () => ({ calls: calls.stats, pages: pages.stats }),
  })
}

/**
 * Makes every request to the routes of this scope take a slot before it is handled, or when its body has arrived, and
 * keep it until its answer is ready. Calls of a page run in the page's slot. Uploads, whose files are read as they
 * arrive and may take minutes, have none.
 */
export function admitCalls(app: FastifyInstance) {
  const slots = new WeakMap<FastifyRequest, Release>()
  app.addHook('onRequest', (request, reply, done) => {
    if (isRead(request)) void admit(request, reply, done)
    else done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (isRead(request) || request.routeOptions.config.declared?.files) done()
    else void admit(request, reply, done)
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    slots.get(request)?.()
    done()
  })

  async function admit(request: FastifyRequest, reply: FastifyReply, proceed: () => void) {
    const abort = abortOnDisconnect(reply)
    if (!requestScope.getStore()) {
      const ask = {
        client: networkOf(request.ip),
        priority: priorityOf(request),
        signal: abort.signal,
        ...(!isRead(request) && { maxWait: maxWriteWait }),
      }
      const release = await app.overload.calls.take(ask)
      if (!release) {
        const as = request.routeOptions.config.isPage ? 'page' : 'problem'
        return abort.signal.aborted ? undefined : app.overload.shed(reply, as)
      }
      slots.set(request, release)
      if (app.overload.calls.stats.queued > manyQueued) await acceptConnections(64)
    }
    const signal = isPublicRead(request) ? timed(abort, reply) : undefined
    requestScope.run({ signal, leaveSlot: slots.get(request) }, proceed)
  }
}

/** Creates a controller that aborts when the client leaves before the answer has been sent. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortController {
  const abort = new AbortController()
  // The answer's end, not the request's: the request closes when its body has been read, too.
  raw.once('close', () => raw.writableEnded || abort.abort(abortReason('The client has left')))
  return abort
}

function timed(abort: AbortController, { raw }: FastifyReply): AbortSignal {
  const late = setTimeout(
    () => abort.abort(abortReason('This took too long. Please try again in a moment.')),
    maxReadTime,
  )
  raw.once('close', () => clearTimeout(late))
  return abort.signal
}

const abortReason = (message: string) => new ProblemError('unavailable', message)

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Reads of public data are shed first, so that payments, uploads and staff are served. */
const priorityOf = (request: FastifyRequest): Priority =>
  isRead(request) && accessTo(request) === 'anyone' ? 'normal' : 'high'

const accessTo = ({ routeOptions: { config } }: FastifyRequest) => config.declared?.access ?? 'anyone'

/** Whether a request reads public data and may be aborted. Files are excluded, because a download is counted. */
function isPublicRead({ method, routeOptions: { config } }: FastifyRequest) {
  const { access, reply } = config.declared ?? {}
  return method === 'GET' && access === 'anyone' && reply !== 'file'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the contract, by which a call is admitted. */
    declared?: Endpoint
  }
  interface FastifyInstance {
    overload: {
      calls: Limiter
      pages: Limiter
      shed: ReturnType<typeof createShed>
      /** The numbers of running, waiting and shed requests. */
      stats(): Record<'calls' | 'pages', Limiter['stats']>
    }
  }
}

/**
 * Lets waiting connections in. libuv accepts one at each turn of the event loop. Without this, connections that come
 * during long work would wait in the system's queue, which knows neither priorities nor deadlines, and answers under
 * overload would be much slower (decision 16).
 */
export async function acceptConnections(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate()
}

const page = smallPage({
  title: 'Too many people are here at once',
  text: 'Please try again in a moment. Your cart and your orders are safe.',
  link: { to: '', text: 'Try Again' },
})
const problem = Buffer.from(JSON.stringify(overloaded().problem))

/**
 * Answers 503 with Retry-After, as a small page or as a problem, and logs the number of shed requests at most every 10
 * seconds.
 */
function createShed(app: FastifyInstance) {
  let shed = 0
  const log = () => {
    app.log.warn({ event: 'overload', shed }, 'requests were shed')
    shed = 0
  }
  return (reply: FastifyReply, as: 'page' | 'problem') => {
    if (shed++ === 0) setTimeout(log, 10_000).unref()
    if (as === 'page') send(reply, page.bytes, page.headers)
    else send(reply, problem, { 'content-type': 'application/json; charset=utf-8' })
  }
}

/** Sends without Fastify, because shedding a request must cost less than handling it. */
function send(reply: FastifyReply, bytes: Buffer, own: Record<string, string>) {
  const headers: OutgoingHttpHeaders = { 'retry-after': '2', 'content-length': bytes.length }
  Object.assign(headers, reply.getHeaders(), own)
  reply.hijack()
  reply.raw.writeHead(503, headers).end(bytes)
}
