import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Listener } from './database/listener.ts'
import { compressed, type Encoding, encodingFor } from './http/compression.ts'
import { SingleFlight } from './overload/single-flight.ts'

/**
 * A cache of rendered pages. A page is fresh for some seconds, until something that it shows has changed. After that it
 * is kept for when the database does not answer. What was asked for once takes half of the bytes at most. While
 * notifications of changes do not arrive the cache is closed, and nothing is fresh.
 */
interface PageCache<Page extends Sized> {
  /** Returns the fresh page of an address. */
  get(address: string): Page | undefined
  /** Returns the fresh page of an address, or the one being rendered for another request. */
  join(address: string, signal: AbortSignal): Promise<Page> | undefined
  /**
   * Returns the fresh page of an address, or renders it once for all concurrent requests. `ofAll` is aborted when the
   * signals of all of them are.
   */
  page(address: string, signal: AbortSignal, render: (ofAll: AbortSignal) => Promise<Page>): Promise<Page>
  /** Returns the stale page of an address while it is known that the database does not answer. */
  stale(address: string): Page | undefined
  /** Returns the stale page of an address when the database is asked now and does not answer. */
  staleUnlessAnswered(address: string): Promise<Page | undefined>
  /**
   * Drops the pages whose address contains a text, because what they show has changed, the stale ones too. Renderings
   * that started before do not answer later requests.
   */
  drop(part: string): void
  /** Makes no page fresh any more, because what any of them shows may have changed. */
  expire(): void
  /** The numbers of pages answered fresh and stale, and of pages rendered since the start. */
  stats(): { hits: number; stale: number; made: number }
  /** Starts caching, with no page: notifications of changes arrive from now on. */
  open(): void
  /** Makes no page fresh any more and stops caching: notifications do not arrive. */
  close(): void
}

interface Sized {
  /** Bytes of all its variants together. */
  size: number
  /** Whether later requests may get it. */
  isCacheable: boolean
  /** Whether it says that there is nothing, or nothing any more, at its address. */
  isGone: boolean
}

interface CacheLimits {
  bytes: number
  /** Seconds for which a page is fresh. */
  seconds: number
  /** Seconds after its rendering for which a page is kept. */
  staleSeconds: number
  /** Asks whether the database answers. */
  isAnswered: () => Promise<boolean>
}

export function pageCache<Page extends Sized>({ bytes, seconds, staleSeconds, isAnswered }: CacheLimits) {
  /** What was rendered since the last change of anything has the newest age. */
  let age = 0
  const keep = (maxSize: number) =>
    new LRUCache<string, { page: Page; age: number; freshUntil: number }>({
      maxSize,
      maxEntrySize: bytes / 16,
      sizeCalculation: ({ page }, address) => page.size + address.length,
      ttl: staleSeconds * 1000,
    })
  // Apart, so that somebody who walks through all addresses does not replace what many ask for.
  const once = keep(bytes / 2)
  const often = keep(bytes / 2)
  const renderings = new SingleFlight<Page>()
  const underway = new Set<{ address: string }>()
  const outage = watchOutage(isAnswered)
  let isOpen = false
  const stats = { hits: 0, stale: 0, made: 0 }

  /** Returns what is kept of an address, which is now asked for once more. */
  const kept = (address: string) => {
    const first = once.get(address)
    if (!first) return often.get(address)
    often.set(address, first, { ttl: once.getRemainingTTL(address) })
    once.delete(address)
    return first
  }
  const stalePage = (address: string) => {
    const stale = kept(address)?.page
    if (stale) stats.stale++
    return stale
  }
  const forget = (isMeant: (address: string) => boolean) => {
    for (const pages of [once, often])
      for (const address of Array.from(pages.keys())) if (isMeant(address)) pages.delete(address)
  }
  /** Lets no rendering under way answer later requests. */
  const abandon = (part: string) => {
    for (const flight of underway) if (flight.address.includes(part)) underway.delete(flight)
    renderings.abandon(part)
  }
  const cache: PageCache<Page> = {
    get(address) {
      const cached = kept(address)
      if (cached?.age !== age || cached.freshUntil <= performance.now()) return undefined
      stats.hits++
      return cached.page
    },
    join(address, signal) {
      const cached = cache.get(address)
      return cached ? Promise.resolve(cached) : renderings.join(address, signal)
    },
    page: (address, signal, render) =>
      cache.join(address, signal) ??
      renderings.run(
        address,
        (ofAll) => {
          stats.made++
          return storeWhenMade(address, render(ofAll))
        },
        signal,
      ),
    stale: (address) => (outage.isOut() ? stalePage(address) : undefined),
    staleUnlessAnswered: async (address) =>
      (once.has(address) || often.has(address)) && !(await outage.ask()) ? stalePage(address) : undefined,
    drop(part) {
      forget((address) => address.includes(part))
      abandon(part)
    },
    expire() {
      age++
      abandon('')
    },
    stats: () => ({ ...stats }),
    open() {
      // What has changed meanwhile is not known.
      cache.drop('')
      isOpen = true
      outage.heardOf()
    },
    close() {
      isOpen = false
      cache.expire()
      outage.suspect()
    },
  }

  /** A page that was started before a change only answers requests from before the change. */
  async function storeWhenMade(address: string, making: Promise<Page>): Promise<Page> {
    const flight = { address }
    underway.add(flight)
    let isCurrent = false
    const page = await making.finally(() => (isCurrent = underway.delete(flight)))
    if (page.isGone) forget((kept) => pathOf(kept) === pathOf(address))
    if (isOpen && isCurrent && page.isCacheable)
      (often.has(address) ? often : once).set(address, {
        page,
        age,
        freshUntil: performance.now() + seconds * 1000,
      })
    return page
  }
  return cache
}

