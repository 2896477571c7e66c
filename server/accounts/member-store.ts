import { Readable } from 'node:stream'

import { limits } from '#contract/kit/limits.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Dependencies } from '../dependencies.ts'
import type { Database } from '../platform/database/connection.ts'
import { countAttempt, type RateLimit, returnAttempt } from '../platform/rate-limits/rate-limits.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { endReservation, reserveBytes } from './member-store-queries.ts'

/**
 * The store for what a request of a member brings. Every byte is reserved before it is written, of what the member may
 * bring in a day and of what they may have stored in all; what is deleted through it again counts for nothing.
 */
export interface MemberStore extends Pick<Storage, 'put' | 'putStream' | 'delete'> {
  /** Reserves bytes for what is stored later; called with 1 before work on a file whose size is not known yet. */
  requireRoom(bytes: number): Promise<void>
}

/**
 * Does the work of a request with the member's store. Writing throws too_many_requests when they brought too much in a
 * day, and too_large when they have too much stored.
 */
export async function withMemberStore<Result>(
  { db, storage }: Dependencies,
  memberId: string,
  work: (store: MemberStore) => Promise<Result>,
): Promise<Result> {
  const reservation = new Reservation(db, memberId)
  const written = new Map<string, number>()
  const store: MemberStore = {
    requireRoom: (bytes) => reservation.hold(bytes),
    async put(key, bytes) {
      await reservation.take(bytes.length)
      await storage.put(key, bytes)
      written.set(key, bytes.length)
    },
    async putStream(bytes, nameIt) {
      let size = 0
      const reserved = async function* () {
        for await (const piece of bytes as AsyncIterable<Buffer>) {
          await reservation.take(piece.length)
          size += piece.length
          yield piece
        }
      }
      let key = ''
      await storage.putStream(Readable.from(reserved(), { objectMode: false }), () => (key = nameIt()))
      written.set(key, size)
    },
    async delete(key) {
      await storage.delete(key)
      written.delete(key)
    },
  }
  try {
    return await work(store)
  } finally {
    const kept = [...written.values()].reduce((sum, size) => sum + size, 0)
    // What cannot be given back counts until the hour or the day is over.
    await reservation.end(kept).catch(() => {})
  }
}

/** The bytes that are reserved together, so that many small files need few statements. */
const blockBytes = 4_000_000

class Reservation {
  readonly #db: Database
  readonly #memberId: string
  #reserved = 0
  #free = 0

  constructor(db: Database, memberId: string) {
    this.#db = db
    this.#memberId = memberId
  }

  /** Reserves as much as is needed to have these bytes free. */
  async hold(bytes: number) {
    while (this.#free < bytes) await this.#reserve(this.#needed(bytes))
  }

  /** Takes bytes from what is reserved, and reserves more, a block if there is room for one, when they need it. */
  async take(bytes: number) {
    while (this.#free < bytes) {
      const needed = this.#needed(bytes)
      try {
        await this.#reserve(Math.max(needed, blockBytes))
      } catch (error) {
        if (!(error instanceof ProblemError) || needed >= blockBytes) throw error
        await this.#reserve(needed)
      }
    }
    this.#free -= bytes
  }

  #needed = (bytes: number) => 1000 * inKilobytes(bytes - this.#free)

  async #reserve(bytes: number) {
    await this.#db.transaction().execute(async (trx) => {
      if (!(await reserveBytes(trx, this.#memberId, bytes, limits.memberBytes))) throw storeIsFull()
      await countAttempt(trx, storedKilobytesOf(this.#memberId), inKilobytes(bytes))
    })
    this.#reserved += bytes
    this.#free += bytes
  }

  /** Ends the reservation, and gives back of the day what was not kept. */
  async end(kept: number) {
    if (this.#reserved === 0) return
    await endReservation(this.#db, this.#memberId, this.#reserved)
    await returnAttempt(
      this.#db,
      storedKilobytesOf(this.#memberId),
      inKilobytes(this.#reserved) - inKilobytes(kept),
    )
  }
}

/**
 * The kilobytes that one member may bring in a day: new files, reports and pictures, and the archives that they make us
 * build of releases that nobody approved. The limit is needed because what is replaced stays in the store until the
 * sweep, up to a day later.
 */
export const storedKilobytesOf = (memberId: string): RateLimit => ({
  name: 'new kilobytes of member',
  subject: memberId,
  max: limits.memberBytesADay / 1000,
  seconds: 24 * 3600,
  refusal: 'You have uploaded too much today.',
})

/** Counts bytes in kilobytes. */
export const inKilobytes = (bytes: number) => Math.ceil(bytes / 1000)

const storeIsFull = () =>
  new ProblemError(
    'too_large',
    `This does not fit: your files may take up ${limits.memberBytes / 1e9} GB in all. Delete a project that you no longer need; its space is free a day later.`,
  )
