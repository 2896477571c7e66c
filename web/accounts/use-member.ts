import { useMemo, useSyncExternalStore } from 'react'

import type { User } from '#contract/accounts.ts'

import { storedUser, subscribeSession } from '../session.ts'

/** The signed-in member as last heard of, or null; null too while the server renders. */
export function useMember(): User | null {
  const text = useSyncExternalStore(subscribeSession, storedUser, () => null)
  return useMemo(() => (text ? (JSON.parse(text) as User) : null), [text])
}
