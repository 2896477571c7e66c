import { randomBytes } from 'node:crypto'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { limits } from '#contract/kit/limits.ts'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, runJob } from '../../test/makers.ts'
import { drawn } from '../../test/pictures.ts'
import { docx, formOf } from '../../test/reports.ts'
import { timePasses } from '../../test/time.ts'
import { chunkOf, keysIn, upload, blobsIn } from '../../test/uploads.ts'
import { inKilobytes, storedKilobytesOf } from '../accounts/member-store.ts'
import { countAttempt } from '../platform/rate-limits/rate-limits.ts'
import { releaseJobs } from './jobs.ts'

/** Tests of what one member may bring in a day, have stored in all, and begin without files. */
const app = await startApp()
const { db, dependencies } = app
const admin = await anAdmin(app)
await dependencies.jobs.work(releaseJobs(dependencies))

type Owner = Awaited<ReturnType<typeof aMember>>

/** Bytes of a file that is too large to be held in memory. */
const large = 300_000
/** A report with a picture, which never begins as XML does. */
const aReport = (bytes = large) => formOf(aDocx(bytes))
const aDocx = (bytes: number) => docx({ 'word/media/a.bin': randomBytes(bytes).fill('x', 0, 1) })
async function aForm(field: string) {
  const raw = { width: 100, height: 100, channels: 3 as const }
  const picture = await sharp(randomBytes(30_000), { raw }).png().toBuffer()
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'a.png')
  return form
}

/** The calls by which a member brings files. */
const calls: Record<string, (owner: Owner, id: string) => Promise<unknown>> = {
  'a chunk of source': ({ api }, id) =>
    api.releases.upload({ form: chunkOf(id, { 'a.bin': randomBytes(large) }) }),
  'a large file of a chunk whose project is named last': ({ api }, id) =>
    api.releases.upload({ form: chunkOf(id, { 'a.bin': randomBytes(large) }, { fieldsLast: true }) }),
  'small files of a chunk': ({ api }, id) =>
    api.releases.upload({ form: chunkOf(id, { 'a.bin': randomBytes(1500), 'b.bin': randomBytes(1500) }) }),
  'a report': ({ api }, id) => api.releases.addReport({ params: { id }, form: aReport() }),
  'a new file of a report': ({ api }, id) => api.releases.changeReport({ params: { id }, form: aReport() }),
  'a picture of a project': async ({ api }, id) =>
    api.releases.addImages({ params: { id }, form: await aForm('images') }),
  'a picture of themselves': async ({ api }) => api.accounts.changeAvatar({ form: await aForm('avatar') }),
}

const storageOf = async ({ id }: Owner) =>
  db.selectFrom('memberStorage').selectAll().where('memberId', '=', id).executeTakeFirst()
/** Sets the bytes that a member has stored, without storing them. */
const setStored = ({ id: memberId }: Owner, storedBytes: number) =>
  db
    .insertInto('memberStorage')
    .values({ memberId, storedBytes })
    .onConflict((row) => row.column('memberId').doUpdateSet({ storedBytes }))
    .execute()
/** The kilobytes that are counted for this day, of all members together. */
async function kilobytesToday() {
  const counts = await db
    .selectFrom('attempts')
    .select('count')
    .where('bucket', 'like', 'new kilobytes of member %')
    .execute()
  return counts.reduce((sum, { count }) => sum + count, 0)
}

test.each(Object.entries(calls))('%s counts for what a member may bring in a day', async (_, send) => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner)
  await countAttempt(db, storedKilobytesOf(owner.id), storedKilobytesOf(owner.id).max - 1)
  const before = await keysIn(dependencies.storage)
  await expect(send(owner, id)).rejects.toMatchObject({
    status: 429,
    message: 'You have uploaded too much today. Please try again in 24 hours.',
  })
  expect(await keysIn(dependencies.storage)).toEqual(before)
})

test.each(Object.entries(calls))('%s has to fit into what a member may have stored', async (_, send) => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner)
  await setStored(owner, limits.memberBytes - 1000)
  const counted = await kilobytesToday()
  const before = await keysIn(dependencies.storage)
  await expect(send(owner, id)).rejects.toMatchObject({
    status: 413,
    message:
      'This does not fit: your files may take up 20 GB in all. Delete a project that you no longer need; its space is free a day later.',
  })
  expect(await keysIn(dependencies.storage)).toEqual(before)
  expect(await storageOf(owner)).toMatchObject({ storedBytes: limits.memberBytes - 1000, reservedBytes: 0 })
  expect(await kilobytesToday()).toBe(counted)
})

