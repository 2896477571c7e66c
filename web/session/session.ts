import type { Tokens, User } from '#contract/accounts.ts'

import { jsonReader, store, stored, useStored } from '../browser-store.ts'

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
