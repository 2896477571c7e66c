import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'

import type { Analytics } from '#contract/dashboard/dashboard.ts'
import { rupeesOf } from '#contract/kit/amounts.ts'
import { isoDay } from '#contract/kit/format.ts'

import { readPoorSearches } from '../catalogue/search/lookup-queries.ts'
import type { Dependencies } from '../dependencies.ts'
import { sign } from '../platform/crypto.ts'
import type { Connection } from '../platform/database/connection.ts'
import { networkOf } from '../platform/overload/request-scope.ts'
import { newcomers } from '../platform/rate-limits/rate-limits.ts'
import { technologiesOf } from '../projects/staff/lookup-queries.ts'
import { addCounts, type DailyCount, daysOf, sharesBy, type Grouping } from './queries.ts'

/** Maximum rows of each table. */
const max = 20

/**
 * Visitors that a process remembers between two writes, of all networks and of one. A client with changing names looks
 * like many visitors, and each of them is a row in the table of all limits.
 */
const maxVisitors = { inAll: 2000, ofNetwork: 50 }

/** Statistics of the last days in India, today included. */
export async function analyticsOf(connection: Connection, period: number): Promise<Analytics> {
  const shares = async (side: Grouping) => (await sharesBy(connection, side, period, max)).map(toFigures)
  const [technologies, days, categories, byTechnology, owners, poorSearches] = await Promise.all([
    technologiesOf(connection, period, max),
    daysOf(connection, period),
    shares('category'),
    shares('technology'),
    shares('owner'),
    readPoorSearches(connection, period, max),
  ])
  return {
    technologyStats: technologies.map(toCount),
    days: days.map(toFigures),
    categories,
    technologies: byTechnology,
    owners,
    poorSearches,
  }
}

/** Converts the revenue of a row from paise to rupees. */
const toFigures = <Row extends { revenuePaise: number }>({ revenuePaise, ...row }: Row) => ({
  ...row,
  revenue: rupeesOf(revenuePaise),
})

const toCount = ({ name, count }: { name: string; count: number }) => ({ _id: name, count })

/** Counts what visitors do, without cookies and without storing who they are. */
interface DailyCounter {
  /**
   * Identifies the visitor who made a request (a view, a search, an addition to a cart, a purchase) for a day of India,
   * and counts a visit when it is the first one of any process after half an hour without one. Undefined for crawlers,
   * and for visitors beyond those who are remembered between two writes: what they do is not counted.
   */
  visitorOf(request: FastifyRequest): string | undefined
  /** Counts one action of a visitor. */
  count(what: DailyCount): void
  flush(): Promise<void>
}

/** Adds `app.daily`. It counts in memory and writes every five seconds, so that no answer waits for it. */
export function countDays(app: FastifyInstance, { db, secret }: Dependencies) {
  const counts = new Map<string, { day: string; what: DailyCount; count: number }>()
  /** Who was here since the last write, with the day. */
  const here = new Map<string, string>()
  /** How many of them each network has. */
  const networks = new Map<string, number>()
  const add = (day: string, what: DailyCount) => {
    const counted = counts.get(`${day} ${what}`) ?? { day, what, count: 0 }
    counted.count++
    counts.set(`${day} ${what}`, counted)
  }
  const count = (what: DailyCount) => add(isoDay(new Date()), what)
  const visitorOf = ({ ip, headers }: FastifyRequest) => {
    const agent = headers['user-agent'] ?? ''
    if (crawlers.test(agent)) return undefined
    const day = isoDay(new Date())
    const visitor = sign(secret, 'visitor', `${day} ${ip} ${agent}`)
    if (here.has(visitor)) return visitor
    const network = networkOf(ip)
    const others = networks.get(network) ?? 0
    if (here.size >= maxVisitors.inAll || others >= maxVisitors.ofNetwork) return undefined
    networks.set(network, others + 1)
    here.set(visitor, day)
    return visitor
  }
  const write = async () => {
    const visitors = new Map(here)
    here.clear()
    networks.clear()
    if (visitors.size > 0)
      for (const visitor of await newcomers(db, { name: 'visit', seconds: 1800 }, [...visitors.keys()]))
        add(visitors.get(visitor)!, 'visits')
    const batch = [...counts.values()]
    counts.clear()
    if (batch.length > 0) await addCounts(db, batch)
  }
  const flush = () => write().catch((error: unknown) => app.log.error(error))
  const clock = setInterval(() => void flush(), 5_000).unref()
  app.decorate('daily', { visitorOf, count, flush })
  app.addHook('onClose', async () => {
    clearInterval(clock)
    await flush()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { isPage } = request.routeOptions.config
    const isAsked = isPage && request.method === 'GET' && reply.raw.statusCode === 200
    if (isAsked && isOfPage(request) && !isbot(request.headers['user-agent'])) visitorOf(request)
    done()
  })
}

/**
 * Matches clients that call themselves crawlers. Clients that only request pages are also checked with isbot, which
 * knows the names of other programs.
 */
const crawlers = /bot\b|crawl|spider/i

/**
 * Whether a request is for a page or for the data that the browser's router fetches instead. Pages of the staff do not
 * count as visits.
 */
const isOfPage = ({ url, headers: { accept = '' } }: FastifyRequest) =>
  (accept.includes('text/html') || /^[^?]*\.data(\?|$)/.test(url)) && !/^\/admin(\/|$|\.data|\?)/.test(url)

declare module 'fastify' {
  interface FastifyInstance {
    daily: DailyCounter
  }
}
