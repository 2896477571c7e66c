import { Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { PageFailed, PageLoading } from './page-states.tsx'
import { signedIn } from './session/member-api.ts'

export const handle: PageHandle = { isPublic: false }

/** Sets `apiContext` for the pages below, or redirects to sign-in, which leads back. */
export const clientMiddleware = [signedIn]

/** The layout of the pages for signed-in members, which are not indexed. */
export default function MemberLayout() {
  return <Outlet />
}

export const HydrateFallback = PageLoading

export const ErrorBoundary = () => <PageFailed />
