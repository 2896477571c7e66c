import { Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { LonePageFailed } from './page-states.tsx'

export const handle: PageHandle = { isPublic: false }

/** The pages of signing in and of paying, which stand without the site's frame. */
export default function LoneLayout() {
  return <Outlet />
}

export const HydrateFallback = () => null

export const ErrorBoundary = LonePageFailed
