import { createHash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import { counted } from '#contract/kit/format.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../database/connection.ts'
import { networkOf } from '../overload/request-scope.ts'
import { addAttempt, deleteBucket, isFull, markSeen, removeAttempt, remainingSeconds } from './queries.ts'

/**
 * A limit on the attempts of one subject (an email, an address) in a window of seconds, counted for all processes
 * together.
 */
export interface RateLimit {
  name: string
  subject: string
  max: number
  seconds: number
  /** Message for a caller who exceeds it; the time to wait is added. */
  refusal: string
}

/**
 * Counts one attempt before it is made, so that concurrent attempts cannot exceed the limit. Throws too_many_requests
 * when none is left. `weight` is what the attempt counts for when the limit is on something else than attempts.
 */
export async function countAttempt(connection: Connection, limit: RateLimit, weight = 1): Promise<void> {
  if (!(await countIfAllowed(connection, limit, weight))) throw await tooManyAttempts(connection, limit)
}

/** Counts one attempt if the limit allows it; returns whether it did. */
export const countIfAllowed = (connection: Connection, limit: RateLimit, weight = 1): Promise<boolean> =>
  addAttempt(connection, bucketOf(limit), limit.max, limit.seconds, weight)

/** Takes back a counted attempt that succeeded, or a part of its weight. */
export const returnAttempt = (connection: Connection, limit: RateLimit, weight = 1): Promise<void> =>
  removeAttempt(connection, bucketOf(limit), weight)

/** Whether no attempt is left, without counting one. */
export const isLimitReached = (connection: Connection, limit: RateLimit): Promise<boolean> =>
  isFull(connection, bucketOf(limit), limit.max)

/** Deletes all counted attempts. */
export const resetAttempts = (connection: Connection, limit: RateLimit): Promise<void> =>
  deleteBucket(connection, bucketOf(limit))

/** Returns the seconds until a limit allows attempts again, at least 1. */
const secondsToWait = (connection: Connection, limit: RateLimit): Promise<number> =>
  remainingSeconds(connection, bucketOf(limit))

/** Makes the refusal with the time to wait. */
export const tooManyAttempts = async (connection: Connection, limit: RateLimit): Promise<ProblemError> =>
  refusalFor(limit, await secondsToWait(connection, limit))

/** Makes the refusal with the seconds to wait. */
const refusalFor = ({ refusal }: RateLimit, seconds: number): ProblemError =>
  new ProblemError('too_many_requests', `${refusal} Please try again in ${inWords(seconds)}.`)

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

/**
 * Returns those of some subjects that no process has seen within a number of seconds. Each sighting begins the time
 * anew.
 */
export async function newcomers(
  connection: Connection,
  { name, seconds }: Pick<RateLimit, 'name' | 'seconds'>,
  subjects: string[],
): Promise<string[]> {
  const byBucket = new Map(subjects.map((subject) => [bucketOf({ name, subject }), subject]))
  const first = await markSeen(connection, [...byBucket.keys()], seconds)
  return first.map((bucket) => byBucket.get(bucket)!)
}

/** The name of a bucket. The subject is hashed, so that no email or address is stored. */
const bucketOf = ({ name, subject }: Pick<RateLimit, 'name' | 'subject'>) =>
  `${name} ${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`

/** Names a time to wait, in seconds up to two minutes, in minutes up to two hours, else in hours. */
export function inWords(seconds: number): string {
  if (seconds < 120) return counted(seconds, 'second')
  return seconds < 7200
    ? counted(Math.ceil(seconds / 60), 'minute')
    : counted(Math.ceil(seconds / 3600), 'hour')
}
