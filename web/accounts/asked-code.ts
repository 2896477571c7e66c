import { useSyncExternalStore } from 'react'

import type { UserData } from '#contract/accounts.ts'

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

/** Kept for as long as this tab: others who use the browser do not find it. */
const key = 'askedCode'
const listeners = new Set<() => void>()

/** What this tab asked for, while it may still be used; undefined while the server renders. */
export const useAsked = (): AskedCode | undefined => parsed(useSyncExternalStore(subscribe, read, () => null))

/** What this tab asked for with an email, while it may still be used. */
export function askedWith(email: string): AskedCode | undefined {
  const asked = parsed(read())
  return asked?.email === email ? asked : undefined
}

/** Keeps it, or with undefined forgets it. */
export function keepAsked(asked: AskedCode | undefined): void {
  try {
    if (asked) sessionStorage.setItem(key, JSON.stringify(asked))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is closed in some private windows: a reload then begins anew.
  }
  for (const listener of listeners) listener()
}

/** Shows the first step again; what was filled in stays. */
export function leaveAsked(): void {
  const asked = parsed(read())
  if (asked) keepAsked({ ...asked, isLeft: true })
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** A code is good for 10 minutes, a link for 60. */
function parsed(text: string | null): AskedCode | undefined {
  if (text === null) return undefined
  const asked = JSON.parse(text) as AskedCode
  return Date.now() - asked.sentAt < (asked.onlyLink ? 60 : 10) * 60_000 ? asked : undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
