import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { type Line, tooMany } from '../database/line.ts'
import { Pace } from '../database/pace.ts'
import { Visit, visits } from '../database/visit.ts'
import { crowdedPage, crowdedPagePolicy } from './crowded-page.ts'

/**
 * Sends visitors away at the door, with 503 and when to come again, while more wait for the database, or for pages being
 * made, than can be served in time; nothing of their request has begun then. Who is let in is known to the database as one
 * visit, which ends when the visitor leaves. Files and checks of health, which need no database, are always served.
 */
export function admitVisitors(app: FastifyInstance, line: Line) {
  const sentAway = counted(app)
  const pages = pagesInTheMaking()
  const sendPage = sameFor('text/html', crowdedPage, { 'content-security-policy': crowdedPagePolicy })
  const sendProblem = sameFor('application/json', JSON.stringify(tooMany().problem))
  app.addHook('onRequest', (request, reply, done) => {
    const within = visits.getStore()
    const patience = patienceOf(request)
    const isPage = request.routeOptions.url === '*'
    const isMade = isPage && request.method !== 'POST'
    if (
      !within &&
      (line.isLongerThan(patience) || (isMade && pages.wouldTakeLonger())) &&
      needsDatabase(request)
    ) {
      sentAway()
      return (isPage && !isData.test(request.url) ? sendPage : sendProblem)(reply)
    }
    if (isMade) pages.begin(reply)
    const visit = new Visit({ patience, readsOnly: isPublicRead(request), within })
    reply.raw.once('close', () => reply.raw.writableFinished || visit.leave())
    visits.run(visit, done)
  })
}

/** Milliseconds. Who only looks is sent away first, so that who is paying gets through. */
const patienceOf = ({ method }: FastifyRequest) => (method === 'GET' || method === 'HEAD' ? 400 : 600)

/** Calls and pages; the rest is files, or waits where it asks for its first row. */
const needsDatabase = ({ routeOptions: { url } }: FastifyRequest) => url === '*' || url?.startsWith('/api/')

/** What the browser's router asks for instead of a page. */
const isData = /^[^?]*\.data(\?|$)/

/** Pages being made: they share the processor, so that each takes as long as all of them. What brings a body is not counted: it may come slowly. */
function pagesInTheMaking() {
  /** Milliseconds. */
  const longest = 600
  /** However fast the last ones were: they may have been easy. */
  const most = 64
  /** One slow page, or a few, is no crowd. */
  const few = 8
  const pace = new Pace()
  let making = 0
  return {
    wouldTakeLonger: () => making >= most || (making > few && pace.expected(making) > longest),
    begin(reply: FastifyReply) {
      if (making++ === 0) pace.begin()
      reply.raw.once('close', () => {
        making--
        if (reply.raw.writableFinished) pace.step()
      })
    },
  }
}

/** What everybody may see. Files are left alone: a download is counted. */
function isPublicRead({ routeOptions: { config } }: FastifyRequest) {
  const { method, access, reply } = config.declared ?? {}
  return method === 'GET' && access === 'anyone' && reply !== 'file'
}

/** An answer that is always the same, sent past Fastify's own sending: it has to cost less than what it spares. */
function sameFor(type: string, text: string, own: Record<string, string> = {}) {
  const bytes = Buffer.from(text)
  let headers: string[] | undefined
  return (reply: FastifyReply) => {
    headers ??= Object.entries({
      ...reply.getHeaders(),
      'retry-after': '2',
      'content-type': `${type}; charset=utf-8`,
      'content-length': bytes.length,
      ...own,
    }).flatMap(([name, value]) => [name, String(value)])
    reply.hijack()
    reply.raw.writeHead(503, headers).end(bytes)
  }
}

/** Tells the log, at most every ten seconds, how many were sent away. */
function counted(app: FastifyInstance) {
  let number = 0
  const tell = () => {
    app.log.warn({ event: 'overload', sentAway: number }, 'more visitors than can be served')
    number = 0
  }
  return () => {
    if (number++ === 0) setTimeout(tell, 10_000).unref()
  }
}
