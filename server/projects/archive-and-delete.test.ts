import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject, aRelease, releasesOf } from '../../test/makers.ts'
import { tablesWith } from '../../test/marked-member.ts'
import { aBuyerOf, download, keysIn } from '../../test/uploads.ts'

/** Tests of archiving, restoring, copying and deleting a whole listing. */
const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  owner = await aMember(app)
  admin = await anAdmin(app)
})
const of = (id: string) => ({ params: { id } })
const published = async (overrides = {}) => (await aPublishedProject(app, { owner, admin, ...overrides }))._id
const mine = async (archived: 'true' | 'false') =>
  (await owner.api.projects.mine({ query: { limit: 100, archived } })).projects.map(({ _id }) => _id)

test('an archived project is on no list and not for sale, its buyers keep it, and brought back it is listed again', async () => {
  const id = await published({ price: 0 })
  const buyer = await aBuyerOf(app, id)
  const order = async () => (await buyer.api.orders.mine({ query: {} })).orders[0]!
  expect((await owner.api.projects.get(of(id))).project.allowed).toContain('archive')
  expect((await order()).isListed).toBe(true)
  await owner.api.projects.archive(of(id))
  expect(await order(), 'told where the page is gone').toMatchObject({ isListed: false })
  expect((await order()).allowed).toContain('download')
  await expect(app.api.projects.get(of(id))).rejects.toMatchObject({ code: 'not_found' })
  expect(
    (await app.api.projects.list({ query: { limit: 100 } })).projects.map(({ _id }) => _id),
  ).not.toContain(id)
  expect(await mine('false')).not.toContain(id)
  expect(await mine('true')).toContain(id)
  expect((await download(app, buyer.token, id)).statusCode).toBe(200)
  const { project } = await owner.api.projects.get(of(id))
  expect(project).toMatchObject({ verificationStatus: 'approved', isActive: true })
  expect(project.archivedAt).not.toBeNull()
  expect(project.allowed).toContain('restore')
  await owner.api.projects.archive(of(id))
  await owner.api.projects.restore(of(id))
  expect((await app.api.projects.get(of(id))).project).toMatchObject({ archivedAt: null })
  expect(await mine('false')).toContain(id)
  expect((await order()).isListed).toBe(true)
})

test('what is archived while it waits for a decision leaves the queue of staff, not their sight', async () => {
  const { _id: id } = await aProject(owner, { title: 'Archived while waiting' })
  await owner.api.projects.archive(of(id))
  const search = 'Archived while waiting'
  const seen = async (status: 'pending' | '') => {
    const { projects, archived } = await admin.api.projects.list({ query: { search, status } })
    return [projects.length, archived]
  }
  expect(await seen('pending')).toEqual([0, []])
  expect(await seen('')).toEqual([1, [id]])
})

test('approving what is archived does not list it', async () => {
  const { _id: id } = await aProject(owner)
  await aRelease(owner, id)
  await owner.api.projects.archive(of(id))
  await admin.api.projects.update({ ...of(id), body: { verificationStatus: 'approved' } })
  await expect(app.api.projects.get(of(id))).rejects.toMatchObject({ code: 'not_found' })
})

test('a copy is a draft with the same texts and price, without files, pictures, report, sales and reviews', async () => {
  const id = await published({
    title: 'X'.repeat(120),
    features: ['One'],
    requirements: ['Node'],
    tags: ['a'],
    price: 77.5,
  })
  await aBuyerOf(app, await published({ price: 0 }))
  const { _id } = await owner.api.projects.duplicate(of(id))
  const [{ project: copy }, { project }] = [
    await owner.api.projects.get(of(_id)),
    await owner.api.projects.get(of(id)),
  ]
  const { description, category, price, technologies, features, requirements, tags, difficulty } = project
  expect(copy).toMatchObject({
    description,
    category,
    price,
    technologies,
    features,
    requirements,
    tags,
    difficulty,
    title: `${'X'.repeat(113)} (copy)`,
    verificationStatus: 'pending',
    hasFiles: false,
    images: [],
    hasReport: false,
    salesCount: 0,
    downloads: 0,
  })
  const again = await owner.api.projects.duplicate(of(_id))
  expect((await owner.api.projects.get(of(again._id))).project.title).toBe(copy.title)
})

