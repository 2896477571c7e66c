import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import type { Connection } from '../database/connection.ts'
import { networkOf } from '../overload/request-scope.ts'
import { countIfAllowed, type RateLimit, refusalFor, secondsToWait } from './rate-limits.ts'

/**
 * Counts the calls of a client for all processes together. Throws too_many_requests, with `Retry-After`, when a call is
 * one too many. A client that was refused is refused here until its time is over, so that a flood does not reach the
 * database.
 */
export function callLimiter(db: Connection) {
  const refused = new LRUCache<string, true>({ max: 10_000 })
  return async (
    { name, requests, seconds }: { name: string; requests: number; seconds: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    const subject = networkOf(request.ip)
    const key = `${name} ${subject}`
    const limit: RateLimit = { name, subject, max: requests, seconds, refusal: 'Too many requests.' }
    const left = refused.getRemainingTTL(key)
    if (left <= 0 && (await countIfAllowed(db, limit))) return
    const wait = left > 0 ? Math.ceil(left / 1000) : await secondsToWait(db, limit)
    if (left <= 0) refused.set(key, true, { ttl: wait * 1000 })
    reply.header('retry-after', wait)
    throw refusalFor(limit, wait)
  }
}
