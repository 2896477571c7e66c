import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, expect, vi } from 'vitest'

import type { JobKind } from '#server/platform/jobs/jobs.ts'

import type { TestApp } from './app.ts'

/** Opens the real queue of a test app's database and lets the test skip its waiting times. */
export async function queueOf({ db, url }: TestApp) {
  const boss = new PgBoss({ connectionString: url, schema: 'jobs', schedule: false, supervise: false })
  boss.on('error', () => {})
  await boss.start()
  afterAll(() => boss.stop({ graceful: false }))

  /** Makes the jobs of a kind that wait for a retry due at once. */
  const pausesPass = async (kind: JobKind) => {
    const { rows } = await sql<{ id: string }>`
      select id from jobs.job where name = ${kind} and state::text = 'retry'`.execute(db)
    for (const { id } of rows) await boss.update(kind, undefined, { id, startAfter: 0 })
  }
  /** Looks once for jobs of a kind that are lost, as one of the processes does every ten seconds. */
  const lookForLost = async (kind: JobKind) => {
    await sql`update jobs.queue set monitor_on = null, monitor_claim_on = null`.execute(db)
    await boss.supervise(kind)
  }
  /**
   * Makes the queue notice that the process with the active jobs of a kind has died, and offer them to the next one.
   * Call it only while no such job runs.
   */
  const deadIsMissed = async (kind: JobKind) => {
    await sql`update jobs.job set heartbeat_on = heartbeat_on - interval '1 hour'
      where name = ${kind} and state::text = 'active'`.execute(db)
    await vi.waitFor(async () => {
      await lookForLost(kind)
      const { rows } =
        await sql`select from jobs.job where name = ${kind} and state::text = 'active'`.execute(db)
      expect(rows).toEqual([])
    }, 20_000)
    await pausesPass(kind)
  }
  return { pausesPass, lookForLost, deadIsMissed }
}