test('deleting what has buyers withdraws it and says so; they keep their download', async () => {
  const id = await published({ price: 0 })
  const hasBuyers = async () => [
    (await owner.api.projects.get(of(id))).project.hasBuyers,
    (await owner.api.projects.mine({ query: {} })).projects.find(({ _id }) => _id === id)!.hasBuyers,
  ]
  expect(await hasBuyers()).toEqual([false, false])
  const [one, two] = [await aBuyerOf(app, id), await aBuyerOf(app, id)]
  expect(await hasBuyers(), 'also when it is free').toEqual([true, true])
  expect((await app.as(one.token).projects.get(of(id))).project.hasBuyers, 'for its owner').toBe(false)
  expect(await owner.api.projects.remove(of(id))).toMatchObject({
    message: 'The project is withdrawn from sale. 2 buyers keep their downloads.',
  })
  for (const { token } of [one, two]) expect((await download(app, token, id)).statusCode).toBe(200)
})

test('deleting the files of what has buyers withdraws them and says so', async () => {
  const id = await published({ price: 0 })
  expect(await owner.api.releases.removeFiles(of(await published()))).toMatchObject({
    message: 'The project files are deleted.',
  })
  const buyer = await aBuyerOf(app, id)
  expect(await owner.api.releases.removeFiles(of(id))).toMatchObject({
    message: 'The project files are withdrawn. 1 buyer keeps their download.',
  })
  expect((await download(app, buyer.token, id)).statusCode).toBe(200)
})

test('deleting what nobody ordered deletes its releases, pictures and report too', async () => {
  const id = await published()
  await download(app, owner.token, id)
  const releases = () => releasesOf(app.db, id)
  const [release] = await releases()
  const archive = `archives/${release!.id}.zip`
  expect(await keysIn(app.dependencies.storage, 'archives/')).toContain(archive)
  expect(await owner.api.projects.remove(of(id))).toMatchObject({ message: 'The project is deleted.' })
  expect(await releases()).toEqual([])
  expect(await keysIn(app.dependencies.storage, 'archives/')).not.toContain(archive)
})

test('of what nobody ordered no word stays once its owner deletes it; what was ordered keeps its title and words for its buyers', async () => {
  const word = 'zyxomarket'
  const texts = {
    title: `${word} in Ranchi`,
    description: `${word} sells vegetables`,
    features: [`${word} cart`],
    requirements: [`${word} 2`],
    tags: [word],
    demoUrl: `https://${word}.example`,
    githubUrl: `https://github.com/${word}/app`,
  }
  const id = await published(texts)
  const body = { verificationStatus: 'rejected' as const, verificationNotes: `No ${word} please` }
  const recall = { reason: 'It sends passwords.', instructions: 'Delete it.', refund: false }
  await admin.api.recalls.recall({ params: { id, number: '1' }, body: recall })
  const complaint = { kind: 'harmful' as const, text: 'It sends passwords.' }
  const reported = await published(texts)
  await (await aMember(app)).api.complaints.send({ ...of(reported), body: complaint })
  const { complaints } = await owner.api.complaints.received(of(reported))
  await admin.api.complaints.block({ ...of(complaints[0]!._id), body: { reason: 'It may.' } })
  await admin.api.projects.update({ ...of(id), body })
  for (const one of [id, reported]) await owner.api.projects.remove(of(one))
  expect(await tablesWith(app.db, [word])).toEqual([])
  const sold = await published({ ...texts, price: 0 })
  await aBuyerOf(app, sold)
  await owner.api.projects.remove(of(sold))
  expect(await tablesWith(app.db, [word])).toEqual(expect.arrayContaining(['orders', 'projects']))
})

test('what staff delete keeps its files', async () => {
  const id = await published()
  await admin.api.projects.remove(of(id))
  expect(await releasesOf(app.db, id)).toHaveLength(1)
})
