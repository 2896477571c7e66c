import type { OutgoingHttpHeaders } from 'node:http'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { overloaded } from './limiter.ts'
import { smallPage } from './small-page.ts'

const page = smallPage({
  title: 'Too many people are here at once',
  text: 'Please try again in a moment. Your cart and your orders are safe.',
  link: { to: '', text: 'Try Again' },
})
const problem = Buffer.from(JSON.stringify(overloaded().problem))

/** Answers 503 with Retry-After, as a small page or as a problem, and logs how many at most every 10 seconds. */
export function shedWith(app: FastifyInstance) {
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
