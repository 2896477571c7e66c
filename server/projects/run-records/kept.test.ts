import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, deleteAccount } from '../../../test/makers.ts'
import { aBuyer, buyAndPay, checkoutBy, source } from '../../../test/orders.ts'
import { aPicture, aRunner, anUpload, checkReleases, phpFiles } from '../../../test/runners.ts'
import { allowSeats, aSeat } from '../../../test/seats.ts'
import { approve, keysIn, upload } from '../../../test/uploads.ts'
import { personalDataJobs } from '../../members/jobs.ts'
import { sweepRunPictures } from './pictures.ts'

const app = await startApp()
const { db, dependencies } = app
beforeAll(async () => {
  await checkReleases(app)
  await dependencies.jobs.work(personalDataJobs(dependencies))
})
const admin = await anAdmin(app)
const runner = await aRunner(app, admin)
const picture = await aPicture()
const of = (id: string) => ({ params: { id } })
type Uploaded = Awaited<ReturnType<typeof anUpload>>

async function runIt() {
  const run = (await runner.claim())!
  await runner.page(run, {}, picture)
  await runner.end(run)
}
const newRelease = async ({ owner, id }: Uploaded, text: string) => {
  await upload(owner, id, { ...phpFiles, 'notes.txt': text })
  await app.jobs.run()
  await runIt()
}
const pictures = async ({ owner, id }: Uploaded) =>
  (await owner.api.runs.list(of(id))).runs.map(({ release, pages }) => [release, pages[0]!.picture !== null])
const stored = async () => (await keysIn(dependencies.storage, 'runs/')).length

test('pictures stay with the release on sale, the newest and each that somebody bought, of the newest record each', async () => {
  const project = await anUpload(app)
  await runIt()
  await approve(admin, project.id)
  const buyer = await aBuyer(app)
  await checkoutBy(buyer, source(project))
  await newRelease(project, 'second')
  await approve(admin, project.id)
  await newRelease(project, 'third')
  await approve(admin, project.id)
  await newRelease(project, 'fourth')
  await project.owner.api.runs.ask({ ...of(project.id), body: {} })
  await runIt()
  const before = await stored()
  await sweepRunPictures(dependencies)
  expect(await pictures(project)).toEqual([
    [4, true],
    [4, false],
    [3, true],
    [2, false],
    [1, true],
  ])
  expect(before - (await stored())).toBe(4)
  const bought = async ({ api }: Pick<typeof buyer, 'api'>, release: number) =>
    (await api.runs.bought({ params: { id: project.id, number: String(release) } })).run
  const seen = (await bought(buyer, 1))!
  expect(seen).toMatchObject({ outcome: 'ran', release: 1 })
  expect((await app.app.inject(seen.pages[0]!.picture!.url)).statusCode).toBe(200)
  expect((await app.app.inject(seen.pages[0]!.picture!.url.split('?')[0]!)).statusCode).toBe(404)
  expect([await bought(buyer, 4), await bought(await aMember(app), 1)]).toEqual([null, null])
})

test('a project that its owner deletes and nobody bought takes its records and pictures with it', async () => {
  const before = await stored()
  const project = await anUpload(app)
  await runIt()
  expect(await stored()).toBe(before + 2)
  await project.owner.api.projects.remove(of(project.id))
  expect(await stored()).toBe(before)
  expect(
    await db.selectFrom('runRecords').select('id').where('projectId', '=', project.id).execute(),
  ).toEqual([])
})

test('with the account of an owner go the records and pictures of what was sold too', async () => {
  const before = await stored()
  const owner = await aMember(app)
  const project = await anUpload(app, phpFiles, owner)
  await runIt()
  await approve(admin, project.id)
  await checkoutBy(await aBuyer(app), source(project))
  await deleteAccount(app, owner)
  await app.jobs.run()
  expect(await stored()).toBe(before)
  expect(
    await db.selectFrom('runRecords').select('id').where('projectId', '=', project.id).execute(),
  ).toEqual([])
})

test('what is taken down is sealed with the text of its run', async () => {
  const project = await anUpload(app)
  const run = (await runner.claim())!
  await runner.page(run, { title: 'The hostel of Asha' })
  await runner.end(run)
  await approve(admin, project.id)
  const stranger = await aMember(app)
  const body = { kind: 'copied' as const, text: 'It is the project that I published in May.' }
  const { number } = await stranger.api.complaints.send({ ...of(project.id), body })
  const { complaints } = await project.owner.api.complaints.received(of(project.id))
  await admin.api.complaints.decide({
    params: { id: complaints[0]!._id },
    body: { outcome: 'hidden', reasons: 'The texts are the same.' },
  })
  await expect(app.api.runs.get(of(project.id))).rejects.toMatchObject({ code: 'not_found' })
  const { copies } = await admin.api.sealed.open({
    body: { about: number, reason: 'Asked for by the cyber cell of Bengaluru' },
  })
  expect(copies[0]!.content).toContain('The hostel of Asha')
})

test('who has a seat of an order sees how its release ran as the buyer does, and not once the seat is given up', async () => {
  const project = await anUpload(app)
  await runIt()
  await approve(admin, project.id)
  await allowSeats(app, project.owner, project.id)
  await approve(admin, project.id)
  const buyer = await aBuyer(app)
  const order = (await buyAndPay(app, buyer, source(project))).orders[0]!._id
  const friend = await aMember(app)
  const seen = async () =>
    (await friend.api.runs.bought({ params: { id: project.id, number: '1' } })).run?.outcome
  expect(await seen()).toBeUndefined()
  const seat = await aSeat(app, buyer, order, friend)
  expect(await seen()).toBe('ran')
  await friend.api.seats.leave(of(seat))
  expect(await seen()).toBeUndefined()
})

test('a process of the release before that puts another release on sale leaves no mark of the one before', async () => {
  const project = await anUpload(app)
  await runIt()
  await approve(admin, project.id)
  const ranAt = async () =>
    (await db.selectFrom('projects').select('ranAt').where('id', '=', project.id).executeTakeFirstOrThrow())
      .ranAt
  expect(await ranAt()).not.toBeNull()
  const other = await anUpload(app)
  const { releaseId } = await db
    .selectFrom('projects')
    .select('releaseId')
    .where('id', '=', other.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('projects').set({ releaseId }).where('id', '=', project.id).execute()
  expect(await ranAt()).toBeNull()
})
