import { redirect } from 'react-router'

import type { PageHandle } from '../page-handle.tsx'

export const handle = { isPublic: false } satisfies PageHandle

/** Any unknown address leads home (specification section 2). */
export const loader = () => redirect('/')
