import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { anAdmin } from '../../../test/makers.ts'
import { runNext } from '../../../test/run-next.ts'
import { aRunner, anUpload, checkReleases } from '../../../test/runners.ts'
import { approve } from '../../../test/uploads.ts'
import { decisionJobs } from '../jobs.ts'

const app = await startApp()
beforeAll(async () => {
  await checkReleases(app)
  await app.dependencies.jobs.work(decisionJobs(app.dependencies))
})
const admin = await anAdmin(app)
const runner = await aRunner(app, admin)

const of = (id: string) => ({ params: { id } })
type Uploaded = Awaited<ReturnType<typeof anUpload>>
const publicRun = async ({ id }: Pick<Uploaded, 'id'>) => (await app.api.runs.get(of(id))).run
const newest = async ({ id }: Uploaded) => (await admin.api.runs.list(of(id))).runs[0]!
const held = async ({ id }: Uploaded) =>
  (await admin.api.staffRuns.list()).runs.find(({ projectId }) => projectId === id)
const ask = ({ owner, id }: Uploaded, startAt?: string) =>
  owner.api.runs.ask({ ...of(id), body: startAt === undefined ? {} : { startAt } })
const runAgain = async (project: Uploaded, how: Parameters<typeof runNext>[1] = {}) => {
  await ask(project)
  await runNext(runner, how)
}
const decide = async (project: Uploaded, decision: 'show' | 'hide') =>
  admin.api.staffRuns.decide({ ...of((await newest(project))._id), body: { decision } })
const note = ({ owner, id }: Uploaded, text: string) =>
  owner.api.runs.note({ ...of(id), body: { note: text } })

test('what staff hid does not come back with a later run, whoever asks for it', async () => {
  const project = await anUpload(app)
  await runNext(runner, { behind: false })
  await approve(admin, project.id)
  await decide(project, 'hide')
  expect(await publicRun(project)).toBeNull()
  await runAgain(project, { behind: false })
  expect(await publicRun(project)).toBeNull()
  expect(await held(project)).toMatchObject({ why: 'unseen', run: { outcome: 'ran' } })
  await decide(project, 'show')
  await runAgain(project, { behind: false })
  expect((await publicRun(project))!._id).toBe((await newest(project))._id)
})

test('a later run that begins at another page than staff saw waits for them', async () => {
  const project = await anUpload(app)
  await runNext(runner, { behind: false })
  await approve(admin, project.id)
  const { _id } = (await publicRun(project))!
  await ask(project, 'pay-me.php')
  await runNext(runner, { behind: false })
  expect((await publicRun(project))!._id).toBe(_id)
  expect(await held(project)).toMatchObject({ why: 'unseen', run: { startAt: 'pay-me.php' } })
  await decide(project, 'show')
  await runAgain(project, { behind: false })
  expect(await held(project), 'as staff saw it').toBeUndefined()
})

test('what staff have not seen of the sign-ins of a listing on sale is in no public record', async () => {
  await admin.api.settings.verification({ query: { version: 0 }, body: { whileChangesWait: 'on_sale' } })
  const project = await anUpload(app)
  await runNext(runner, { behind: false })
  await approve(admin, project.id)
  const first = (await publicRun(project))!
  const demoSignIns = [{ role: 'Call me first', user: 'admin', password: 'Hostel@123' }]
  await project.owner.api.projects.ownerUpdate({ ...of(project.id), body: { demoSignIns } })
  await runNext(runner, { behind: false })
  expect(await newest(project)).toMatchObject({ signIns: [{ role: 'Call me first' }] })
  expect(await publicRun(project)).toEqual(first)
  await approve(admin, project.id)
  expect((await publicRun(project))!.signIns[0]!.role).toBe('Call me first')
})

