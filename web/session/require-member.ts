import { redirect } from 'react-router'

import type { Api } from '#contract/client.ts'

import { memberApi, sendAsMember } from './member-api.ts'
import { addressWithNext } from './next-address.ts'
import { isSignedIn } from './session.ts'
import { whenConnected } from './when-connected.ts'

/** For a clientLoader or clientAction: the member's API, or a redirect to /signin that leads back here; also when a call finds that the session has ended. A loader waits for the connection. */
export async function requireMember(request: Request): Promise<Api> {
  if (!isSignedIn()) throw toSignIn(request)
  return apiFor(request, (problem) => (isSignedIn() ? problem : toSignIn(request)))
}

/** The same where a visitor may be too. */
export const apiFor = ({ method, signal }: Request, raise?: Parameters<typeof memberApi>[0]): Promise<Api> =>
  method === 'GET'
    ? memberApi(
        raise,
        whenConnected((call) => sendAsMember(call), signal),
      )
    : memberApi(raise)

function toSignIn(request: Request) {
  const { pathname, search } = new URL(request.url)
  // A loader is not told of what follows the #, and an email may lead there.
  const hash = location.pathname === pathname ? location.hash : ''
  return redirect(addressWithNext('/signin', pathname + search + hash))
}
