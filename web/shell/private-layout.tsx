import { Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { PageFailed, PageLoading } from './page-states.tsx'

export const handle: PageHandle = { isPublic: false }

/** The pages that show visitors and members what is theirs in this browser; search engines leave them out. */
export default function PrivateLayout() {
  return <Outlet />
}

export const HydrateFallback = PageLoading

export const ErrorBoundary = () => <PageFailed />
