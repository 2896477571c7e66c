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
  /** What all pages show alike, made once until something that pages show has changed. */
  part<Part extends Made>(name: string, make: () => Promise<Part>): Promise<Part>
  /** Something has changed that the pages with this in their address show, or all: none whose rendering began before now answers a later request. */
  drop(part?: string): void
  /** How many pages came from the cache, and how many were rendered, since the start. */
  stats(): { hits: number; made: number }
  /** Begins to cache pages: notifications of changes arrive from now on. */
  open(): void
  /** Drops all and caches nothing: notifications do not arrive. */
  close(): void
}

interface Sized extends Made {
  /** Bytes, all of its variants together. */
  size: number
}

interface Made {
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
  const parts = new Map<string, unknown>()
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
          return keepWhenMade(address, render(ofAll), (page) => pages.set(address, page))
        },
        signal,
      ),
    part: async <Part extends Made>(name: string, make: () => Promise<Part>) =>
      (parts.get(name) as Part | undefined) ?? keepWhenMade(name, make(), (part) => parts.set(name, part)),
    drop(part = '') {
      for (const address of Array.from(pages.keys())) if (address.includes(part)) pages.delete(address)
      for (const name of parts.keys()) if (name.includes(part)) parts.delete(name)
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

  /** What began before a change answers only the requests from before it. */
  async function keepWhenMade<Result extends Made>(
    address: string,
    making: Promise<Result>,
    keep: (result: Result) => void,
  ): Promise<Result> {
    const flight = { address }
    underway.add(flight)
    let isCurrent = false
    const made = await making.finally(() => (isCurrent = underway.delete(flight)))
    if (isOpen && isCurrent && made.isCacheable) keep(made)
    return made
  }
  return cache
}
