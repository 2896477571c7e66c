import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import { subscribeStore } from '../browser-store.ts'

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
