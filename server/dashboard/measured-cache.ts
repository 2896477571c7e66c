/**
 * Makes an answer anew each time as long as that is quick. One that took longer than `quickMs` is given again for fifty
 * times as long as it took, a minute at most: however often it is asked for, a fiftieth of the time is spent on it.
 */
export function measuredCache<Value>(make: () => Promise<Value>, { quickMs = 100 } = {}) {
  let kept: { value: Value; until: number } | undefined
  return async (): Promise<Value> => {
    const begun = performance.now()
    if (kept && begun < kept.until) return kept.value
    const value = await make()
    const now = performance.now()
    const took = now - begun
    kept = took > quickMs ? { value, until: now + Math.min(50 * took, 60_000) } : undefined
    return value
  }
}
