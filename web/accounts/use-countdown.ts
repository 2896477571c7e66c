import { useEffect, useState } from 'react'

/** Counts whole seconds down to 0 and says how many are left; `start` begins anew, `stop` ends it. */
export function useCountdown(seconds: number) {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, start: () => setLeft(seconds), stop: () => setLeft(0) }
}
