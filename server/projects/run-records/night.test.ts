import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin } from '../../../test/makers.ts'
import { aRunner, anUpload, checkReleases } from '../../../test/runners.ts'
import { approve, upload } from '../../../test/uploads.ts'
import { writeSettings } from '../../staff/settings/service.ts'
import { runByNight } from './night.ts'

const app = await startApp()
const { db } = app
beforeAll(() => checkReleases(app))
const admin = await anAdmin(app)
const runner = await aRunner(app, admin)
const of = (id: string) => ({ params: { id } })

const night = () => runByNight(app.dependencies)
/** Runs all that waits; answers the projects in the order of their runs. */
async function runAll(about: { php?: string } = {}): Promise<string[]> {
  const order: string[] = []
  for (let run = await runner.claim(about); run; run = await runner.claim(about)) {
    const { projectId } = await db
      .selectFrom('runRecords')
      .select('projectId')
      .where('lease', '=', run.id)
      .executeTakeFirstOrThrow()
    order.push(projectId)
    await runner.page(run)
    await runner.end(run, about)
  }
  return order
}
const listing = async () => {
  const project = await anUpload(app)
  await runAll()
  await approve(admin, project.id)
  return project
}

test('what is on sale is run again by night when PHP has another version, the most bought first, and once', async () => {
  const [few, most] = [await listing(), await listing()]
  await db.updateTable('projects').set({ salesCount: 3 }).where('id', '=', most.id).execute()
  await night()
  expect(await runAll(), 'nothing has changed').toEqual([])
  expect(await runner.claim({ php: '8.4' })).toBeNull()
  await night()
  expect(await runAll({ php: '8.4' })).toEqual([most.id, few.id])
  await night()
  expect(await runAll({ php: '8.4' })).toEqual([])
  expect((await app.api.runs.get(of(few.id))).run!.runtime).toBe('PHP 8.4 and MariaDB 10.11')
})

test('what somebody asks for comes before what waits for the night', async () => {
  const [one, other] = [await listing(), await listing()]
  await runner.claim({ php: '8.5' })
  await night()
  await other.owner.api.runs.ask({ ...of(other.id), body: {} })
  const order = await runAll({ php: '8.5' })
  expect(order[0]).toBe(other.id)
  expect(order).toContain(one.id)
})

test('what has no record yet is run by night, and other rules ask for all again', async () => {
  const project = await listing()
  await runAll({ php: '8.5' })
  await db.deleteFrom('runRecords').where('projectId', '=', project.id).execute()
  await night()
  expect(await runAll({ php: '8.5' })).toContain(project.id)
  await db.updateTable('runRecords').set({ rules: 0 }).where('projectId', '=', project.id).execute()
  await night()
  expect(await runAll({ php: '8.5' })).toEqual([project.id])
})

test('nothing is run by itself while that is switched off, but when somebody asks', async () => {
  await writeSettings(db, 'runs', { automatic: false })
  const project = await anUpload(app)
  await db.updateTable('runRecords').set({ rules: 0 }).execute()
  await night()
  expect(await runAll({ php: '8.5' })).toEqual([])
  await project.owner.api.runs.ask({ ...of(project.id), body: {} })
  expect(await runAll({ php: '8.5' })).toEqual([project.id])
})

test('a run whose project left meanwhile is forgotten', async () => {
  await writeSettings(db, 'runs', { automatic: true })
  const project = await anUpload(app)
  await project.owner.api.projects.archive(of(project.id))
  expect(await runAll()).toEqual([])
  expect((await project.owner.api.runs.list(of(project.id))).open).toEqual([])
})

test('a blocking finding keeps a project from being run until its owner explains it', async () => {
  const project = await anUpload(app, {
    'index.php':
      "<?php $c = mysqli_connect('db.college.in', 'shop', 'Ganesh@1998', 'shop'); ?><form></form>\n",
  })
  expect(await runAll()).toEqual([])
  const { findings } = (await project.owner.api.findings.get(of(project.id))).findings
  for (const { rule, file, mark } of findings.filter(({ isBlocking }) => isBlocking))
    await project.owner.api.findings.waive({
      ...of(project.id),
      body: { rule, file, marks: [mark], reason: 'It is the password of a server that is gone' },
    })
  expect(await runAll()).toEqual([project.id])
})

test('a new upload takes the place of the one that waits', async () => {
  const project = await anUpload(app)
  await upload(project.owner, project.id, {
    'index.php': "<?php mysqli_connect('localhost', 'root', '', 'other'); ?><form></form>\n",
  })
  await app.jobs.run()
  const { open } = await project.owner.api.runs.list(of(project.id))
  expect(open).toMatchObject([{ release: 2, state: 'waiting' }])
  expect(await runAll()).toEqual([project.id])
})

test('staff see in the queue what did not run, and what waits for a run', async () => {
  const [failed, waits] = [await anUpload(app), await anUpload(app)]
  const run = (await runner.claim())!
  await runner.page(run, { isBroken: true, problems: ["Unknown database 'x'"] })
  await runner.end(run)
  const { queue } = await admin.api.verification.queue()
  const states = Object.fromEntries(queue.map(({ _id, run: state }) => [_id, state]))
  expect(new Set([states[failed.id], states[waits.id]])).toEqual(new Set(['failed', 'waiting']))
  await runAll()
})
