import { redirect } from 'react-router'

import type { PageHandle } from '../page-handle.tsx'
import type { Route } from './+types/to-signin'

export const handle = { isPublic: false } satisfies PageHandle

/** Older addresses of the sign-in page; where the person was heading stays in the address. */
export const loader = ({ url }: Route.LoaderArgs) => redirect(`/signin${url.search}`)
