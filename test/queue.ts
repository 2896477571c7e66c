import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, expect, vi } from 'vitest'

import type { JobKind } from '#server/platform/jobs/jobs.ts'

import type { TestApp } from './app.ts'

/** The real queue of a test app's database, whose time the test lets pass. */
export async function queueOf({ db, url }: TestApp) {
  const boss = new PgBoss({ connectionString: url, schema: 'jobs', schedule: false, supervise: false })
  boss.on('error', () => {})
  await boss.start()
  afterAll(() => boss.stop({ graceful: false }))

  /** Jobs of a kind that are to be tried again are, at once: the pause before it is over. */
  const pausesPass = async (kind: JobKind) => {
    const { rows } = await sql<{ id: string }>`
      select id from jobs.job where name = ${kind} and state::text = 'retry'`.execute(db)
    for (const { id } of rows) await boss.update(kind, undefined, { id, startAfter: 0 })
  }
  /** The queue misses the process that was killed with jobs of a kind, and has them for the next one. Call it while none runs. */
  const deadIsMissed = async (kind: JobKind) => {
    await sql`update jobs.job set started_on = started_on - interval '1 hour', heartbeat_on = heartbeat_on - interval '1 hour'
      where name = ${kind} and state::text = 'active'`.execute(db)
    await vi.waitFor(async () => {
      await sql`update jobs.queue set monitor_on = null, monitor_claim_on = null`.execute(db)
      await boss.supervise(kind)
      const { rows } =
        await sql`select from jobs.job where name = ${kind} and state::text = 'active'`.execute(db)
      expect(rows).toEqual([])
    }, 20_000)
    await pausesPass(kind)
  }
  return { pausesPass, deadIsMissed }
}
