import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import { subscribeStore } from '../browser-store.ts'

/** When another tab signs out, the page asks its loaders again: those that need somebody lead to sign-in. */
export function useSignOutElsewhere(isSignedIn: () => boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let was = isSignedIn()
    return subscribeStore((isElsewhere) => {
      const is = isSignedIn()
      if (isElsewhere && was && !is) void revalidate()
      was = is
    })
  }, [isSignedIn, revalidate])
}
