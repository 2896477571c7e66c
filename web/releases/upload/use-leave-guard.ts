import { useEffect } from 'react'
import { type Blocker, useBlocker } from 'react-router'

import { isSignedIn } from '../../session/session.ts'

/** While something would be lost, the browser asks before the page is left; ways inside the site wait in the answer, until it is told to proceed. Who is signed out is let go. */
export function useLeaveGuard(isBusy: boolean): Blocker {
  useEffect(() => {
    if (!isBusy) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
  return useBlocker(() => isBusy && isSignedIn())
}
