import { type Ask, Limiter, type Limits, type Release } from './limiter.ts'

/** A limiter for each key, which is forgotten when nobody has a slot of it or waits for one. A slot is taken as a Limiter's is. */
export function limiterEach(limits: Limits) {
  const limiters = new Map<string, Limiter>()
  return async function take(key: string, ask?: Ask): Promise<Release | undefined> {
    const limiter = limiters.get(key) ?? new Limiter(limits)
    limiters.set(key, limiter)
    const release = await limiter.take(ask)
    if (!release) return undefined
    return () => {
      release()
      const { running, queued } = limiter.stats
      if (running + queued === 0 && limiters.get(key) === limiter) limiters.delete(key)
    }
  }
}
