import { redirect } from 'react-router'

import type { PageHandle } from '../page-handle.tsx'
import type { Route } from './+types/share'

export const handle = { isPublic: false } satisfies PageHandle

/** Leads to a social site with a page of ours to share, named by its path; anything else leads home. */
export function loader({ params, url }: Route.LoaderArgs) {
  const page = URL.parse(url.searchParams.get('page') ?? '/', url.origin)
  const share = sites.get(params.site)
  if (!share || page?.origin !== url.origin) return redirect('/')
  return redirect(share(encodeURIComponent(page.origin + page.pathname)))
}

const sites = new Map([
  ['whatsapp', (page: string) => `https://wa.me/?text=${page}`],
  ['linkedin', (page: string) => `https://www.linkedin.com/sharing/share-offsite/?url=${page}`],
  ['x', (page: string) => `https://x.com/intent/post?url=${page}`],
])
