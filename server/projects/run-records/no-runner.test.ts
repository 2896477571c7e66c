import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin } from '../../../test/makers.ts'
import { aRunner, anUpload, checkReleases } from '../../../test/runners.ts'
import { approve } from '../../../test/uploads.ts'
import { runByNight } from './night.ts'

const app = await startApp()
beforeAll(() => checkReleases(app))
const admin = await anAdmin(app)
const of = (id: string) => ({ params: { id } })
const java = { 'src/Main.java': 'public class Main { public static void main(String[] a) {} }\n' }
const rows = () => app.db.selectFrom('runRecords').selectAll().execute()

test('where no machine runs projects nothing is asked for, nothing waits and no page says anything of it', async () => {
  const [php, other] = [await anUpload(app), await anUpload(app, java)]
  await approve(admin, other.id)
  await runByNight(app.dependencies)
  expect(await rows()).toEqual([])
  expect((await app.api.projectPage.get(of(other.id))).run).toBeNull()
  for (const api of [php.owner.api, admin.api]) {
    expect(await api.runs.list(of(php.id))).toMatchObject({
      runs: [],
      open: [],
      mayAsk: false,
      hasRunner: false,
    })
    await expect(api.runs.ask({ ...of(php.id), body: {} })).rejects.toMatchObject({ code: 'conflict' })
  }
  const { queue } = await admin.api.verification.queue()
  expect(queue.map(({ run }) => run)).toEqual(['none'])
  expect((await app.api.projects.list({ query: {} })).hasRun).toBe(false)
})

test('the night after a machine was added runs what is on sale and what waits for staff', async () => {
  const runner = await aRunner(app, admin)
  await runByNight(app.dependencies)
  expect((await rows()).map(({ cause, status }) => `${cause} ${status}`).toSorted()).toEqual([
    'night ended',
    'upload waiting',
  ])
  await runByNight(app.dependencies)
  expect(await rows()).toHaveLength(2)
  const run = (await runner.claim())!
  await runner.page(run)
  await runner.end(run)
  await runByNight(app.dependencies)
  expect(await runner.claim()).toBeNull()
})

test('the list offers what was seen running once there is something of the kind', async () => {
  const { projects } = await app.api.projects.list({ query: {} })
  expect(projects).toHaveLength(1)
  const { _id } = (await admin.api.verification.queue()).queue[0]!
  await approve(admin, _id)
  for (const query of [{}, { search: 'hostel' }, { ran: 'yes' as const }])
    expect((await app.api.projects.list({ query })).hasRun).toBe(true)
})
