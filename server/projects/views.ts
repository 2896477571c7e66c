import type { ViewSource } from '#contract/projects/list.ts'

import { isPublished } from '../catalogue/publish-queries.ts'
import type { Database } from '../platform/database/connection.ts'
import { isOwnAddress, type Site } from '../platform/http/own-address.ts'
import { newcomers } from '../platform/rate-limits/rate-limits.ts'
import { addView } from './status-queries.ts'

interface View {
  projectId: string
  /** The address of the previous page, as the browser sends it. */
  from: string
  /** The host under which the browser reached this site. */
  host?: string | undefined
  /** Identifies the visitor for a day. */
  visitor: string
}

/**
 * Counts views of published projects: one for each visitor and project, and another after half an hour without one,
 * whichever process is asked.
 */
export function viewCounter(db: Database, site: Site) {
  return async ({ projectId, from, host, visitor }: View): Promise<void> => {
    if (!(await isPublished(db, projectId))) return
    const [isNew] = await newcomers(db, { name: 'view', seconds: 1800 }, [`${visitor} ${projectId}`])
    if (isNew) await addView(db, projectId, sourceOf(from, site, host))
  }
}

/**
 * Names the source of a view: `from` is a path of this site, another site's address, or empty; `host` is the host under
 * which the visitor reached this site.
 */
export function sourceOf(from: string, site: Site, host?: string): ViewSource {
  if (from === '' || !URL.canParse(from, site.publicUrl)) return 'Direct or unknown'
  const address = new URL(from, site.publicUrl)
  if (isOwnAddress(address, site, host)) return pageOf(address.pathname, address.searchParams)
  return sites.find(([pattern]) => pattern.test(address.host))?.[1] ?? 'Other sites'
}

function pageOf(path: string, query: URLSearchParams): ViewSource {
  if (path === '/') return 'Home'
  if (path === '/projects') return query.get('search') ? 'Search here' : 'Project list'
  if (path.startsWith('/projects/')) return 'Another project'
  if (path.startsWith('/members/')) return 'Owner’s profile'
  return 'Other pages here'
}

/** Whole domains only: notgoogle.com is another site. */
const sites: [RegExp, ViewSource][] = [
  [/(^|\.)google\.[a-z.]{2,6}$/, 'Google'],
  [/(^|\.)bing\.com$/, 'Bing'],
  [/(^|\.)duckduckgo\.com$/, 'DuckDuckGo'],
  [/(^|\.)(whatsapp\.com|wa\.me)$/, 'WhatsApp'],
  [/(^|\.)instagram\.com$/, 'Instagram'],
  [/(^|\.)(facebook\.com|fb\.com)$/, 'Facebook'],
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'YouTube'],
  [/(^|\.)(linkedin\.com|lnkd\.in)$/, 'LinkedIn'],
  [/(^|\.)(telegram\.org|t\.me)$/, 'Telegram'],
  [/(^|\.)(x\.com|twitter\.com|t\.co)$/, 'X'],
  [/(^|\.)github\.com$/, 'GitHub'],
]
