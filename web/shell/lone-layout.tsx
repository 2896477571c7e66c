import { Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { LonePageFailed } from './page-states.tsx'
import { asNobody } from './session/member-api.ts'

export const handle: PageHandle = { isPublic: false }

/** Sets `apiContext` for the forms below. */
export const clientMiddleware = [asNobody]

/** The pages of signing in and of paying, which stand without the site's frame. */
export default function LoneLayout() {
  return <Outlet />
}

export const HydrateFallback = () => null

export const ErrorBoundary = LonePageFailed
