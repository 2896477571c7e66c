import { Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { PageFailed } from './page-states.tsx'

export const handle: PageHandle = { isPublic: true }

/** The layout of the pages that are the same for everybody. Each loads on the server and returns its `head`. */
export default function PublicLayout() {
  return <Outlet />
}

export const ErrorBoundary = () => <PageFailed />
