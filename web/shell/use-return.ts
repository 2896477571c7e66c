import { useEffect, useEffectEvent } from 'react'

/** Minimum time between two calls, in milliseconds. */
const minInterval = 20_000

/**
 * Calls `onReturn` when this tab becomes visible again, at most once in 20 seconds: what it shows may have changed on
 * another device.
 */
export function useReturn(onReturn: () => void): void {
  const comeBack = useEffectEvent(onReturn)
  useEffect(() => {
    let seenAt = Date.now()
    const onChange = () => {
      if (document.visibilityState === 'hidden' || Date.now() - seenAt < minInterval) return
      seenAt = Date.now()
      comeBack()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
}
