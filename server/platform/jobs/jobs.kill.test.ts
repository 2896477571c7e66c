import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { processKiller } from '../../../test/killer.ts'
import { isLong } from '../../../test/long.ts'
import { aMember, aProject, aRelease } from '../../../test/makers.ts'
import { queueOf } from '../../../test/queue.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { findingJobs } from '../../projects/jobs.ts'
import { startJobs } from './jobs.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })
const app = await startApp()
const { db } = app
const owner = await aMember(app)
const settings = { STORAGE_URL: `file://${app.dependencies.config.dataDir}/storage` }
const server = await serverProcess(app, { settings })
const killer = processKiller(db, server)
const jobs = await startJobs(app, app.dependencies.secret, () => {})
afterAll(() => jobs.stop())
const { deadIsMissed } = await queueOf(app)

test(`the check that a killed process had begun is done by another ${isLong ? 'within a minute' : 'when it is missed'}`, async () => {
  await server.start()
  const api = server.as(owner.token)
  const project = await aProject({ api })
  await killer.killedAt(
    (trx) => sql`lock table release_checks in share mode`.execute(trx),
    () => aRelease({ api }, project._id),
  )
  const { rows } = await sql<{ id: string }>`
    select id from jobs.job where name = 'check-release' and state::text = 'active'
      and data->>'releaseId' in (select id::text from releases where project_id = ${project._id})`.execute(db)
  expect(rows).toHaveLength(1)
  const stateOf = (id: string) =>
    sql<{ state: string }>`select state::text as state from jobs.job where id = ${id}`.execute(db)
  // The long run waits for the minute, the others move the clock of the queue.
  if (!isLong) await deadIsMissed('check-release')
  await jobs.work(findingJobs({ ...app.dependencies, jobs }))
  await vi.waitFor(async () => expect((await stateOf(rows[0]!.id)).rows).toEqual([{ state: 'completed' }]), {
    timeout: isLong ? 60_000 : 120_000,
    interval: 250,
  })
  expect(await db.selectFrom('releaseChecks').select('state').execute()).toContainEqual({ state: 'checked' })
})
