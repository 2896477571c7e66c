import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

import type { Database } from '../database/connection.ts'
import { addCounts, type DailyCount } from './daily-queries.ts'

/**
 * Counts what visitors do without cookies and without keeping who they are: in memory, written once in five seconds, so
 * that nobody's answer waits for it. A visit is a client's first page in half an hour, as far as this process remembers.
 */
export function countDays(app: FastifyInstance, db: Database) {
  const counts = new Map<DailyCount, number>()
  const seen = new LRUCache<string, true>({ max: 50_000, ttl: 30 * 60_000 })
  const count = (what: DailyCount) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const flush = async () => {
    const batch = [...counts]
    counts.clear()
    if (batch.length > 0) await addCounts(db, batch).catch((error: unknown) => app.log.error(error))
  }
  const clock = setInterval(() => void flush(), 5_000).unref()
  app.decorate('daily', { count, flush })
  app.addHook('onClose', async () => {
    clearInterval(clock)
    await flush()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { 'user-agent': agent, accept = '' } = request.headers
    const { isPage } = request.routeOptions.config
    const isVisited =
      isPage && request.method === 'GET' && accept.includes('text/html') && !ofStaff.test(request.url)
    if (isVisited && reply.raw.statusCode === 200 && !isbot(agent)) {
      const client = createHash('sha256').update(`${request.ip} ${agent}`).digest('base64url')
      if (!seen.has(client)) count('visits')
      seen.set(client, true)
    }
    done()
  })
}

/** Staff are no visitors. */
const ofStaff = /^\/admin(\/|$|\?)/

declare module 'fastify' {
  interface FastifyInstance {
    daily: { count(what: DailyCount): void; flush(): Promise<void> }
  }
}
