import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import type { Tokens, User } from '#contract/accounts/accounts.ts'

import { jsonReader, store, stored, subscribeStore, useStored } from './browser-store.ts'

/** True while there is a session that has not ended: a living access token, or a refresh token to get one. */
export const isSignedIn = (): boolean =>
  secondsLeft(stored('accessToken')) > 0 || Boolean(stored('refreshToken'))

/** The signed-in member as last heard of, or null; null too while the server renders. */
export const useMember = (): User | null => useStored(member, null)

/** The same, outside a component. */
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

/** Forgets the session in this browser; `logOut` also ends it on the server. */
export function forgetSession(): void {
  store({ ...nobody, lostSession: null, drafts: null, lastingDrafts: null })
}

/** Forgets a session that the server has ended: sign-in says so, and forms keep what was typed for the member's return. */
export function loseSession(): void {
  store({ ...nobody, lostSession: 'yes' })
}

/** Whether the last session here ended by itself. */
export const hasLostSession = (): boolean => stored('lostSession') !== null

const nobody = {
  accessToken: null,
  refreshToken: null,
  user: null,
  otpSessionToken: null,
  owned: null,
  wishlist: null,
}

/** Keeps the newest user data for the header. */
export function rememberUser(user: User): void {
  store({ user: JSON.stringify(user) })
}

/** Seconds until a JWT ends; 0 for none or a broken one. */
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
 * Where somebody was going (`?next=`), as an address of this site, or null. A browser leaves out tabs, reads '\' as '/' and
 * takes two slashes at the start for another site, so it is asked what it would make of the address; and nobody is led
 * from signing in to signing in.
 */
export function ownAddress(next: string | null): string | null {
  if (!next?.startsWith('/') || !URL.canParse(next, ownOrigin)) return null
  const url = new URL(next, ownOrigin)
  if (url.origin !== ownOrigin || url.pathname.startsWith('//') || signing.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** The address of a page of sign-in or sign-up that goes on to `next` when there is one. */
export function addressWithNext(page: '/signin' | '/signup', next: string | null): string {
  const address = ownAddress(next)
  return address ? `${page}?next=${encodeURIComponent(address)}` : page
}

// Any origin serves: only whether an address leaves it is of interest. One that no address can name.
const ownOrigin = 'https://readymade.invalid'
const signing = /^\/(signin(\/link)?|signup|login|register|auth)\/?$/

/** When another tab signs out, or the session is lost here, the page asks its loaders again: those that need somebody lead to sign-in. */
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
