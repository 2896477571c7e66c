import { Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { PageFailed, PageLoading } from './page-states.tsx'
import { signedIn } from './session/member-api.ts'

export const handle: PageHandle = { isPublic: false }

/** Sets `apiContext` for the pages below, or leads to sign-in and back. */
export const clientMiddleware = [signedIn]

/** The pages of who is signed in; search engines leave them out. */
export default function MemberLayout() {
  return <Outlet />
}

export const HydrateFallback = PageLoading

export const ErrorBoundary = () => <PageFailed />
