import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import type { Tokens, User } from '#contract/accounts/accounts.ts'
import { parsedAddress } from '#contract/kit/addresses.ts'

import { jsonReader, store, stored, subscribeStore, useStored } from './browser-store.ts'

/** Returns whether there is a session that has not ended: a valid access token, or a refresh token to get one. */
export const isSignedIn = (): boolean =>
  secondsLeft(stored('accessToken')) > 0 || Boolean(stored('refreshToken'))

/** Returns the signed-in member as last loaded; null without one, and while the server renders. */
export const useMember = (): User | null => useStored(member, null)

/** Returns the same outside a component. */
export const member = (): User | null => (isSignedIn() ? lastUser() : null)
const lastUser = jsonReader('user', (user) => user as User | null)

export function signIn(tokens: Tokens, user: User): void {
  store({
    ...tokens,
    user: JSON.stringify(user),
    lostSession: null,
    otpSessionToken: null,
    owned: null,
    signInNext: null,
    linkedReferral: null,
  })
}

/** Clears the session in this browser and what was begun in it; `logOut` also ends it on the server. */
export function clearSession(): void {
  store({ ...noSession, lostSession: null })
  clearBegun()
}

/** What a member begins in this browser: it goes with them when they sign out, and comes back when they sign in. */
const begun = ['cart', 'compared', 'drafts', 'lastingDrafts'] as const
export type Begun = Partial<Record<(typeof begun)[number], string>>

/** Returns what is begun in this browser as JSON. */
export const begunHere = (): string =>
  JSON.stringify(
    Object.fromEntries(begun.map((entry) => [entry, stored(entry)]).filter(([, text]) => text !== null)),
  )

/** Clears what was begun in this browser, so that the next person sees nothing of it. */
export const clearBegun = (): void =>
  store({ cart: null, compared: null, drafts: null, lastingDrafts: null, typed: null })

/** Sets aside here what a member has begun and the server could not keep. */
export function setAside(memberId: string, entries: string): void {
  const { [memberId]: _, ...others } = asideHere()
  store({ setAside: JSON.stringify({ ...others, [memberId]: entries }) })
}

/** What was set aside here, by the ids of members. */
export const asideHere = jsonReader('setAside', (json) => (json ?? {}) as Record<string, string>)

/** Clears a session that the server has ended: sign-in says so, and what was begun stays for the member's return. */
export function loseSession(): void {
  store({ ...noSession, lostSession: lastUser()?._id ?? '' })
}

/** Returns whether the last session in this browser ended by itself. */
export const hasLostSession = (): boolean => stored('lostSession') !== null

const noSession = {
  accessToken: null,
  refreshToken: null,
  user: null,
  otpSessionToken: null,
  owned: null,
  wishlist: null,
}

/** Stores the latest user data for the header. */
export function storeUser(user: User): void {
  store({ user: JSON.stringify(user) })
}

/** Returns the seconds until a JWT expires; 0 for none or a broken one. */
export function secondsLeft(token: string | null): number {
  try {
    const { exp } = JSON.parse(atob(token!.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp: number
    }
    return Math.max(0, exp - Date.now() / 1000)
  } catch {
    return 0
  }
}

/**
 * Returns the address to continue at (`?next=`) when it is one of this site, otherwise null. A browser leaves out
 * tabs, reads '\' as '/' and takes two slashes at the start for another site, so the address is parsed as a browser
 * does it. Sign-in pages are rejected, because sign-in must not lead to sign-in.
 */
export function localAddress(next: string | null): string | null {
  const url = next?.startsWith('/') ? parsedAddress(next, ownOrigin) : undefined
  if (!url || url.origin !== ownOrigin || url.pathname.startsWith('//') || signInPaths.test(url.pathname))
    return null
  return url.pathname + url.search + url.hash
}

/** Returns the address of the sign-in or sign-up page, which continues at `next` when there is one. */
export function addressWithNext(page: '/signin' | '/signup', next: string | null): string {
  const address = localAddress(next)
  return address ? `${page}?next=${encodeURIComponent(address)}` : page
}

// Any origin will do, because only leaving it matters; no real address can have this one.
const ownOrigin = 'https://readymade.invalid'
const signInPaths = /^\/(signin(\/link)?|signup|login|register|auth)\/?$/

/**
 * Runs the page's loaders again when another tab signs out or the session is lost here: those that need a session
 * redirect to sign-in.
 */
export function useSignOutElsewhere(isSignedIn: () => boolean, isLost: () => boolean = never): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let was = isSignedIn()
    return subscribeStore((isElsewhere) => {
      const is = isSignedIn()
      if ((isElsewhere || isLost()) && was && !is) void revalidate()
      was = is
    })
  }, [isSignedIn, isLost, revalidate])
}

const never = () => false