/** The path of a page or of its data, without parameters. */
const pathOf = (address: string) => address.replace(/\?.*$/, '').replace(/\.data$/, '')

/**
 * Knows whether the database is out. It is asked when somebody wants to know or suspects it, one question for all, and
 * again every quarter of a second until it answers.
 */
function watchOutage(isAnswered: () => Promise<boolean>) {
  let isOut = false
  let asked: Promise<boolean> | undefined
  const ask = () => (asked ??= answer())
  async function answer() {
    const answers = await isAnswered()
    isOut = !answers
    setTimeout(() => {
      asked = undefined
      if (isOut) void ask()
    }, 250).unref()
    return answers
  }
  return {
    isOut: () => isOut,
    ask,
    /** Takes the database for answering, whatever it was when it was asked. */
    heardOf() {
      isOut = false
      asked = undefined
    },
    /** Takes the database for out until it has answered. */
    suspect() {
      isOut = true
      void ask()
    },
  }
}

/** A page with all its headers as it is sent, in one variant for each requested encoding. */
export interface RenderedPage {
  status: number
  headers: string[]
  body: Buffer
  /** Each is made at the first request for it. */
  variants: Map<Encoding | 'identity', Promise<Variant>>
  size: number
  isCacheable: boolean
  isGone: boolean
}

/** The bytes of a page as they are sent, and the headers that say how, as a flat list of names and values. */
interface Variant {
  headers: string[]
  bytes: Buffer
}

/**
 * Makes the page of a reply from the headers set so far. Its size counts the compressed variants as half of the plain
 * one.
 */
export function renderedPage(reply: FastifyReply, status: number, bytes: Uint8Array): RenderedPage {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headers = Object.entries(reply.header('vary', 'accept-encoding').getHeaders()).flatMap(
    ([name, value]) => [name, String(value)],
  )
  return {
    status,
    headers,
    body,
    variants: new Map(),
    size: Math.ceil(body.length * 1.5),
    isCacheable: status === 200,
    isGone: status === 404 || status === 410,
  }
}

/** Returns a stale page as it is sent while the database does not answer: nobody else may store it. */
export const stalePage = (page: RenderedPage): RenderedPage => ({
  ...page,
  headers: [...page.headers, 'cache-control', 'no-store'],
})

/**
 * Sends a page, compressed when the browser accepts that. Fastify's own sending is skipped, because nothing is left to
 * do for it.
 */
export function sendPage(reply: FastifyReply, page: RenderedPage): void {
  const accepted = reply.request.headers['accept-encoding']
  const encoding = (page.body.length > 1000 && encodingFor(accepted)) || 'identity'
  reply.hijack()
  void variantFor(page, encoding).then(({ headers, bytes }) =>
    reply.raw.writeHead(page.status, [...page.headers, ...headers]).end(bytes),
  )
}

function variantFor(page: RenderedPage, encoding: Encoding | 'identity'): Promise<Variant> {
  // A page that cannot be compressed is sent plain.
  const make = () => variantOf(page, encoding).catch(() => variantOf(page, 'identity'))
  const variant = page.variants.get(encoding) ?? make()
  page.variants.set(encoding, variant)
  return variant
}

async function variantOf({ body }: RenderedPage, encoding: Encoding | 'identity'): Promise<Variant> {
  const bytes = encoding === 'identity' ? body : await compressed(body, encoding)
  const own = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return { headers: [...own, 'content-length', String(bytes.length)], bytes }
}

/**
 * Answers public pages from the cache for 10 s, before any other work on a request. While the database does not answer,
 * those that were good within the last 5 minutes are served on. Register it first. Without `followPageChanges` nothing
 * is cached.
 */
export function serveCachedPages(
  app: FastifyInstance,
  isAnswered: () => Promise<boolean> = async () => true,
) {
  const cache = pageCache<RenderedPage>({
    bytes: 32 * 1024 * 1024,
    seconds: 10,
    staleSeconds: 300,
    isAnswered,
  })
  app.decorate('pageCache', cache)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request.raw
    if (method !== 'GET' && method !== 'HEAD') return done()
    const cached = cache.get(url!)
    const stale = cached ? undefined : cache.stale(url!)
    if (cached) sendPage(reply, cached)
    else if (stale) sendPage(reply, stalePage(stale))
    else done()
  })
}

/** Milliseconds for which lists and the home page may show what they did before a project changed. */
const untilOthersChange = 2_000

/**
 * Opens the cache, and drops pages when the database notifies us of a change in what they show: a project's own pages
 * at once, all others, which may mention it, after `delay` milliseconds at most; all at once, and none is kept, when a
 * member is gone whom any may name. While many projects change they would otherwise all be rendered anew all the time.
 * Resolves to the function that ends it.
 */
export function followPageChanges(
  { drop, expire, open, close }: Followed,
  listener: Listener,
  delay = untilOthersChange,
) {
  let timer: NodeJS.Timeout | undefined
  const expireSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      expire()
    }, delay).unref()
  }
  const onNotification = (changed: string) => {
    if (changed === 'all') return drop('')
    if (!changed) return expire()
    drop(changed)
    expireSoon()
  }
  return listener.subscribe({ channel: 'page_changes', onNotification, onOpen: open, onLost: close })
}

type Followed = Pick<PageCache<RenderedPage>, 'drop' | 'expire' | 'open' | 'close'>

declare module 'fastify' {
  interface FastifyInstance {
    pageCache: PageCache<RenderedPage>
  }
}
