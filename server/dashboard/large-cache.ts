/** How long the counts of a large database are given again, in milliseconds. */
const keptMs = 20_000

/** Makes an answer anew each time, but gives one that `isLarge` says was counted over many rows again for 20 seconds. */
export function cacheWhenLarge<Value>(make: () => Promise<Value>, isLarge: (value: Value) => boolean) {
  let kept: { value: Value; until: number } | undefined
  return async (): Promise<Value> => {
    if (kept && performance.now() < kept.until) return kept.value
    const value = await make()
    kept = isLarge(value) ? { value, until: performance.now() + keptMs } : undefined
    return value
  }
}
