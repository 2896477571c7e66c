import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { Database } from '../database/connection.ts'
import type { Site } from '../http/own-address.ts'
import { addView } from './queries.ts'
import { sourceOf } from './source.ts'

export { viewsSince } from './queries.ts'

interface View {
  projectId: string
  /** The address before it, as the browser says it. */
  from: string
  /** Where the browser reached this site. */
  host?: string | undefined
  /** What one client has in common over half an hour; only a hash of it is held, in memory. */
  client: string
}

/** Counts views of published projects: one for a client and a project in half an hour, as far as this process remembers. */
export function viewCounter(db: Database, site: Site) {
  const seen = new LRUCache<string, true>({ max: 20_000, ttl: 30 * 60_000 })
  return async ({ projectId, from, host, client }: View): Promise<void> => {
    const key = createHash('sha256').update(`${projectId} ${client}`).digest('base64url')
    if (seen.has(key)) return
    seen.set(key, true)
    await addView(db, projectId, sourceOf(from, site, host))
  }
}
