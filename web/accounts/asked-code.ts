import type { UserData } from '#contract/accounts.ts'

import { jsonReader, store, useStored } from '../browser-store.ts'

/** A code this tab asked for: where, when, and what was filled in, so that a reload or Back loses nothing. */
export interface AskedCode {
  page: string
  email: string
  /** Milliseconds since 1970. */
  sentAt: number
  /** The mail has a link and no code. */
  onlyLink: boolean
  /** The filled-in form of sign-up. */
  person?: Person
  /** The person went back to the first step. */
  isLeft?: true
}

export type Person = Record<keyof typeof UserData.shape, string>

/** What this tab asked for, while it may still be used; undefined while the server renders. */
export const useAsked = (): AskedCode | undefined => useStored(usable, undefined)

/** What this tab asked for with an email, while it may still be used. */
export function askedWith(email: string): AskedCode | undefined {
  const asked = usable()
  return asked?.email === email ? asked : undefined
}

/** Keeps it, or with undefined forgets it. */
export function keepAsked(asked: AskedCode | undefined): void {
  store({ askedCode: asked ? JSON.stringify(asked) : null })
}

/** Shows the first step again; what was filled in stays. */
export function leaveAsked(): void {
  const asked = usable()
  if (asked) keepAsked({ ...asked, isLeft: true })
}

const lastAsked = jsonReader('askedCode', (asked) => asked as AskedCode | null)

/** A code is good for 10 minutes, a link for 60. */
function usable(): AskedCode | undefined {
  const asked = lastAsked()
  if (!asked) return undefined
  return Date.now() - asked.sentAt < (asked.onlyLink ? 60 : 10) * 60_000 ? asked : undefined
}
