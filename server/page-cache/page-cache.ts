import { LRUCache } from 'lru-cache'

import { SingleFlight } from '../overload/single-flight.ts'

/** A cache of rendered pages for some seconds. Closed, and then without effect, while notifications of changes do not arrive. */
export interface PageCache<Page extends Sized> {
  /** The page cached for an address. */
  get(address: string): Page | undefined
  /** The page cached for an address, or being rendered for another request. */
  join(address: string, signal: AbortSignal): Promise<Page> | undefined
  /** The page cached for an address, or what `render` makes, once for all requests meanwhile. `ofAll` is aborted when the signals of all of them are. */
  page(address: string, signal: AbortSignal, render: (ofAll: AbortSignal) => Promise<Page>): Promise<Page>
  /** Something that pages show has changed: no page whose rendering began before now answers a later request. */
  drop(): void
  /** How many pages came from the cache, and how many were rendered, since the start. */
  stats(): { hits: number; made: number }
  /** Begins to cache pages: notifications of changes arrive from now on. */
  open(): void
  /** Drops all and caches nothing: notifications do not arrive. */
  close(): void
}

interface Sized {
  /** Bytes, all of its variants together. */
  size: number
  /** Whether it may answer later requests. */
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
  let changes = 0
  let isOpen = false
  let hits = 0
  let made = 0

  const cache: PageCache<Page> = {
    get(address) {
      const page = pages.get(address)
      if (page) hits++
      return page
    },
    join(address, signal) {
      const cached = cache.get(address)
      return cached ? Promise.resolve(cached) : renderings.join(address, signal)
    },
    page: (address, signal, render) =>
      cache.join(address, signal) ??
      renderings.run(address, (ofAll) => cacheWhenMade(address, render(ofAll)), signal),
    drop() {
      pages.clear()
      renderings.forget()
      changes++
    },
    stats: () => ({ hits, made }),
    open() {
      cache.drop()
      isOpen = true
    },
    close() {
      isOpen = false
      cache.drop()
    },
  }

  async function cacheWhenMade(address: string, rendering: Promise<Page>): Promise<Page> {
    made++
    const changesBefore = changes
    const page = await rendering
    // What began before a change answers only the requests from before it.
    if (isOpen && changes === changesBefore && page.isCacheable) pages.set(address, page)
    return page
  }
  return cache
}
