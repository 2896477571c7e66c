import { redirect } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { asMember } from './session/member-api.ts'

export const handle: PageHandle = { isPublic: false }

/** Sets `apiContext` for what a member's page loads and changes beside its own data. */
export const clientMiddleware = [asMember]

/** Leads home who opens the address of such data. */
export const middleware = [
  () => {
    throw redirect('/')
  },
]
