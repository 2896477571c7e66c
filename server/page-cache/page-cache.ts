import { LRUCache } from 'lru-cache'

/** A cache of rendered pages for some seconds. Closed, and then without effect, while notifications of changes do not arrive. */
export interface PageCache<Page extends Sized> {
  /** The page cached for an address. */
  get(address: string): Page | undefined
  /** The page cached for an address, or being rendered for another request. */
  join(address: string, left: AbortSignal): Promise<Page> | undefined
  /** The page cached for an address, or what `render` makes, once for all requests meanwhile. Its signal is aborted when all of them have. */
  page(address: string, left: AbortSignal, render: (signal: AbortSignal) => Promise<Page>): Promise<Page>
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
  let renderings = new Map<string, Rendering<Page>>()
  let isOpen = false
  let hits = 0
  let begun = 0

  const cache: PageCache<Page> = {
    get(address) {
      const page = pages.get(address)
      if (page) hits++
      return page
    },
    join(address, left) {
      const cached = cache.get(address)
      if (cached) return Promise.resolve(cached)
      const made = renderings.get(address)
      made?.joined(left)
      return made?.page
    },
    page(address, left, render) {
      const known = cache.join(address, left)
      if (known) return known
      const made = begin(address, render)
      made.joined(left)
      return made.page
    },
    drop() {
      pages.clear()
      renderings = new Map()
    },
    stats: () => ({ hits, made: begun }),
    open() {
      cache.drop()
      isOpen = true
    },
    close() {
      isOpen = false
      cache.drop()
    },
  }

  function begin(address: string, render: (signal: AbortSignal) => Promise<Page>): Rendering<Page> {
    const { signal, joined } = untilAllLeft()
    const made = { joined, page: render(signal) }
    renderings.set(address, made)
    begun++
    const began = renderings
    const finish = (page?: Page) => {
      // Since a change there is another map: what began before it answers only the requests from before it.
      if (began !== renderings || made !== renderings.get(address)) return
      renderings.delete(address)
      if (isOpen && page?.isCacheable) pages.set(address, page)
    }
    made.page.then(finish, () => finish())
    return made
  }
  return cache
}

interface Rendering<Page> {
  page: Promise<Page>
  joined(left: AbortSignal): void
}

function untilAllLeft() {
  const abort = new AbortController()
  let waiting = 0
  const joined = (left: AbortSignal) => {
    waiting++
    left.addEventListener('abort', () => --waiting === 0 && abort.abort(), { once: true })
  }
  return { signal: abort.signal, joined }
}
