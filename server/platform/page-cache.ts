import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'

import { listenTo } from './database/listener.ts'
import { compressed, type Encoding, encodingFor } from './http/compression.ts'
import { SingleFlight } from './overload/single-flight.ts'

/**
 * A cache of rendered pages for some seconds. While notifications of changes do not arrive it is closed and has no
 * effect.
 */
interface PageCache<Page extends Sized> {
  /** Returns the page cached for an address. */
  get(address: string): Page | undefined
  /** Returns the page cached for an address, or being rendered for another request. */
  join(address: string, signal: AbortSignal): Promise<Page> | undefined
  /**
   * Returns the page cached for an address, or renders it once for all concurrent requests. `ofAll` is aborted when the
   * signals of all of them are.
   */
  page(address: string, signal: AbortSignal, render: (ofAll: AbortSignal) => Promise<Page>): Promise<Page>
  /**
   * Drops the pages whose address contains a text, or all, because what they show has changed. Renderings that started
   * before do not answer later requests.
   */
  drop(part?: string): void
  /** The numbers of pages answered from the cache and of pages rendered since the start. */
  stats(): { hits: number; made: number }
  /** Starts caching: notifications of changes arrive from now on. */
  open(): void
  /** Drops all pages and stops caching: notifications do not arrive. */
  close(): void
}

interface Sized {
  /** Bytes of all its variants together. */
  size: number
  /** Whether later requests may get it. */
  isCacheable: boolean
}

export function pageCache<Page extends Sized>({ bytes, seconds }: { bytes: number; seconds: number }) {
  const pages = new LRUCache<string, Page>({
    maxSize: bytes,
    maxEntrySize: bytes / 16,
    sizeCalculation: ({ size }) => size,
    ttl: seconds * 1000,
  })
  const renderings = new SingleFlight<Page>()
  const underway = new Set<{ address: string }>()
  let isOpen = false
  const stats = { hits: 0, made: 0 }

  const cache: PageCache<Page> = {
    get(address) {
      const page = pages.get(address)
      if (page) stats.hits++
      return page
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
    drop(part = '') {
      for (const address of Array.from(pages.keys())) if (address.includes(part)) pages.delete(address)
      for (const flight of underway) if (flight.address.includes(part)) underway.delete(flight)
      renderings.forget(part)
    },
    stats: () => ({ ...stats }),
    open() {
      cache.drop()
      isOpen = true
    },
    close() {
      isOpen = false
      cache.drop()
    },
  }

  /** A page that was started before a change only answers requests from before the change. */
  async function storeWhenMade(address: string, making: Promise<Page>): Promise<Page> {
    const flight = { address }
    underway.add(flight)
    let isCurrent = false
    const made = await making.finally(() => (isCurrent = underway.delete(flight)))
    if (isOpen && isCurrent && made.isCacheable) pages.set(address, made)
    return made
  }
  return cache
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
}

/** The bytes of a page as they are sent, and its headers as a flat list of names and values. */
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
  }
}

/**
 * Sends a page, compressed when the browser accepts that. Fastify's own sending is skipped, because nothing is left to
 * do for it.
 */
export function sendPage(reply: FastifyReply, page: RenderedPage): void {
  const accepted = reply.request.headers['accept-encoding']
  const encoding = (page.body.length > 1000 && encodingFor(accepted)) || 'identity'
  reply.hijack()
  void variantFor(page, encoding).then(({ headers, bytes }) =>
    reply.raw.writeHead(page.status, headers).end(bytes),
  )
}

function variantFor(page: RenderedPage, encoding: Encoding | 'identity'): Promise<Variant> {
  // A page that cannot be compressed is sent plain.
  const make = () => variantOf(page, encoding).catch(() => variantOf(page, 'identity'))
  const variant = page.variants.get(encoding) ?? make()
  page.variants.set(encoding, variant)
  return variant
}

async function variantOf({ headers, body }: RenderedPage, encoding: Encoding | 'identity'): Promise<Variant> {
  const bytes = encoding === 'identity' ? body : await compressed(body, encoding)
  const own = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return { headers: [...headers, ...own, 'content-length', String(bytes.length)], bytes }
}

/**
 * Answers public pages from the cache for 10 s, before any other work on a request. Register it first. Without
 * `followPageChanges` nothing is cached.
 */
export function serveCachedPages(app: FastifyInstance) {
  const cache = pageCache<RenderedPage>({ bytes: 8 * 1024 * 1024, seconds: 10 })
  app.decorate('pageCache', cache)
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request.raw
    const cached = (method === 'GET' || method === 'HEAD') && cache.get(url!)
    if (cached) sendPage(reply, cached)
    else done()
  })
}

/**
 * Opens the cache, and drops pages when the database notifies us of a change in what they show: a project's own pages
 * at once, all pages that may mention it at most twice a second. Dropping all pages at every change would slow pages
 * down while many projects change.
 */
export function followPageChanges({ drop, open, close }: Followed, url: string) {
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  const dropAll = () => {
    isDue = timer !== undefined
    if (isDue) return
    drop()
    timer = setTimeout(() => {
      timer = undefined
      if (isDue) dropAll()
    }, 500).unref()
  }
  const onNotification = (projectId: string) => {
    drop(projectId)
    if (projectId) dropAll()
  }
  return listenTo(url, 'page_changes', { onNotification, onOpen: open, onLost: close })
}

type Followed = Pick<PageCache<RenderedPage>, 'drop' | 'open' | 'close'>

declare module 'fastify' {
  interface FastifyInstance {
    pageCache: PageCache<RenderedPage>
  }
}
