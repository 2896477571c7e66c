import { type MiddlewareFunction, Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { LonePageFailed } from './page-states.tsx'
import { apiContext } from './session/api.ts'
import { apiFor } from './session/member-api.ts'
import { anonymousApi } from './session/staff-session.ts'

export const handle: PageHandle = { isPublic: false }

/**
 * Sets `apiContext` to the API of this browser, or on staff pages to one without a token, because staff are not
 * signed in there yet.
 */
export const clientMiddleware: MiddlewareFunction[] = [
  async ({ request, context }) => {
    const isStaffPage = new URL(request.url).pathname.startsWith('/admin/')
    context.set(apiContext, await (isStaffPage ? anonymousApi() : apiFor(request)))
  },
]

/** The layout of the pages of sign-in and of payment, which have no header and footer. */
export default function LoneLayout() {
  return <Outlet />
}

export const HydrateFallback = () => null

export const ErrorBoundary = LonePageFailed
