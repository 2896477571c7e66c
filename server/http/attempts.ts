import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'

import { ProblemError } from '#contract/problem.ts'

import type { Connection } from '../database/connection.ts'
import { addTry, deleteBucket, isFull, removeTry, secondsLeft } from './queries.ts'

export { deleteFinishedWindows as forgetFinishedAttempts } from './queries.ts'

/** What one subject (an email, an address) may try in a window of seconds, counted for all processes together. */
export interface Allowance {
  name: string
  subject: string
  most: number
  seconds: number
  /** What a caller reads who tried too often; how long to wait is added. */
  refusal: string
}

/**
 * Counts one try, before it is made, so that tries made at the same moment cannot exceed the allowance. Throws
 * too_many_requests when none is left. `weight`: what it counts for, when an allowance is of something else than tries.
 */
export async function countTry(connection: Connection, allowance: Allowance, weight = 1): Promise<void> {
  if (!(await hasTry(connection, allowance, weight))) throw await tooMany(connection, allowance)
}

/** Counts one try if the allowance has one left; says whether it had. */
export const hasTry = (connection: Connection, allowance: Allowance, weight = 1): Promise<boolean> =>
  addTry(connection, bucketOf(allowance), allowance.most, allowance.seconds, weight)

/** Takes back a counted try that turned out well. */
export const giveBack = (connection: Connection, allowance: Allowance): Promise<void> =>
  removeTry(connection, bucketOf(allowance))

/** Whether an allowance has no try left, without counting one. */
export const isUsedUp = (connection: Connection, allowance: Allowance): Promise<boolean> =>
  isFull(connection, bucketOf(allowance), allowance.most)

/** Gives all tries back. */
export const forgetTries = (connection: Connection, allowance: Allowance): Promise<void> =>
  deleteBucket(connection, bucketOf(allowance))

/** The refusal, with the time to wait. */
export async function tooMany(connection: Connection, allowance: Allowance): Promise<ProblemError> {
  const seconds = await secondsLeft(connection, bucketOf(allowance))
  return new ProblemError(
    'too_many_requests',
    `${allowance.refusal} Please try again in ${inWords(seconds)}.`,
  )
}

/** What a limit on client addresses counts: an IPv4 address, or the /64 network of an IPv6 one, because one customer has all of it. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Hashed, so that the counters keep no email or address. */
const bucketOf = ({ name, subject }: Allowance) =>
  `${name} ${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`

function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7200
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
