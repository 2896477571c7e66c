import { redirect } from 'react-router'

import type { PageHandle } from './page-handle.tsx'
import { asMember } from './session/member-api.ts'

export const handle: PageHandle = { isPublic: false }

/** Sets `apiContext` for the data routes of members' pages. */
export const clientMiddleware = [asMember]

/** Redirects home when such an address is opened as a page. */
export const middleware = [
  () => {
    throw redirect('/')
  },
]
