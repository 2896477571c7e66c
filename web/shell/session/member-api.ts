import { createContext, useContext } from 'react'
import { type MiddlewareFunction, redirect } from 'react-router'

import type { Tokens } from '#contract/accounts/accounts.ts'
import type { Answer, Api, createApi, Send } from '#contract/client.ts'
import type { ProblemError } from '#contract/kit/problem.ts'

import { loadPart } from '../lazy-part.ts'
import { apiContext } from './api.ts'
import { store, stored } from './browser-store.ts'
import { whenConnected } from './connection.tsx'
import { fetchCall, noAnswer, noConnection } from './fetch-call.ts'
import {
  addressWithNext,
  begunHere,
  clearSession,
  isSignedIn,
  loseSession,
  member,
  secondsLeft,
  setAside,
} from './session.ts'

/**
 * Returns the API as the signed-in member. The client and its schemas load with the first call, so that public pages
 * do not contain them.
 */
export async function memberApi(
  raise?: Parameters<typeof createApi>[1],
  send: Send = (call) => sendAsMember(call),
): Promise<Api> {
  const client = await loadPart(() => import('#contract/client.ts'))
  return client.createApi(send, raise)
}

/** Ends the session, on the server too, which keeps what the member has begun for the next sign-in. */
export async function logOut(): Promise<void> {
  const api = await memberApi()
  // Also when nothing is begun any more: what was left before is over then.
  const [user, entries] = [member(), begunHere()]
  if (user) await api.accounts.leaveBehind({ body: { entries } }).catch(() => setAside(user._id, entries))
  await api.accounts.logout().catch(() => {})
  clearSession()
}

/**
 * Sends one call with the member's token. After a 401 it is sent once more, with a token from a refresh that all
 * waiting calls share.
 */
export async function sendAsMember(call: Parameters<Send>[0], carry = fetchCall): ReturnType<Send> {
  const token = await freshToken()
  if (token instanceof Object) return token
  const answer = await carry(call, token)
  if (answer.status !== 401 || !stored('refreshToken')) return answer
  const renewed = await refresh(token)
  return renewed instanceof Object ? renewed : carry(call, renewed)
}

async function freshToken(): ReturnType<typeof refresh> {
  const token = stored('accessToken')
  return secondsLeft(token) > 5 || !stored('refreshToken') ? token : refresh(token)
}

let refreshing: ReturnType<typeof refresh> | undefined

/**
 * Returns the token that replaced a stale one. The refresh token is used once for all waiting calls, in this tab and
 * in others. Returns null when the session is over, and the answer to give when no server answered; then the session
 * stays.
 */
function refresh(stale: string | null): Promise<string | Answer | null> {
  const work = async () => {
    // Another call, or another tab, may have refreshed since.
    if (stored('accessToken') !== stale) return stored('accessToken')
    const body = JSON.stringify({ refreshToken: stored('refreshToken') })
    const answer = await fetchCall({ method: 'POST', url: '/api/users/auth/refresh', body }, null)
    if (answer.status === 401) {
      loseSession()
      return null
    }
    if (answer.status !== 200) return answer === noConnection ? answer : noAnswer
    const { tokens } = JSON.parse(await answer.text()) as { tokens: Tokens }
    store({ ...tokens })
    return tokens.accessToken
  }
  // Browsers have locks only over https and on localhost; elsewhere the server tolerates two tabs that refresh at
  // once.
  refreshing ??= ('locks' in navigator ? navigator.locks.request('refresh', work) : work()).finally(
    () => (refreshing = undefined),
  )
  return refreshing
}

/** A middleware of members' pages that sets `apiContext`, or redirects to sign-in, which leads back to the page. */
export const signedIn: MiddlewareFunction = async ({ request, context }) => {
  if (!isSignedIn()) throw signInRedirect(request.url)
  context.set(apiContext, await apiFor(request, raiseOrSignIn(request.url)))
}

/** A middleware of pages for visitors and members that sets `apiContext`: with the session when there is one. */
export const asAnyone: MiddlewareFunction = async ({ request, context }) => {
  context.set(apiContext, await apiFor(request))
}

/**
 * A middleware of data routes that sets `apiContext`. A call without a session redirects to sign-in, which leads back
 * to the open page.
 */
export const asMember: MiddlewareFunction = async ({ request, context }) => {
  context.set(apiContext, await apiFor(request, raiseOrSignIn(location.href)))
}

const raiseOrSignIn = (address: string) => (problem: ProblemError) =>
  isSignedIn() ? problem : signInRedirect(address)

/** Returns the API for a request of this browser, signed in or not. Loaders wait for the connection. */
export const apiFor = ({ method, signal }: Request, raise?: Parameters<typeof memberApi>[0]): Promise<Api> =>
  method === 'GET'
    ? memberApi(
        raise,
        whenConnected((call) => sendAsMember(call), signal),
      )
    : memberApi(raise)

function signInRedirect(address: string) {
  const { pathname, search } = new URL(address)
  // A loader does not see the fragment, and an email may lead there.
  const hash = location.pathname === pathname ? location.hash : ''
  return redirect(addressWithNext('/signin', pathname + search + hash))
}

/** Returns the function that gets the API for event handlers: the member's, or the staff's on staff pages. */
export const useApi = (): (() => Promise<Api>) => useContext(ApiContext)

/** The function that `useApi` returns. */
export const ApiContext = createContext<() => Promise<Api>>(() => memberApi())
