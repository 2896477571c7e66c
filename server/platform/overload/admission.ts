import type { OutgoingHttpHeaders } from 'node:http'
import { setImmediate } from 'node:timers/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Endpoint } from '#contract/endpoint.ts'
import { ProblemError } from '#contract/problem.ts'

import { smallPage } from '../small-page.ts'
import { Limiter, overloaded, type Priority, type Release } from './limiter.ts'
import { networkOf, requestScope } from './request-scope.ts'

/**
 * Waits end before the 3 s (pages) and 2 s (calls) within which everybody is to be answered: what comes before and after
 * takes as long again under overload. Calls: as many as there are connections to the database. Pages share one processor:
 * half done side by side, each would hold its memory longer and come later. As many calls wait as there may be connections: who
 * is refused at once asks again at once, and of 2,000 details a second that could be answered 500 were while 1,000 waited.
 */
const defaultLimits = {
  calls: { slots: 10, maxQueued: 4000, maxWait: 1000 },
  pages: { slots: 4, maxQueued: 1000, maxWait: 2400 },
}

/** Calls end within a turn or two, so that new connections are kept out only while many calls wait. */
const manyQueued = 100

export type OverloadLimits = typeof defaultLimits

/**
 * Milliseconds that a change waits, a payment among them: whoever pressed a button had rather wait than press it again,
 * and a browser gives up after 10 s.
 */
const maxWriteWait = 5000

/** Milliseconds that the work of a public read may take: nobody waits longer for it. */
const maxRead = 2000

/** Adds `app.overload`: the slots that calls and pages are made in, and the answer to those who get none. */
export function limitOverload(app: FastifyInstance, limits: OverloadLimits = defaultLimits) {
  const calls = new Limiter(limits.calls)
  const pages = new Limiter(limits.pages)
  app.decorate('overload', {
    calls,
    pages,
    shed: shedWith(app),
    stats: () => ({ calls: calls.stats, pages: pages.stats }),
  })
}

/**
 * Every request to the routes of this scope takes a slot before anything is done for it, or when its body has come, and
 * keeps it until its answer is ready. Calls that a page makes run in the page's slot; what reads files from its body as
 * they come, which may take minutes, has none.
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
    const abort = abortOnLeave(reply)
    if (!requestScope.getStore()) {
      const ask = {
        client: networkOf(request.ip),
        priority: priorityOf(request),
        signal: abort.signal,
        ...(!isRead(request) && { maxWait: maxWriteWait }),
      }
      const release = await app.overload.calls.take(ask)
      if (!release) return abort.signal.aborted ? undefined : app.overload.shed(reply, 'problem')
      slots.set(request, release)
      if (app.overload.calls.stats.queued > manyQueued) await acceptOthers(64)
    }
    const signal = isPublicRead(request) ? timed(abort, reply) : undefined
    requestScope.run({ signal, leaveSlot: slots.get(request) }, proceed)
  }
}

/** Aborted when the client leaves before the answer has been sent. */
export function abortOnLeave({ raw }: FastifyReply): AbortController {
  const abort = new AbortController()
  // The answer's end, not the request's: a body that was read to its end closes too.
  raw.once('close', () => raw.writableEnded || abort.abort(nobodyWaits('The client has left')))
  return abort
}

function timed(abort: AbortController, { raw }: FastifyReply): AbortSignal {
  const late = setTimeout(
    () => abort.abort(nobodyWaits('This took too long. Please try again in a moment.')),
    maxRead,
  )
  raw.once('close', () => clearTimeout(late))
  return abort.signal
}

const nobodyWaits = (message: string) => new ProblemError('unavailable', message)

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Who only looks at what everybody may see is shed first, so that payments, uploads and staff get through. */
const priorityOf = (request: FastifyRequest): Priority =>
  isRead(request) && accessTo(request) === 'anyone' ? 'normal' : 'high'

const accessTo = ({ routeOptions: { config } }: FastifyRequest) => config.declared?.access ?? 'anyone'

/** What everybody may see, and may be broken off. Files are left alone: a download is counted. */
function isPublicRead({ method, routeOptions: { config } }: FastifyRequest) {
  const { access, reply } = config.declared ?? {}
  return method === 'GET' && access === 'anyone' && reply !== 'file'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the contract says of a call: it is admitted by that. */
    declared?: Endpoint
  }
  interface FastifyInstance {
    overload: {
      calls: Limiter
      pages: Limiter
      shed: ReturnType<typeof shedWith>
      /** How many run, wait, and were shed so far. */
      stats(): Record<'calls' | 'pages', Limiter['stats']>
    }
  }
}

/**
 * Lets waiting connections in. One is accepted at each turn of the event loop (libuv), so that without this whoever comes
 * while long work is done piece by piece stands in the system's own queue, which knows neither turns nor deadlines: under five
 * times too many requests the p99 of a page was 4.6 s without it where it was 3.2 s with it, that of a list 7.9 s where it was
 * 1.2 s (decision 16).
 */
export async function acceptOthers(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await setImmediate()
}

const page = smallPage({
  title: 'Too many people are here at once',
  text: 'Please try again in a moment. Your cart and your orders are safe.',
  link: { to: '', text: 'Try Again' },
})
const problem = Buffer.from(JSON.stringify(overloaded().problem))

/** Answers 503 with Retry-After, as a small page or as a problem, and logs how many at most every 10 seconds. */
function shedWith(app: FastifyInstance) {
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

/** Past Fastify's own sending: it has to cost less than what it spares. */
function send(reply: FastifyReply, bytes: Buffer, own: Record<string, string>) {
  const headers: OutgoingHttpHeaders = { 'retry-after': '2', 'content-length': bytes.length }
  Object.assign(headers, reply.getHeaders(), own)
  reply.hijack()
  reply.raw.writeHead(503, headers).end(bytes)
}
