import { sql } from 'kysely'
import { expect, vi } from 'vitest'

import type { Connection, Database } from '#server/platform/database/connection.ts'

/** Takes a lock at which whatever sends an email or enqueues another job stops. */
export const noMail = (trx: Connection) => sql`lock table jobs.job in share mode`.execute(trx)

/**
 * Kills a server's process with SIGKILL at a certain step of its work. A lock that the test holds in the database stops
 * the process exactly there, if need be in the middle of a transaction, so the server needs no failpoints.
 */
export function processKiller(db: Database, server: { kill(): Promise<unknown> }) {
  /** Takes a lock, starts some work, and kills the process as soon as it waits for the lock. */
  async function killedAt(lock: (trx: Connection) => Promise<unknown>, work: () => Promise<unknown>) {
    await db.transaction().execute(async (trx) => {
      await lock(trx)
      const ended = work().catch(() => {})
      await untilStopped(trx)
      await killForGood()
      await ended
    })
  }

  /**
   * Resolves when the process waits for a lock of `holder`. Short waits for other locks do not count, and neither does
   * the queue that looks for jobs: it does that all the time, before the work has come to its lock.
   */
  async function untilStopped(holder: Connection) {
    const held = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(holder)
    const waits = sql<boolean>`${held.rows[0]!.pid}::int = any(pg_blocking_pids(pid))
      and (query !~ 'jobs\\.' or query ~* 'insert into jobs\\.job')`
    await vi.waitFor(async () => expect(await stoppedConnections(waits)).not.toEqual([]), {
      timeout: 60_000,
      interval: 20,
    })
  }

  const stoppedConnections = async (which = sql<boolean>`wait_event_type = 'Lock'`) => {
    const stopped = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'readymade' and ${which}`.execute(db)
    return stopped.rows
  }

  /**
   * Also ends the database connections that wait for a lock, or the database would still execute the statements of the
   * dead process.
   */
  async function killForGood() {
    await server.kill()
    for (const { pid } of await stoppedConnections())
      await sql`select pg_terminate_backend(${pid}::int)`.execute(db)
  }

  return { killedAt, killForGood, untilStopped }
}
