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
  /** What names the visit in this process; no client is known by it. */
  visit: string
}

/** Counts views of published projects: one for a visit and a project, as far as this process remembers. */
export function viewCounter(db: Database, site: Site) {
  const seen = new LRUCache<string, true>({ max: 50_000 })
  return async ({ projectId, from, host, visit }: View): Promise<void> => {
    const key = `${visit} ${projectId}`
    if (seen.has(key)) return
    seen.set(key, true)
    await addView(db, projectId, sourceOf(from, site, host))
  }
}
