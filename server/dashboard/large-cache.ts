/** In milliseconds. */
const maxAge = 20_000

/** Makes an answer anew each time, but gives one that `isLarge` says was counted over many rows again for 20 seconds. */
export function cacheWhenLarge<Value>(make: () => Promise<Value>, isLarge: (value: Value) => boolean) {
  let cached: { value: Value; until: number } | undefined
  return async (): Promise<Value> => {
    if (cached && performance.now() < cached.until) return cached.value
    const value = await make()
    cached = isLarge(value) ? { value, until: performance.now() + maxAge } : undefined
    return value
  }
}
