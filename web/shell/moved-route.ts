import { redirect } from 'react-router'

import type { Route } from './+types/moved-route'

/**
 * Redirects from an old address to the one that replaced it, with its query, and from any unknown address home
 * (specification section 2).
 */
export const loader = ({ url }: Route.LoaderArgs) => {
  const to = moved.get(url.pathname.replace(/\/$/, ''))
  return redirect(to ? to + url.search : '/')
}

const moved = new Map([
  ['/login', '/signin'],
  ['/auth', '/signin'],
  ['/register', '/signup'],
])