test('what a message of the database quotes from its rows is read by owner and staff alone', async () => {
  const project = await anUpload(app)
  const run = (await runner.claim())!
  await runner.page(run, { isBroken: true, problems: ["Duplicate entry 'asha@gmail.com' for key 'email'"] })
  const errors = [
    "Duplicate entry '98300 'x' 11223' for key 'phone'",
    "Incorrect integer value: 'Asha Rao' for column `hostel`.`rooms`.`id` at row 1",
    "You have an error in your SQL syntax; check the manual near 'VALUES (1, 'Asha Rao'' at line 1",
  ]
  const failed = errors.map((error, line) => ({ code: 1062, line, error }))
  await runner.end(run, { dumps: [{ path: 'db.sql', statements: 9, tables: 2, failed }] })
  await approve(admin, project.id, 'It is about to be mended')
  const shown = (await publicRun(project))!
  expect(JSON.stringify(shown)).not.toMatch(/asha|98300|11223/i)
  expect(shown.failedStatements.map(({ error }) => error)).toEqual([
    "Duplicate entry '…' for key 'phone'",
    "Incorrect integer value: '…' for column `hostel`.`rooms`.`id` at row 1",
    "You have an error in your SQL syntax; check the manual near '…' at line 1",
  ])
  expect(shown.reason).toContain("Duplicate entry '…' for key 'email'")
  expect((await newest(project)).failedStatements.map(({ error }) => error)).toEqual(errors)
})

test('a run that fails as the one before keeps the note that staff saw', async () => {
  const project = await anUpload(app)
  await runNext(runner, { fails: true })
  await note(project, 'Make the database first.')
  await approve(admin, project.id, 'Its README says how')
  await runAgain(project, { fails: true })
  expect(await publicRun(project)).toMatchObject({
    _id: (await newest(project))._id,
    ownerNote: 'Make the database first.',
  })
})

test('an approval that is taken back shows nothing of the run, and its owner may write about it again', async () => {
  const project = await anUpload(app)
  await runNext(runner, { fails: true })
  await approve(admin, project.id, 'Its README says how')
  await admin.api.verification.undo(of(project.id))
  expect(await newest(project)).toMatchObject({ isShown: false, isBehindShown: false, waitsForStaff: true })
  await note(project, 'Make the database first.')
  await approve(admin, project.id, 'Its README says how')
  expect(await publicRun(project)).toMatchObject({ ownerNote: 'Make the database first.' })

  const hidden = await anUpload(app)
  await runNext(runner)
  await approve(admin, hidden.id)
  await decide(hidden, 'hide')
  await admin.api.verification.undo(of(hidden.id))
  await approve(admin, hidden.id)
  expect(await publicRun(hidden), 'what staff hid meanwhile stays hidden').toBeNull()
})

test('an approval shows the run that staff saw; one that ended meanwhile waits for them', async () => {
  const project = await anUpload(app)
  await runNext(runner, { behind: false })
  const seen = await newest(project)
  await runAgain(project)
  await admin.api.projects.update({
    ...of(project.id),
    body: { verificationStatus: 'approved', seenRun: seen._id },
  })
  expect((await publicRun(project))!._id).toBe(seen._id)
  expect(await held(project)).toMatchObject({ run: { _id: (await newest(project))._id } })

  const other = await anUpload(app)
  await runNext(runner)
  await admin.api.projects.update({
    ...of(other.id),
    body: { verificationStatus: 'approved', seenRun: null },
  })
  expect(await publicRun(other)).toBeNull()
  expect(await held(other)).toMatchObject({ why: 'unseen' })
})

test('a note that its owner writes while staff look at the run is shown by none of their decisions', async () => {
  const project = await anUpload(app)
  await runNext(runner, { fails: true })
  const { updatedAt: basedOn } = (await admin.api.projects.get(of(project.id))).project
  await note(project, 'Call me first')
  await expect(
    admin.api.projects.update({
      ...of(project.id),
      body: { verificationStatus: 'approved', verificationOverride: 'It is fine', basedOn },
    }),
  ).rejects.toMatchObject({ code: 'conflict' })

  const onSale = await anUpload(app)
  await approve(admin, onSale.id)
  await runNext(runner, { fails: true })
  const { run } = (await held(onSale))!
  await note(onSale, 'Call me first')
  const show = (ownerNote: string) =>
    admin.api.staffRuns.decide({ ...of(run._id), body: { decision: 'show', ownerNote } })
  await expect(show(run.ownerNote ?? '')).rejects.toMatchObject({ code: 'conflict' })
  expect(await publicRun(onSale)).toBeNull()
  await show('Call me first')
  expect(await publicRun(onSale)).toMatchObject({ outcome: 'failed' })
})
