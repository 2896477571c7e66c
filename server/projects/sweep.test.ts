import { randomBytes, randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { isLong } from '../../test/long.ts'
import { aMember, anAdmin, aProject, releasesOf, runJob } from '../../test/makers.ts'
import { drawn } from '../../test/pictures.ts'
import { doc } from '../../test/reports.ts'
import {
  approve,
  aBuyerOf,
  aListing,
  chunkOf,
  download,
  filesIn,
  finalise,
  keysIn,
  upload,
} from '../../test/uploads.ts'
import { storedKilobytesOf } from '../accounts/member-store.ts'
import { countAttempt } from '../platform/rate-limits/rate-limits.ts'
import { releaseJobs } from './jobs.ts'

const app = await startApp()
await app.jobs.work(releaseJobs(app.dependencies))
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

const { db, storage, config } = app.dependencies
const sweep = async () => {
  app.jobs.asked.length = 0
  await runJob(app, 'sweep-uploads')
}
/** Makes everything look as if it had been stored some hours ago. */
const age = async (hours: number) => {
  const then = Date.now() / 1000 - hours * 3600
  for (const key of await keysIn(storage)) utimesSync(join(config.dataDir, 'storage', key), then, then)
  await sql`update blobs set stored_at = now() - make_interval(hours => ${hours})`.execute(db)
  await sql`update uploads set touched_at = now() - make_interval(hours => ${hours})`.execute(db)
}
const uploads = async () => (await db.selectFrom('uploads').select('id').execute()).length

test('an upload that nobody touched for a day goes, with what only it needed', async () => {
  const { id, owner: seller, files } = await aListing(app, { 'a.txt': 'kept', 'b.txt': 'b' })
  const project = await aProject(owner)
  await owner.api.releases.upload({
    form: chunkOf(project._id, { 'x/a.txt': 'kept', 'x/lost.txt': randomUUID() }, { total: 2 }),
  })
  await age(23)
  await sweep()
  expect([await uploads(), (await keysIn(storage, 'blobs/')).length]).toEqual([1, 3])
  await age(25)
  await sweep()
  expect([await uploads(), (await keysIn(storage, 'blobs/')).length]).toEqual([0, 2])
  const back = filesIn((await download(app, seller.token, id)).rawPayload)
  expect(back['a.txt']!.toString()).toBe(files['a.txt'])
})

test('what nothing refers to goes after a day: drafts, blobs, reports, archives and images', async () => {
  const before = await keysIn(storage)
  const lost = [
    'incoming/x',
    'blobs/ab/abc.1',
    'reports/x.docx',
    `archives/${randomUUID()}.zip`,
    `images/${randomUUID()}/640.webp`,
    'images/.DS_Store',
  ]
  for (const key of lost) await storage.put(key, Buffer.from('x'))
  await sweep()
  expect(await keysIn(storage)).toEqual([...before, ...lost].toSorted())
  await age(25)
  await sweep()
  expect(await keysIn(storage)).toEqual(before)
})

test('what is referred to stays, however old: releases, withdrawn ones too, images and reports off sale', async () => {
  const { id, owner: seller } = await aListing(app)
  const buyer = await aBuyerOf(app, id)
  const images = new FormData()
  const picture = await drawn(9, 9, 'red').png().toBuffer()
  images.append('images', new Blob([picture]), 'a.png')
  await seller.api.releases.addImages({ params: { id }, form: images })
  const report = new FormData()
  report.set('report', new Blob([doc()]), 'a.doc')
  report.set('price', '10')
  await seller.api.releases.addReport({ params: { id }, form: report })
  await seller.api.releases.removeReport({ params: { id } })
  await seller.api.releases.removeFiles({ params: { id } })
  const before = await keysIn(storage)
  await age(1000)
  await sweep()
  expect(await keysIn(storage)).toEqual(before)
  expect((await download(app, buyer.token, id)).statusCode).toBe(200)
})

test('the same files uploaded eight times lie once, and one archive is built when staff have approved the last', async () => {
  const { _id: id } = await aProject(owner)
  const files = { 'README.md': '# Large', 'large.bin': randomBytes(300_000) }
  const bytes = async () => {
    let sum = 0
    for await (const { key } of storage.list('')) sum += (await storage.get(key)).length
    return sum
  }
  const before = await bytes()
  for (let release = 1; release <= 8; release++) await upload(owner, id, files)
  await app.jobs.run()
  expect((await bytes()) - before).toBeLessThan(400_000)
  await approve(await anAdmin(app), id)
  await app.jobs.run()
  expect((await bytes()) - before).toBeLessThan(800_000)
  const stored = (await keysIn(storage, 'archives/')).length
  expect((await download(app, owner.token, id)).statusCode).toBe(200)
  expect(await keysIn(storage, 'archives/')).toHaveLength(stored)
})

test('an archive of what was withdrawn before its approval goes with the next sweep, and is there again when its owner asks', async () => {
  const { _id: id } = await aProject(owner)
  for (const title of ['One', 'Two']) {
    await upload(owner, id, { 'README.md': `# ${title}` })
    expect((await download(app, owner.token, id)).statusCode).toBe(200)
  }
  const archives = async () => {
    const releases = await releasesOf(db, id)
    const keys = await keysIn(storage, 'archives/')
    return releases.filter((release) => keys.includes(`archives/${release.id}.zip`)).length
  }
  expect(await archives()).toBe(2)
  await sweep()
  expect(await archives()).toBe(1)
  const answer = await download(app, owner.token, id, { ref: '1' })
  expect(filesIn(answer.rawPayload)['README.md']!.toString()).toBe('# One')
})

test('archives that an owner makes us build of what nobody approved count as stored, also when many are asked for at once', async () => {
  const seller = await aMember(app)
  const { _id: id } = await aProject(seller)
  for (const number of [1, 2, 3])
    await upload(seller, id, { 'README.md': `# ${number}`, 'a.bin': randomBytes(400_000) })
  await countAttempt(db, storedKilobytesOf(seller.id), 10_000_000 - 3 * 401 - 900)
  const ask = (ref: string) => download(app, seller.token, id, { ref })
  const answers = await Promise.all(['1', '2', '3'].map(ask))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  expect(answers.find(({ statusCode }) => statusCode !== 200)!.statusCode).toBe(429)
  await approve(await anAdmin(app), id)
  expect((await ask('3')).statusCode, 'what is approved is built for everybody').toBe(200)
})

test('an old blob that is uploaded again is not swept under the new upload', async () => {
  const files = { 'x/a.txt': randomUUID(), 'x/b.txt': randomUUID() }
  const [one, two] = [(await aProject(owner))._id, (await aProject(owner))._id]
  await owner.api.releases.upload({ form: chunkOf(one, files) })
  await age(25)
  await db.deleteFrom('uploads').execute()
  await owner.api.releases.upload({ form: chunkOf(two, files) })
  await db.deleteFrom('uploadFiles').execute()
  await sweep()
  await owner.api.releases.upload({ form: chunkOf(two, { ...files, 'x/c.txt': '' }) })
  await finalise(owner, two, { ...files, 'x/c.txt': '' })
  expect((await download(app, owner.token, two)).statusCode).toBe(200)
})

test('sweeping while uploads run loses nothing', async () => {
  const rounds = Array.from({ length: isLong ? 12 : 6 }, async (_, n) => {
    const { _id: id } = await aProject(owner)
    const files = {
      'x/shared.txt': 'shared by all',
      'x/own.txt': `own ${n % 3}`,
      'x/large.bin': Buffer.alloc(300_000, n % 3),
    }
    await owner.api.releases.upload({ form: chunkOf(id, files) })
    await finalise(owner, id, files)
    return id
  })
  const sweeps = Array.from({ length: isLong ? 6 : 3 }, async () => {
    await sql`update blobs set stored_at = stored_at - interval '1 hour'`.execute(db)
    await sweep()
  })
  const ids = await Promise.all(rounds)
  await Promise.all(sweeps)
  for (const id of ids) expect((await download(app, owner.token, id)).statusCode).toBe(200)
})
