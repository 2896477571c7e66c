import { redirect } from 'react-router'

import type { Tokens } from '#contract/accounts.ts'
import type { Api, createApi, Send } from '#contract/client.ts'

import { store, stored } from '../browser-store.ts'
import { fetchCall } from './fetch-call.ts'
import { addressWithNext } from './next-address.ts'
import { forgetSession, isSignedIn, secondsLeft } from './session.ts'

/** The API as the signed-in member. The client and its schemas load with the first call, so that public pages ship without them. */
export async function memberApi(raise?: Parameters<typeof createApi>[1]): Promise<Api> {
  const client = await import('#contract/client.ts')
  return client.createApi(sendAsMember, raise)
}

/** For a clientLoader or clientAction: the member's API, or a redirect to /signin that leads back here; also when a call finds that the session has ended. */
export async function requireMember(request: Request): Promise<Api> {
  if (!isSignedIn()) throw toSignIn(request)
  return memberApi((problem) => (isSignedIn() ? problem : toSignIn(request)))
}

function toSignIn(request: Request) {
  const { pathname, search } = new URL(request.url)
  return redirect(addressWithNext('/signin', pathname + search))
}

/** Ends the session, on the server too. */
export async function logOut(): Promise<void> {
  const api = await memberApi()
  await api.accounts.logout().catch(() => {})
  forgetSession()
}

/** Sends one request with the member's token. On a 401 it is sent once more after a refresh that all waiting calls share. */
export const sendAsMember: Send = async (call) => {
  const answer = await fetchCall(call, await freshToken())
  if (answer.status !== 401 || !stored('refreshToken')) return answer
  return fetchCall(call, await refresh(stored('accessToken')))
}

async function freshToken(): Promise<string | null> {
  const token = stored('accessToken')
  return secondsLeft(token) > 5 || !stored('refreshToken') ? token : refresh(token)
}

let refreshing: Promise<string | null> | undefined

/** Trades the refresh token for new tokens, once for all who wait, in this tab and in others. */
function refresh(stale: string | null): Promise<string | null> {
  const work = async () => {
    // Another tab may have refreshed while this one waited for the lock.
    if (stored('accessToken') !== stale) return stored('accessToken')
    const body = JSON.stringify({ refreshToken: stored('refreshToken') })
    const answer = await fetchCall({ method: 'POST', url: '/api/users/auth/refresh', body }, null)
    if (answer.status === 401) forgetSession()
    if (answer.status !== 200) return null
    const { tokens } = JSON.parse(await answer.text()) as { tokens: Tokens }
    store({ ...tokens })
    return tokens.accessToken
  }
  // Browsers have locks over https and on their own machine only; elsewhere the server bears with two tabs.
  refreshing ??= ('locks' in navigator ? navigator.locks.request('refresh', work) : work()).finally(
    () => (refreshing = undefined),
  )
  return refreshing
}
