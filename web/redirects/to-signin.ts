import { redirect } from 'react-router'

import type { PageHandle } from '../page-handle.ts'

export const handle = { isPublic: false } satisfies PageHandle

/** Older addresses of the sign-in page. */
export const loader = () => redirect('/signin')
