import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, isListed } from '../../../test/makers.ts'
import { aBuyer, checkoutBy, source } from '../../../test/orders.ts'
import { runNext, signInSeen } from '../../../test/run-next.ts'
import { aRunner, anUpload, checkReleases } from '../../../test/runners.ts'
import { aSeenRun } from '../../../test/seen-run.ts'
import { approve } from '../../../test/uploads.ts'

const app = await startApp()
const { db } = app
beforeAll(() => checkReleases(app))
const admin = await anAdmin(app)
const runner = await aRunner(app, admin)
const stranger = await aMember(app)

const of = (id: string) => ({ params: { id } })
type Uploaded = Awaited<ReturnType<typeof anUpload>>
const publicRun = async ({ id }: Pick<Uploaded, 'id'>) => (await app.api.runs.get(of(id))).run
const ownRuns = async ({ owner, id }: Uploaded) => (await owner.api.runs.list(of(id))).runs

const runAgain = async ({ owner, id }: Uploaded, how: Parameters<typeof runNext>[1] = {}) => {
  await owner.api.runs.ask({ ...of(id), body: {} })
  await runNext(runner, how)
}
const waiting = async () => (await admin.api.staffRuns.list()).runs

test('nobody but owner and staff sees a run before staff approve the release; then everybody sees all of it', async () => {
  const project = await anUpload(app)
  await runNext(runner, { picture: true })
  await expect(publicRun(project)).rejects.toMatchObject({ code: 'not_found' })
  await expect(stranger.api.runs.list(of(project.id))).rejects.toMatchObject({ code: 'not_found' })
  await approve(admin, project.id)
  const run = (await publicRun(project))!
  expect(run).toMatchObject({ outcome: 'ran', runtime: 'PHP 8.2 and MariaDB 10.11', release: 1, tables: 2 })
  expect(run.pages.map(({ title }) => title)).toEqual(['Start', 'Rooms'])
  for (const { picture } of run.pages) expect((await app.app.inject(picture!.url)).statusCode).toBe(200)
  const { project: card } = await app.api.projects.get(of(project.id))
  expect(card.ranAt).toBe(run.ranAt)
  for (const search of [undefined, 'hostel']) {
    const { projects } = await app.api.projects.list({ query: { ran: 'yes', search } })
    expect(projects.map(({ _id }) => _id)).toContain(project.id)
  }
  expect((await app.api.projectPage.get(of(project.id))).run).toEqual(run)
  expect(await waiting()).toEqual([])
})

test('a run that still waits holds up nobody; one that ran is shown when it ends, without the pages behind its sign-in', async () => {
  const project = await anUpload(app)
  await approve(admin, project.id)
  expect(await publicRun(project)).toBeNull()
  await runNext(runner, { picture: true })
  const run = (await publicRun(project))!
  expect(run.pages.map(({ title }) => title)).toEqual(['Start'])
  const [held, ...others] = await waiting()
  expect(others).toEqual([])
  expect(held).toMatchObject({ projectId: project.id, why: 'behind', hasPersonalData: false })
  const behind = held!.run.pages[1]!.picture!.url.split('?')[0]!
  expect((await app.app.inject(behind)).statusCode).toBe(404)
  await admin.api.staffRuns.decide({ ...of(held!.run._id), body: { decision: 'show' } })
  expect((await app.app.inject(behind)).statusCode).toBe(200)
  expect((await publicRun(project))!.pages).toHaveLength(2)
  expect(await waiting()).toEqual([])
})

