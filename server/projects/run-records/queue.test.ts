import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { ownRunsPerDay } from '#contract/projects/runs.ts'

import { startApp } from '../../../test/app.ts'
import { anAdmin } from '../../../test/makers.ts'
import { aPicture, aRunner, anUpload, checkReleases, phpFiles } from '../../../test/runners.ts'
import { keysIn, upload } from '../../../test/uploads.ts'
import { registry } from '../../platform/metrics.ts'

const app = await startApp()
const { db } = app
beforeAll(() => checkReleases(app))
const admin = await anAdmin(app)
const runner = await aRunner(app, admin)

const of = (id: string) => ({ params: { id } })
const runsOf = async ({ owner, id }: Awaited<ReturnType<typeof anUpload>>) => owner.api.runs.list(of(id))
/** How many runs this process has counted that ran, and the seconds of all. */
async function figures() {
  const text = await registry.metrics()
  const figure = (name: string) => Number(text.split(`\n${name} `)[1]?.split('\n', 1)[0] ?? 0)
  return {
    ran: figure('readymade_runs_total{outcome="ran"}'),
    seconds: figure('readymade_run_duration_seconds_sum'),
  }
}
/** As if a runner had been silent for longer than its lease. */
const silence = () =>
  sql`update run_records set leased_until = now() - interval '1 second' where status = 'running'`.execute(db)

test('an upload that passed its check waits, is held by one runner, and ends with the record of what it saw', async () => {
  const before = await figures()
  const project = await anUpload(app)
  expect((await runsOf(project)).open).toMatchObject([
    { state: 'waiting', place: 1, release: 1, cause: 'upload' },
  ])
  const run = (await runner.claim())!
  expect(run).toMatchObject({
    kind: 'php-mysql',
    files: 3,
    root: '',
    router: null,
    databases: ['hostel'],
    startAt: null,
  })
  expect(run.dumps.map(({ path }) => path)).toEqual(['db.sql'])
  expect((await runsOf(project)).open).toMatchObject([{ state: 'running', place: null }])
  expect(await runner.claim()).toBeNull()
  const zip = unzipSync(new Uint8Array(await (await runner.files(run)).arrayBuffer()))
  expect(Object.keys(zip).toSorted()).toEqual(Object.keys(phpFiles).toSorted())
  expect(await keysIn(app.dependencies.storage, 'archives/')).toEqual([])
  await runner.alive(run)
  await runner.page(run, { title: 'Start' }, await aPicture())
  await runner.page(run, { title: 'Rooms', after: 'admin', url: 'http://localhost/rooms.php?all=1' })
  const signIn = {
    form: 'http://localhost/index.php',
    user: 'admin',
    from: 'README.md',
    worked: true,
    problem: '',
  }
  await runner.end(run, { signIns: [signIn] })
  const { runs, open } = await runsOf(project)
  expect(open).toEqual([])
  expect(runs).toMatchObject([
    {
      outcome: 'ran',
      reason: '',
      runtime: 'PHP 8.2 and MariaDB 10.11',
      statements: { run: 20, failed: 0 },
      tables: 2,
      signIns: [{ role: 'admin', worked: true }],
      isShown: false,
      waitsForStaff: true,
    },
  ])
  expect(runs[0]!.pages).toMatchObject([
    { title: 'Start', path: '/index.php', after: '' },
    { title: 'Rooms', path: '/rooms.php?all=1', after: 'admin', picture: null },
  ])
  const { url, smallUrl } = runs[0]!.pages[0]!.picture!
  for (const address of [url, smallUrl]) {
    const { statusCode, headers } = await app.app.inject(address)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await app.app.inject(address.split('?')[0]!)).statusCode).toBe(404)
  }
  await expect(runner.end(run)).rejects.toMatchObject({ code: 'conflict' })
  const after = await figures()
  expect([after.ran - before.ran, after.seconds - before.seconds]).toEqual([1, 11])
})

test('a runner that is silent loses its run to the next, and after three of them it is not tried: our machine failed', async () => {
  const project = await anUpload(app)
  const other = await aRunner(app, admin)
  const first = (await runner.claim())!
  await runner.page(first)
  await silence()
  expect((await runsOf(project)).open).toMatchObject([{ state: 'waiting', place: 1 }])
  const second = (await other.claim())!
  expect(second.id).not.toBe(first.id)
  for (const call of [runner.alive, runner.page, runner.end, runner.files])
    await expect(call(first)).rejects.toMatchObject({ code: 'conflict' })
  await expect(runner.end(second), 'of another').rejects.toMatchObject({ code: 'conflict' })
  await silence()
  expect(await runner.claim()).not.toBeNull()
  await silence()
  expect(await runner.claim()).toBeNull()
  const { runs, open } = await runsOf(project)
  expect(open).toEqual([])
  expect(runs).toMatchObject([
    { outcome: 'not_tried', reason: 'Our machine failed.', machineFailed: true, pages: [] },
  ])
})

test('a machine that could not run it gives it to another, and gets it again itself a minute later', async () => {
  const project = await anUpload(app)
  const another = await aRunner(app, admin)
  const run = (await runner.claim())!
  await runner.page(run)
  await runner.end(run, { machineError: 'The disk is full' })
  expect(await runner.claim(), 'it would lose all that waits').toBeNull()
  const second = (await another.claim())!
  await another.end(second, { machineError: 'The disk is full' })
  expect(await another.claim()).toBeNull()
  await sql`update run_records set leased_until = now() - interval '61 seconds' where status = 'running'`.execute(
    db,
  )
  const again = (await another.claim())!
  await another.page(again)
  await another.end(again)
  const { runs } = await runsOf(project)
  expect(runs).toMatchObject([{ outcome: 'ran' }])
  expect(runs[0]!.pages).toHaveLength(1)
})

