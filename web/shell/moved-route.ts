import { redirect } from 'react-router'

import type { Route } from './+types/moved-route'

/** Leads from an address of old to the one that took its place, with what follows the '?'. Any unknown address leads home (specification section 2). */
export const loader = ({ url }: Route.LoaderArgs) => {
  const to = moved.get(url.pathname.replace(/\/$/, ''))
  return redirect(to ? to + url.search : '/')
}

const moved = new Map([
  ['/login', '/signin'],
  ['/auth', '/signin'],
  ['/register', '/signup'],
])
