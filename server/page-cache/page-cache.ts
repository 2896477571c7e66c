import { LRUCache } from 'lru-cache'

/** Keeps finished pages of a kind `Page` for some seconds. Closed, and then without effect, until it is told of every change. */
export interface PageCache<Page extends Sized> {
  /** The page kept for an address. */
  kept(address: string): Page | undefined
  /** The page kept for an address, or being made for others who asked: nothing more needs to be done for it. */
  join(address: string, left: AbortSignal): Promise<Page> | undefined
  /** The page kept for an address, or what `render` makes: once for all who ask while it is being made. Its signal ends when all who asked have left. */
  page(address: string, left: AbortSignal, render: (signal: AbortSignal) => Promise<Page>): Promise<Page>
  /** Something that pages show has changed: nothing made, or begun to be made, before now is given out any more. */
  drop(): void
  /** How many pages were given out of the cache, and how many made, since the start. */
  stats(): { hits: number; made: number }
  /** Begins to keep pages: changes are heard of from now on. */
  open(): void
  /** Drops all and keeps nothing: changes are not heard of. */
  close(): void
}

interface Sized {
  /** Bytes, all of its forms together. */
  size: number
  /** Whether it may be given to others. */
  lasts: boolean
}

export function pageCache<Page extends Sized>({ bytes, seconds }: { bytes: number; seconds: number }) {
  const pages = new LRUCache<string, Page>({
    maxSize: bytes,
    maxEntrySize: bytes / 16,
    sizeCalculation: ({ size }) => size,
    ttl: seconds * 1000,
  })
  let making = new Map<string, Making<Page>>()
  let isOpen = false
  let hits = 0
  let begun = 0

  const cache: PageCache<Page> = {
    kept(address) {
      const kept = pages.get(address)
      if (kept) hits++
      return kept
    },
    join(address, left) {
      const kept = cache.kept(address)
      if (kept) return Promise.resolve(kept)
      const made = making.get(address)
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
      making = new Map()
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

  function begin(address: string, render: (signal: AbortSignal) => Promise<Page>): Making<Page> {
    const { signal, joined } = untilAllLeft()
    const made = { joined, page: render(signal) }
    making.set(address, made)
    begun++
    const began = making
    const finish = (page?: Page) => {
      // Since a change there is another map: what was begun before it is given to those who asked before it only.
      if (began !== making || made !== making.get(address)) return
      making.delete(address)
      if (isOpen && page?.lasts) pages.set(address, page)
    }
    made.page.then(finish, () => finish())
    return made
  }
  return cache
}

interface Making<Page> {
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
