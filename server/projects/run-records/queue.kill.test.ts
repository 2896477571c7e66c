import { setTimeout as pause } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

import type { ProblemError } from '#contract/kit/problem.ts'
import type { Connection } from '#server/platform/database/connection.ts'

import { startApp } from '../../../test/app.ts'
import { noMail, processKiller } from '../../../test/killer.ts'
import { isLong } from '../../../test/long.ts'
import { anAdmin } from '../../../test/makers.ts'
import { aRunner, anUpload, checkReleases, pageForm } from '../../../test/runners.ts'
import { aPage, aSeenRun, machine } from '../../../test/seen-run.ts'
import { serverProcess } from '../../../test/server-process.ts'

/*
 * Three machines run many uploads, two hundred in the long run, while the process that they call is killed with SIGKILL in the middle of each of
 * its transactions, and machines are killed with the run that they hold.
 */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const uploads = isLong ? 200 : 30
const app = await startApp()
const { db } = app
await checkReleases(app)
const admin = await anAdmin(app)
const tokens = [await aRunner(app, admin), await aRunner(app, admin), await aRunner(app, admin)].map(
  ({ token }) => token,
)
const server = await serverProcess(app)
const { killedAt } = processKiller(db, server)

/** Copies an upload that waits, with its check, to more projects of three owners; each has a run that waits. */
async function manyUploads() {
  const [first, ...others] = [await anUpload(app), await anUpload(app), await anUpload(app)]
  await db.deleteFrom('runRecords').execute()
  const owners = [first, ...others].map(({ owner }) => owner.id)
  const columns = (table: string, without: string[]) => sql<{ name: string }>`
    select string_agg(quote_ident(column_name), ', ') as name from information_schema.columns
    where table_name = ${table} and column_name <> all(${without}) and is_generated = 'NEVER' and identity_generation is null`
  const names = async (...of: Parameters<typeof columns>) =>
    sql.raw((await columns(...of).execute(db)).rows[0]!.name)
  const [ofProject, ofRelease, ofCheck] = [
    await names('projects', ['id', 'owner_id', 'release_id', 'repository', 'idempotency_key']),
    await names('releases', ['id', 'project_id']),
    await names('release_checks', ['release_id']),
  ]
  await sql`
    with copies as materialized (
      select gen_random_uuid() as project, gen_random_uuid() as release, (${owners}::uuid[])[1 + n % 3] as owner, n
      from generate_series(1, ${uploads}) n
    ), made as (
      insert into projects (id, owner_id, repository, ${ofProject})
      select project, owner, project::text, ${ofProject} from copies, projects where id = ${first.id} returning id
    ), released as (
      insert into releases (id, project_id, ${ofRelease})
      select release, project, ${ofRelease} from copies, releases where project_id = ${first.id} returning id
    ), checked as (
      insert into release_checks (release_id, ${ofCheck})
      select release, ${ofCheck} from copies, release_checks
      where release_id = (select id from releases where project_id = ${first.id}) returning 1
    )
    insert into run_records (id, project_id, release_id, owner_id, cause, kind)
    select gen_random_uuid(), project, release, owner, 'upload', 'php-mysql' from copies`.execute(db)
  await sql`update projects set release_id = releases.id from releases
    where releases.project_id = projects.id and release_id is null`.execute(db)
}

const noPage = (trx: Connection) => sql`lock table run_pages in share mode`.execute(trx)
const noMachine = (trx: Connection) => sql`lock table runners in share mode`.execute(trx)
const left = async () =>
  (
    await sql<{
      count: number
    }>`select count(*)::int as count from run_records where status <> 'ended'`.execute(db)
  ).rows[0]!.count

test('each of many runs ends once, and none is lost', async () => {
  await manyUploads()
  await sql`create table if not exists run_ends (id uuid)`.execute(db)
  await sql`truncate run_ends`.execute(db)
  await sql`create or replace function count_end() returns trigger language plpgsql as $$
    begin insert into run_ends values (new.id); return null; end $$`.execute(db)
  await sql`create or replace trigger count_ends after update on run_records for each row
    when (old.status <> 'ended' and new.status = 'ended') execute function count_end()`.execute(db)
  await server.start()

  /** Runs one upload; answers false when nothing waits. Whatever fails ends the machine, as kill -9 does. */
  async function runOne(token: string, fails: boolean): Promise<boolean> {
    const { runners } = server.as(token)
    const { run } = await runners.claim({ body: machine })
    if (!run) return false
    const of = { params: { id: run.id } }
    await runners.addPage({
      ...of,
      form: pageForm(aPage(fails ? { isBroken: true, problems: ['Fatal error: x'] } : {})),
    })
    await runners.end({ ...of, body: aSeenRun })
    return true
  }
  /** A machine that goes on until it is told to stop, also after its process or ours was killed. */
  const stop = new AbortController()
  const lost: unknown[] = []
  const work = async (token: string, number: number) => {
    for (let round = number; !stop.signal.aborted; round++) {
      const isBusy = await runOne(token, round % 10 === 0).catch(async (error: ProblemError) => {
        lost.push(error.code)
        await pause(50)
        return true
      })
      if (!isBusy && (await left()) === 0) return
      // As if a minute had passed for those whose machine or whose answer is gone.
      if (!isBusy || round % 25 === 0)
        await sql`update run_records set leased_until = now() - interval '1 second', attempts = least(attempts, 1)
          where status = 'running' and claimed_at < now() - interval '2 seconds'`.execute(db)
    }
  }
  const working = tokens.map(work)
  for (const lock of isLong ? [noPage, noMachine, noMail] : [noPage, noMail]) {
    if ((await left()) === 0) break
    const before = lost.length
    await killedAt(lock, () =>
      vi.waitFor(() => expect(lost.length).toBeGreaterThan(before), { timeout: 60_000 }),
    )
    await server.start()
  }
  await Promise.all(working)
  stop.abort()
  const { rows: ends } = await sql<{ id: string; times: number }>`
    select id, count(*)::int as times from run_ends group by id`.execute(db)
  expect(ends.filter(({ times }) => times !== 1)).toEqual([])
  expect(ends).toHaveLength(uploads)
  const { rows: outcomes } = await sql<{ outcome: string; pages: number; count: number }>`
    select outcome, machine_failed, (select count(*)::int from run_pages where run_id = run_records.id) as pages,
      count(*)::int as count
    from run_records group by 1, 2, 3 order by 1`.execute(db)
  expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(uploads)
  expect(outcomes.every(({ pages, outcome }) => pages === 1 && outcome !== 'not_tried')).toBe(true)
  expect(lost.length, 'some calls failed with the process').toBeGreaterThan(0)
})
