import { Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { PageFailed, PageLoading } from './page-states.tsx'
import { asAnyone } from './session/member-api.ts'

export const handle: PageHandle = { isPublic: false }

/** Sets `apiContext` for the pages below, signed in or not. */
export const clientMiddleware = [asAnyone]

/** The layout of the pages that show data of this browser's visitor or member, which are not indexed. */
export default function PrivateLayout() {
  return <Outlet />
}

export const HydrateFallback = PageLoading

export const ErrorBoundary = () => <PageFailed />
