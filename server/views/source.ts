import type { ViewSource } from '#contract/projects/views.ts'

/** Names where a visitor came from: `from` is a path of this site, another site's address, or empty. */
export function sourceOf(from: string, publicUrl: string): ViewSource {
  if (from === '' || !URL.canParse(from, publicUrl)) return 'Direct or unknown'
  const { host, pathname, searchParams } = new URL(from, publicUrl)
  if (host === new URL(publicUrl).host) return pageOf(pathname, searchParams)
  return sites.find(([pattern]) => pattern.test(host))?.[1] ?? 'Other sites'
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
