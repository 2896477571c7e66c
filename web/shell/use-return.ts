import { useEffect, useEffectEvent } from 'react'

/** Milliseconds. */
const away = 20_000

/** Calls back when somebody comes back to this tab, once in 20 seconds at most: what it shows may have changed on another device. */
export function useReturn(onReturn: () => void): void {
  const comeBack = useEffectEvent(onReturn)
  useEffect(() => {
    let seenAt = Date.now()
    const onChange = () => {
      if (document.visibilityState === 'hidden' || Date.now() - seenAt < away) return
      seenAt = Date.now()
      comeBack()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
}