test('what lies in the store is what is counted, until it is deleted', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner)
  const before = await keysIn(dependencies.storage)
  const stored = async () => {
    const added = (await keysIn(dependencies.storage)).filter((key) => !before.includes(key))
    const sizes = await Promise.all(added.map(async (key) => (await dependencies.storage.about(key))!.size))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const picture = await drawn(400, 300, 'teal').png().toBuffer()
  const files = { 'README.md': '![a](a.png)', 'a.png': picture, 'large.bin': randomBytes(large) }
  for (let time = 0; time < 2; time++) await upload(owner, id, files)
  await app.jobs.run()
  for (let time = 0; time < 2; time++) await owner.api.releases.addReport({ params: { id }, form: aReport() })
  for (let time = 0; time < 2; time++)
    await owner.api.releases.addImages({ params: { id }, form: await aForm('images') })
  expect((await keysIn(dependencies.storage, 'readme-pictures/')).length).toBeGreaterThan(0)
  expect(await storageOf(owner)).toMatchObject({ storedBytes: await stored(), reservedBytes: 0 })
  await owner.api.releases.removeImage({ params: { id }, query: { index: 0 } })
  expect(await storageOf(owner)).toMatchObject({ storedBytes: await stored() })
  await owner.api.projects.remove({ params: { id } })
  const blobs = (await blobsIn(app)).filter(({ memberId }) => memberId === owner.id)
  expect(await storageOf(owner)).toMatchObject({
    storedBytes: blobs.reduce((sum, { size }) => sum + size, 0),
  })
  await timePasses(db, '2 days', 'blobs', { memberId: owner.id })
  await runJob(app, 'sweep-uploads')
  expect(await storageOf(owner)).toMatchObject({ storedBytes: 0 })
})

test('a day counts what was stored, also when it is replaced; not what was refused or there already', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner)
  const params = { id }
  const files = { 'a.bin': randomBytes(large), 'b.txt': 'small' }
  const chunks = async () => owner.api.releases.upload({ form: chunkOf(id, files) })
  const before = await kilobytesToday()
  await chunks()
  await chunks()
  const first = await kilobytesToday()
  expect(first - before).toBe(inKilobytes(large + 5))
  const report = aDocx(large)
  for (let time = 0; time < 2; time++) await owner.api.releases.addReport({ params, form: formOf(report) })
  const bad = formOf(randomBytes(large))
  await expect(owner.api.releases.addReport({ params, form: bad })).rejects.toMatchObject({ status: 415 })
  expect(await kilobytesToday()).toBe(first + 2 * inKilobytes(report.length))
})

test('of many requests at once only those succeed that fit together', async () => {
  const owner = await aMember(app)
  const ids = await Promise.all(Array.from({ length: 6 }, async () => (await aProject(owner))._id))
  await setStored(owner, limits.memberBytes - 2.5 * large)
  const sent = await Promise.allSettled(
    ids.map((id) => owner.api.releases.addReport({ params: { id }, form: aReport() })),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const { storedBytes, reservedBytes } = (await storageOf(owner))!
  expect(storedBytes).toBeLessThanOrEqual(limits.memberBytes)
  expect(reservedBytes).toBe(0)
  await owner.api.releases.addReport({ params: { id: ids[0]! }, form: aReport(1000) })
})

test('a price of a report is changed without room for files', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner)
  await owner.api.releases.addReport({ params: { id }, form: aReport(1000) })
  await setStored(owner, limits.memberBytes)
  const { project } = await owner.api.releases.changeReport({ params: { id }, form: formOf(undefined, 99) })
  expect(project.reportPrice).toBe(99)
})

test('what a killed process reserved is free again after an hour', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner)
  await db
    .insertInto('memberStorage')
    .values({
      memberId: owner.id,
      reservedBytes: limits.memberBytes,
      reservedUntil: new Date(Date.now() + 1e6),
    })
    .execute()
  const add = () => owner.api.releases.addReport({ params: { id }, form: aReport(1000) })
  await expect(add()).rejects.toMatchObject({ status: 413 })
  await timePasses(db, '1 hour', 'memberStorage', { memberId: owner.id })
  await add()
})

test('a member has 50 projects without files at most, also of those that are created at once; staff may create more', async () => {
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner)
  for (let count = 1; count < limits.drafts - 1; count++) await aProject(owner)
  const at = { params: { id } }
  const body = {
    title: 'The last',
    description: 'It still fits',
    category: 'Web Development' as const,
    price: 0,
    idempotencyKey: 'the-last-one',
  }
  const tries = await Promise.allSettled([
    owner.api.projects.create({ body }),
    aProject(owner),
    owner.api.projects.duplicate(at),
  ])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(owner.api.projects.duplicate(at)).rejects.toMatchObject({
    status: 429,
    message:
      'You have 50 projects without files, which is as many as you may have. Upload the files of one, or delete one, and try again.',
  })
  const { title, description, category, price } = body
  const ofOwner = { title, description, category, price, ownerEmail: owner.email }
  const { project } = await admin.api.staffProjects.create({ body: ofOwner })
  await owner.api.projects.remove({ params: { id: project._id } })
  await upload(owner, id, { 'a.txt': 'a' })
  const created = await owner.api.projects.create({ body })
  const again = await owner.api.projects.create({ body })
  expect(again._id, 'the same is answered again').toBe(created._id)
})
