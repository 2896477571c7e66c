import { redirect } from 'react-router'

import type { PageHandle } from '../page-handle.ts'

export const handle = { isPublic: false } satisfies PageHandle

/** An older address of the sign-up page. */
export const loader = () => redirect('/signup')
