import { redirect } from 'react-router'

import type { PageHandle } from '../page-handle.tsx'
import type { Route } from './+types/to-signup'

export const handle = { isPublic: false } satisfies PageHandle

/** An older address of the sign-up page; a referral code and where the person was heading stay in the address. */
export const loader = ({ url }: Route.LoaderArgs) => redirect(`/signup${url.search}`)