test('a later run that says the same is shown by itself, and a worse one waits until staff show or hide it', async () => {
  const project = await anUpload(app)
  await runNext(runner, { behind: false })
  await approve(admin, project.id)
  const first = (await publicRun(project))!
  await runAgain(project, { behind: false })
  const second = (await publicRun(project))!
  expect(second._id).not.toBe(first._id)
  expect(await waiting()).toEqual([])
  await runAgain(project, { fails: true })
  expect((await publicRun(project))!._id).toBe(second._id)
  const [held] = await waiting()
  expect(held).toMatchObject({ why: 'failed', run: { outcome: 'failed' }, shown: { _id: second._id } })
  await admin.api.staffRuns.decide({ ...of(held!.run._id), body: { decision: 'hide' } })
  expect([await waiting(), (await publicRun(project))!._id]).toEqual([[], second._id])
  await runAgain(project, { fails: true })
  const [again] = await waiting()
  await admin.api.staffRuns.decide({ ...of(again!.run._id), body: { decision: 'show' } })
  expect(await publicRun(project)).toMatchObject({ outcome: 'failed' })
  expect((await app.api.projects.get(of(project.id))).project.ranAt).toBeNull()
  await runAgain(project, { fails: true })
  expect(await waiting(), 'as before').toEqual([])
})

test('a record that everybody may see drops the cached pages of its project', async () => {
  const project = await anUpload(app)
  await approve(admin, project.id)
  const client = await app.pool.connect()
  const changed: (string | undefined)[] = []
  client.on('notification', ({ payload }) => changed.push(payload))
  await client.query('listen page_changes')
  await runNext(runner)
  await vi.waitFor(() => expect(changed).toContain(project.id))
  await client.query('unlisten page_changes')
  client.release()
  const [held] = await waiting()
  await admin.api.staffRuns.decide({ ...of(held!.run._id), body: { decision: 'show' } })
})

