import { Limiter, type Release } from './limiter.ts'

/** A limiter for each key, which is forgotten when nobody has a slot of it or waits for one. Who is shed gets undefined. */
export function limiterEach(limits: ConstructorParameters<typeof Limiter>[0]) {
  const limiters = new Map<string, Limiter>()
  return async function take(key: string): Promise<Release | undefined> {
    const limiter = limiters.get(key) ?? new Limiter(limits)
    limiters.set(key, limiter)
    const release = await limiter.take()
    if (!release) return undefined
    return () => {
      release()
      const { running, queued } = limiter.stats
      if (running + queued === 0 && limiters.get(key) === limiter) limiters.delete(key)
    }
  }
}
