import { type MiddlewareFunction, Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { LonePageFailed } from './page-states.tsx'
import { apiContext } from './session/api.ts'
import { apiFor } from './session/member-api.ts'
import { anonymousApi } from './session/staff-session.ts'

export const handle: PageHandle = { isPublic: false }

/** Sets `apiContext` for whoever comes: nobody is signed in yet, and staff never are here. */
export const clientMiddleware: MiddlewareFunction[] = [
  async ({ request, context }) => {
    const isStaffs = new URL(request.url).pathname.startsWith('/admin/')
    context.set(apiContext, await (isStaffs ? anonymousApi() : apiFor(request)))
  },
]

/** The pages of signing in and of paying, which stand without the site's frame. */
export default function LoneLayout() {
  return <Outlet />
}

export const HydrateFallback = () => null

export const ErrorBoundary = LonePageFailed
