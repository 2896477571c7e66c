import { Outlet } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { PageFailed } from './page-states.tsx'

export const handle: PageHandle = { isPublic: true }

/** The pages that are the same for everybody. Each loads on the server and answers its `head`. */
export default function PublicLayout() {
  return <Outlet />
}

export const ErrorBoundary = () => <PageFailed />