test('owners are served in turn', async () => {
  const one = await anUpload(app)
  const more = [one, await anUpload(app, phpFiles, one.owner), await anUpload(app, phpFiles, one.owner)]
  const other = await anUpload(app)
  const order: string[] = []
  for (let run = await runner.claim(); run; run = await runner.claim()) {
    const { projectId } = await db
      .selectFrom('runRecords')
      .select('projectId')
      .where('lease', '=', run.id)
      .executeTakeFirstOrThrow()
    order.push(projectId)
    await runner.end(run)
  }
  expect(order.slice(0, 2).toSorted()).toEqual([more[0]!.id, other.id].toSorted())
  expect(order).toHaveLength(4)
})

test('a machine that lacks something takes nothing, and staff read what', async () => {
  await anUpload(app)
  const lacks = ['bwrap is missing: Debian package bubblewrap']
  expect(await runner.claim({ lacks })).toBeNull()
  const { runners, waiting } = await admin.api.staffRunners.list()
  expect(runners.find(({ _id }) => _id === runner.id)).toMatchObject({ machine: { lacks }, isSilent: false })
  expect(waiting).toBe(1)
  await runner.end((await runner.claim())!)
})

test('what needs more than an upload is not tried, and no runner is asked', async () => {
  const notTried = async () => Number(/outcome="not_tried"\} (\d+)/.exec(await registry.metrics())?.[1] ?? 0)
  const before = await notTried()
  const project = await anUpload(app, {
    'src/Main.java': 'public class Main { public static void main(String[] a) {} }\n',
  })
  expect(await runner.claim()).toBeNull()
  expect(await runsOf(project)).toMatchObject({
    open: [],
    runs: [{ outcome: 'not_tried', what: 'Java', reason: 'Java is not run yet.' }],
  })
  expect((await notTried()) - before).toBe(1)
})

test('a machine holds a run for a quarter of an hour at most, however often it says that it is alive', async () => {
  const project = await anUpload(app)
  const run = (await runner.claim())!
  await sql`update run_records set claimed_at = now() - interval '14 minutes 30 seconds' where status = 'running'`.execute(
    db,
  )
  await runner.alive(run)
  await runner.page(run)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from leased_until - clock_timestamp())::int as seconds from run_records
    where status = 'running'`.execute(db)
  expect(rows[0]!.seconds).toBeLessThanOrEqual(30)
  await runner.end(run)
  expect((await runsOf(project)).open).toEqual([])
})

test('what its owner changed after it was sent back is run once they send it to staff again, and what is with nobody is not', async () => {
  const project = await anUpload(app)
  await runner.end((await runner.claim())!)
  const status = (verificationStatus: 'needs_changes') =>
    admin.api.projects.update({
      ...of(project.id),
      body: { verificationStatus, verificationNotes: 'Mend it' },
    })
  await status('needs_changes')
  await upload(project.owner, project.id, { ...phpFiles, 'notes.txt': 'Mended' })
  await app.jobs.run()
  expect(await runsOf(project)).toMatchObject({
    open: [],
    mayAsk: false,
    whyNot: 'Only what is on sale, or waits for our staff, is run.',
  })
  await expect(project.owner.api.runs.ask({ ...of(project.id), body: {} })).rejects.toMatchObject({
    code: 'conflict',
  })
  await project.owner.api.projects.update({ ...of(project.id), body: { verificationStatus: 'pending' } })
  expect((await runsOf(project)).open).toMatchObject([{ release: 2, cause: 'upload' }])
  await runner.end((await runner.claim())!)
})

test('Run Again that is pressed many times at once is one run, which counts once', async () => {
  const project = await anUpload(app)
  await runner.end((await runner.claim())!)
  const ask = () => project.owner.api.runs.ask({ ...of(project.id), body: {} })
  await Promise.all(Array.from({ length: 8 }, ask))
  expect(await runsOf(project)).toMatchObject({ open: [{ state: 'waiting', cause: 'owner' }], left: 4 })
  await runner.end((await runner.claim())!)
  expect(await runner.claim()).toBeNull()
})

test('an owner who asks for runs of seven projects at once gets the five of a day', async () => {
  const { owner, ...first } = await anUpload(app)
  const ids = [first.id]
  while (ids.length < 7) ids.push((await anUpload(app, undefined, owner)).id)
  for (const _ of ids) await runner.end((await runner.claim())!)
  const asked = await Promise.allSettled(ids.map((id) => owner.api.runs.ask({ ...of(id), body: {} })))
  const refused = asked.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(2)
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'too_many_requests' } })
  for (let n = 0; n < ownRunsPerDay; n++) await runner.end((await runner.claim())!)
  expect(await runner.claim()).toBeNull()
})

test('a run that waits is asked for again any number of times, also by a statement that the database has planned for good', async () => {
  const project = await anUpload(app)
  for (let n = 0; n < 12; n++)
    await admin.api.runs.ask({ ...of(project.id), body: { startAt: `page${n}.php` } })
  expect((await runsOf(project)).open).toMatchObject([{ startAt: 'page11.php' }])
  await runner.end((await runner.claim())!)
})
