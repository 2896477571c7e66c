import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

import { rupeesOf } from '#contract/amounts.ts'
import type { Analytics } from '#contract/dashboard/dashboard.ts'
import { isoDay } from '#contract/format.ts'

import type { Connection, Database } from '../platform/database/connection.ts'
import { technologiesOf } from '../projects/lookup-queries.ts'
import { addCounts, type DailyCount, daysOf, sharesBy, type Side } from './queries.ts'

/** Rows of each table. */
const max = 20

/** What happened in the last days of India, today included. */
export async function analyticsOf(connection: Connection, period: number): Promise<Analytics> {
  const shares = async (side: Side) => (await sharesBy(connection, side, period, max)).map(toFigures)
  const [technologies, days, categories, byTechnology, owners] = await Promise.all([
    technologiesOf(connection, period, max),
    daysOf(connection, period),
    shares('category'),
    shares('technology'),
    shares('owner'),
  ])
  return {
    technologyStats: technologies.map(toCount),
    days: days.map(toFigures),
    categories,
    technologies: byTechnology,
    owners,
  }
}

/** What happened on a day or with one group of projects, its money in rupees. */
const toFigures = <Row extends { revenuePaise: number }>({ revenuePaise, ...row }: Row) => ({
  ...row,
  revenue: rupeesOf(revenuePaise),
})

const toCount = ({ name, count }: { name: string; count: number }) => ({ _id: name, count })

/** What visitors do, without cookies and without keeping who they are. */
interface DailyCounter {
  /**
   * Names the visit that a deed belongs to (a view, a search, an addition to a cart, a purchase), and counts it when it is a
   * new one: a client's first request after half an hour of rest or on another day of India, as far as this process
   * remembers. Crawlers make none.
   */
  visitOf(request: FastifyRequest): string | undefined
  /** Counts something that a visitor did. */
  count(what: DailyCount): void
  flush(): Promise<void>
}

/** Counts in memory and writes once in five seconds, so that nobody's answer waits for it. */
export function countDays(app: FastifyInstance, db: Database) {
  const counts = new Map<string, { day: string; what: DailyCount; count: number }>()
  const visits = new LRUCache<string, string>({ max: 50_000, ttl: 30 * 60_000, updateAgeOnGet: true })
  let begun = 0
  const count = (what: DailyCount) => {
    const day = isoDay(new Date())
    const counted = counts.get(`${day} ${what}`) ?? { day, what, count: 0 }
    counted.count++
    counts.set(`${day} ${what}`, counted)
  }
  const visitOf = ({ ip, headers }: FastifyRequest) => {
    const agent = headers['user-agent'] ?? ''
    if (crawlers.test(agent)) return undefined
    const client = createHash('sha256')
      .update(`${isoDay(new Date())} ${ip} ${agent}`)
      .digest('base64url')
    const known = visits.get(client)
    if (known) return known
    const visit = String(++begun)
    visits.set(client, visit)
    count('visits')
    return visit
  }
  const flush = async () => {
    const batch = [...counts.values()]
    counts.clear()
    if (batch.length > 0) await addCounts(db, batch).catch((error: unknown) => app.log.error(error))
  }
  const clock = setInterval(() => void flush(), 5_000).unref()
  app.decorate('daily', { visitOf, count, flush })
  app.addHook('onClose', async () => {
    clearInterval(clock)
    await flush()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { isPage } = request.routeOptions.config
    const isAsked = isPage && request.method === 'GET' && reply.raw.statusCode === 200
    if (isAsked && isOfPage(request) && !isbot(request.headers['user-agent'])) visitOf(request)
    done()
  })
}

/** Those that name themselves so. Who asks for a page alone is taken for a robot on less: any program's name is enough. */
const crawlers = /bot\b|crawl|spider/i

/** A page, or what the browser's router asks for instead of one; none of the staff's, who are no visitors. */
const isOfPage = ({ url, headers: { accept = '' } }: FastifyRequest) =>
  (accept.includes('text/html') || /^[^?]*\.data(\?|$)/.test(url)) && !/^\/admin(\/|$|\.data|\?)/.test(url)

declare module 'fastify' {
  interface FastifyInstance {
    daily: DailyCounter
  }
}
