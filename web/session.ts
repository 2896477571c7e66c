import { redirect } from 'react-router'

import type { Tokens, User } from '#contract/accounts.ts'
import type { Api, createApi, Send } from '#contract/client.ts'

import { fetchCall } from './fetch-call.ts'
import { addressWithNext } from './next-address.ts'
import { markSession } from './shell/document-state.ts'

/** The API as the signed-in member. The client and its schemas load with the first call, so that public pages ship without them. */
export async function memberApi(raise?: Parameters<typeof createApi>[1]): Promise<Api> {
  const client = await import('#contract/client.ts')
  return client.createApi(sendAsMember, raise)
}

/** Sends one request with the member's token. On a 401 it is sent once more after a refresh that all waiting calls share. */
export const sendAsMember: Send = async (call) => {
  const answer = await fetchCall(call, await freshToken())
  if (answer.status !== 401 || !stored('refreshToken')) return answer
  return fetchCall(call, await refresh(stored('accessToken')))
}

/** For a clientLoader or clientAction: the member's API, or a redirect to /signin that leads back here; also when a call finds that the session has ended. */
export async function requireMember(request: Request): Promise<Api> {
  if (!isSignedIn()) throw toSignIn(request)
  return memberApi((problem) => (isSignedIn() ? problem : toSignIn(request)))
}

/** The way to /signin and back to where the request was going. */
export function toSignIn(request: Request) {
  const { pathname, search } = new URL(request.url)
  return redirect(addressWithNext('/signin', pathname + search))
}

/** True while there is a session that has not ended: a living access token, or a refresh token to get one. */
export const isSignedIn = (): boolean =>
  lifeLeft(stored('accessToken')) > 0 || Boolean(stored('refreshToken'))

export function signIn(tokens: Tokens, user: User): void {
  store({ ...tokens, user: JSON.stringify(user), otpSessionToken: null, owned: null, signInNext: null })
  markSession('member')
  tell()
}

/** Forgets the session on this device; `logOut` also ends it on the server. */
export function forgetSession(): void {
  store({ accessToken: null, refreshToken: null, user: null, otpSessionToken: null, owned: null })
  markSession('visitor')
  tell()
}

export async function logOut(): Promise<void> {
  const api = await memberApi()
  await api.accounts.logout().catch(() => {})
  forgetSession()
}

/** Keeps the newest user data for the header. */
export function rememberUser(user: User): void {
  store({ user: JSON.stringify(user) })
  tell()
}

/** The session token of a code that was asked for, stored until it is verified. */
export const otpSession = {
  get: (): string | null => stored('otpSessionToken'),
  set: (token: string | null): void => store({ otpSessionToken: token }),
}

/** What the member owns, as text, stored for as long as the session (`orders/owned.ts`). */
export const ownedEntry = {
  get: (): string | null => {
    const text = stored('owned')
    return text && isSignedIn() ? text : null
  },
  set: (text: string): void => {
    store({ owned: text })
    tell()
  },
}

/** Where this browser was going when it asked for a code, for a link in the mail that opens another tab. */
export const signInNext = {
  get: (): string | null => stored('signInNext'),
  set: (address: string | null): void => store({ signInNext: address }),
}

/** The stored user entry as text; stable between changes, for useSyncExternalStore. */
export const storedUser = (): string | null => (isSignedIn() ? stored('user') : null)

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const listeners = new Set<() => void>()
const tell = () => listeners.forEach((listener) => listener())

type Entry = 'accessToken' | 'refreshToken' | 'user' | 'otpSessionToken' | 'owned' | 'signInNext'

function stored(entry: Entry): string | null {
  try {
    return localStorage.getItem(entry)
  } catch {
    return null
  }
}

function store(entries: Partial<Record<Entry, string | null>>): void {
  for (const [entry, value] of Object.entries(entries)) {
    if (value === null) localStorage.removeItem(entry)
    else localStorage.setItem(entry, value)
  }
}

/** Seconds until a JWT ends; 0 for none or a broken one. */
function lifeLeft(token: string | null): number {
  try {
    const { exp } = JSON.parse(atob(token!.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp: number
    }
    return Math.max(0, exp - Date.now() / 1000)
  } catch {
    return 0
  }
}

async function freshToken(): Promise<string | null> {
  const token = stored('accessToken')
  return lifeLeft(token) > 5 || !stored('refreshToken') ? token : refresh(token)
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