test('approving what failed needs a reason, and buyers read why it failed with the note of its owner', async () => {
  const project = await anUpload(app)
  await runNext(runner, { fails: true })
  const note = 'Make the database hostel first, as the README says.'
  await project.owner.api.runs.note({ ...of(project.id), body: { note } })
  await expect(approve(admin, project.id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('it did not run'),
  })
  await approve(admin, project.id, 'Its README says what to do')
  const run = (await publicRun(project))!
  expect(run).toMatchObject({ outcome: 'failed', ownerNote: note, reason: expect.stringContaining('hostel') })
  expect(JSON.stringify(run)).not.toContain('Its README says what to do')
  await expect(
    project.owner.api.runs.note({ ...of(project.id), body: { note: 'Other' } }),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('the owner is mailed that it failed, once', async () => {
  const project = await anUpload(app)
  const mails = () => app.mails.filter(({ to, kind }) => to === project.owner.email && kind === 'run failed')
  await runNext(runner, { fails: true })
  await runAgain(project, { fails: true })
  expect(mails()).toHaveLength(1)
  expect(mails()[0]!.text).toContain('hostel')
})

test('where the check found data of people, pages behind a sign-in stay with owner and staff until staff pass them', async () => {
  const people = Array.from(
    { length: 12 },
    (_, n) => `(${n}, 'Asha Rao ${n}', 'asha.rao${n}@gmail.com', '98${30_000_000 + n * 1_234_567}')`,
  )
  const files = {
    'index.php': "<?php mysqli_connect('localhost', 'root', '', 'hostel'); ?><form></form>\n",
    'db.sql': `CREATE TABLE students (id int, name varchar(50), email varchar(50), phone varchar(15));\nINSERT INTO students (id, name, email, phone) VALUES\n${people.join(',\n')};\n`,
  }
  const project = await anUpload(app, files)
  const { findings } = await project.owner.api.findings.get(of(project.id))
  expect(findings.findings.some(({ kind }) => kind === 'personal')).toBe(true)
  // Asked for by its owner, because what blocks is not run by itself.
  await project.owner.api.runs.ask({ ...of(project.id), body: {} })
  await runNext(runner)
  await approve(admin, project.id, 'The people are invented')
  expect((await publicRun(project))!.pages.map(({ title }) => title)).toEqual(['Start'])
  const [held] = await waiting()
  expect(held).toMatchObject({ projectId: project.id, why: 'behind', hasPersonalData: true })
  await admin.api.staffRuns.decide({ ...of(held!.run._id), body: { decision: 'show_public' } })
  expect((await publicRun(project))!.pages).toHaveLength(1)
  expect(await waiting()).toEqual([])

  const withoutSignIn = await anUpload(app, files)
  await runAgain(withoutSignIn, { behind: false })
  await approve(admin, withoutSignIn.id, 'The people are invented')
  expect((await publicRun(withoutSignIn))!.pages).toHaveLength(1)
  expect(await waiting(), 'nothing is held back').toEqual([])
})

test('a listing that leaves the lists takes its run and pictures with it', async () => {
  const project = await anUpload(app)
  await runNext(runner, { picture: true, behind: false })
  await approve(admin, project.id)
  const { picture } = (await publicRun(project))!.pages[0]!
  await admin.api.projects.update({ ...of(project.id), body: { isActive: false } })
  expect(await isListed(app, project.id)).toBe(false)
  await expect(publicRun(project)).rejects.toMatchObject({ code: 'not_found' })
  expect((await app.app.inject(picture!.url)).statusCode).toBe(404)
  await admin.api.projects.update({ ...of(project.id), body: { isActive: true } })
  expect((await app.app.inject(picture!.url)).statusCode).toBe(200)
})

test('a recalled release shows no run, and the next one shows its own', async () => {
  const project = await anUpload(app)
  await runNext(runner)
  await approve(admin, project.id)
  await checkoutBy(await aBuyer(app), source({ id: project.id }))
  await admin.api.recalls.recall({
    params: { id: project.id, number: '1' },
    body: { reason: 'It steals passwords', instructions: 'Delete it', refund: false },
  })
  const run = await publicRun(project).catch(() => null)
  expect(run).toBeNull()
  expect((await ownRuns(project)).length).toBe(1)
})

test('demo sign-ins that change ask for another run, and the record names roles and no user or password', async () => {
  const project = await anUpload(app)
  await runNext(runner)
  const demoSignIns = [{ role: 'Warden', user: 'asha.rao', password: 'Hostel@123' }]
  await project.owner.api.projects.ownerUpdate({ ...of(project.id), body: { demoSignIns } })
  const run = (await runner.claim())!
  expect(run.signIns).toEqual(demoSignIns)
  await runner.page(run)
  await runner.page(run, { after: 'asha.rao' })
  await runner.end(run, {
    signIns: [
      { ...signInSeen, user: 'asha.rao', from: '' },
      { ...signInSeen, user: 'ravi.k', worked: false },
    ],
  })
  await approve(admin, project.id)
  const shown = (await publicRun(project))!
  expect(shown.signIns).toEqual([
    { role: 'Warden', worked: true },
    { role: 'a user', worked: false },
  ])
  expect(shown.pages.map(({ after }) => after)).toEqual(['', 'Warden'])
  expect(JSON.stringify(shown)).not.toMatch(/asha\.rao|ravi|Hostel@123/)
  const { rows } = await sql<{
    all: string
  }>`select coalesce(string_agg(r::text, ' '), '') as all from run_records r`.execute(db)
  expect(rows[0]!.all).not.toContain('Hostel@123')
})

test('an owner asks for five runs a day, each of which begins where they say', async () => {
  const project = await anUpload(app)
  const ask = (startAt?: string) =>
    project.owner.api.runs.ask({ ...of(project.id), body: startAt === undefined ? {} : { startAt } })
  await runNext(runner)
  for (const startAt of ['/admin/', undefined, 'shop/index.php', undefined, undefined]) {
    await ask(startAt)
    const run = (await runner.claim())!
    expect(run.startAt).toBe(startAt?.replace(/^\//, '') ?? (run.startAt === null ? null : run.startAt))
    await runner.page(run)
    await runner.end(run, { ...aSeenRun })
  }
  expect(await project.owner.api.runs.list(of(project.id))).toMatchObject({
    left: 0,
    mayAsk: false,
    startAt: 'shop/index.php',
  })
  await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' })
  for (const wrong of ['http://evil.example/', '../../etc', 'a\\b'])
    await expect(ask(wrong), wrong).rejects.toMatchObject({ code: 'invalid_input' })
  await admin.api.runs.ask({ ...of(project.id), body: {} })
  await runNext(runner)
})
