import { randomUUID } from 'node:crypto'

import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { repetitions } from '../../../test/long.ts'
import { aMember, anAdmin, aProject } from '../../../test/makers.ts'
import { drawn, addPictures } from '../../../test/pictures.ts'
import { aListing, approve, keysIn, upload } from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let admin: Awaited<ReturnType<typeof anAdmin>>
let picture: Buffer
beforeAll(async () => {
  owner = await aMember(app)
  admin = await anAdmin(app)
  picture = await drawn(64, 48).png().toBuffer()
})

const newProject = async () => (await aProject(owner))._id
const add = (id: string, ...pictures: Buffer[]) => addPictures(owner, id, ...pictures)
const imagesOf = async (id: string) => (await owner.api.projects.get({ params: { id } })).project.images
const get = (url: string) => app.app.inject({ url })
const aPublished = async () => {
  const { _id: id } = await aProject(owner, { price: 0 })
  await upload(owner, id, { 'a.txt': '1', 'b.txt': '2' })
  await add(id, picture, picture)
  await approve(admin, id)
  return id
}
const status = async (id: string) =>
  (await owner.api.projects.get({ params: { id } })).project.verificationStatus

test('an image over 10 MB is refused by name', async () => {
  const id = await newProject()
  await expect(add(id, Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)]))).rejects.toMatchObject({
    code: 'too_large',
    message: '0.png exceeds 10MB limit',
  })
})

test('no image at all is refused', async () => {
  const params = { id: await newProject() }
  const other = new FormData()
  other.append('pictures', new Blob([picture as BlobPart]), 'a.png')
  for (const form of [new FormData(), other]) {
    await expect(owner.api.releases.addImages({ params, form })).rejects.toThrow(
      'Please select at least 1 image (max 5).',
    )
  }
})

test('the sixth image is dropped, with the number that had room', async () => {
  const id = await newProject()
  expect((await add(id, picture, picture, picture)).message).toBeUndefined()
  const { images, message } = await add(id, picture, picture, picture, picture)
  expect([images.length, message]).toEqual([5, 'Only 2 more image(s) can be uploaded (max 5).'])
  const again = await add(id, picture)
  expect([again.images.length, again.message]).toEqual([5, 'Only 0 more image(s) can be uploaded (max 5).'])
})

const rounds = repetitions(200, 1)
vi.setConfig({ testTimeout: 120_000 + rounds * 5000 })
test(`two at once with one place left: one image comes in, and only what is shown is stored, in each of ${rounds} rounds`, async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await newProject()
    await add(id, picture, picture, picture, picture)
    await Promise.all([1, 2, 3].map(() => add(id, picture)))
    const images = await imagesOf(id)
    expect(images).toHaveLength(5)
    const all = await app.db.selectFrom('projectImages').select('id').execute()
    const stored = new Set(
      (await keysIn(app.dependencies.storage, 'images/')).map((key) => key.split('/')[1]),
    )
    expect(stored).toEqual(new Set(all.map(({ id: image }) => image)))
  }
})

test('an image is removed by its index or its url, and its files with it', async () => {
  const id = await newProject()
  const { images } = await add(id, picture, picture, picture, picture)
  const [a, b, c, d] = images.map(({ url }) => url)
  const remove = async (query: { index?: number; url?: string }) =>
    (await owner.api.releases.removeImage({ params: { id }, query })).images.map(({ url }) => url)
  expect(await remove({ index: 1 })).toEqual([a, c, d])
  expect(await remove({ url: a! })).toEqual([c, d])
  expect(await remove({ url: `http://localhost:3000${d}` })).toEqual([c])
  for (const url of [a, b, d]) expect((await get(url!)).statusCode).toBe(404)
  expect((await get(c!)).statusCode).toBe(200)
  expect((await keysIn(app.dependencies.storage, `images/${a!.split('/')[2]}/`)).length).toBe(0)
  await expect(remove({ index: 1 })).rejects.toMatchObject({ code: 'not_found', message: 'Image not found' })
})

test('a drawing in black on nothing lies on white, so that it can be seen in the dark theme too', async () => {
  const id = await newProject()
  const nothing = { r: 0, g: 0, b: 0, alpha: 0 }
  await add(
    id,
    await sharp({ create: { width: 80, height: 50, channels: 4, background: nothing } })
      .png()
      .toBuffer(),
  )
  const [image] = await imagesOf(id)
  const { channels } = await sharp((await get(image!.url)).rawPayload)
    .removeAlpha()
    .stats()
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255])
})

test('only one’s own images can be removed, whatever the url says', async () => {
  const [id, other] = [await newProject(), await newProject()]
  await add(id, picture)
  const [foreign] = (await add(other, picture)).images
  const image = foreign!.url.split('/')[2]
  const urls = [
    foreign!.url,
    `/media/${image}/../${image}/1280.webp`,
    `images/${image}/1280.webp`,
    '../../secret',
    '%2e%2e%2fsecret',
    '',
    'http://169.254.169.254/',
    `/media/${randomUUID()}/640.webp`,
  ]
  for (const url of urls) {
    await expect(owner.api.releases.removeImage({ params: { id }, query: { url } })).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  for (const query of [{}, { index: 0, url: foreign!.url }]) {
    await expect(owner.api.releases.removeImage({ params: { id }, query })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  }
  expect((await get(foreign!.url)).statusCode).toBe(200)
  expect(await imagesOf(id)).toHaveLength(1)
})

test('newOrder rearranges by the present indexes and must name each once', async () => {
  const id = await newProject()
  const urls = (await add(id, picture, picture, picture)).images.map(({ url }) => url)
  const order = async (newOrder: number[]) =>
    (await owner.api.releases.orderImages({ params: { id }, body: { newOrder } })).images.map(
      ({ url }) => url,
    )
  expect(await order([2, 0, 1])).toEqual([urls[2], urls[0], urls[1]])
  for (const wrong of [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 3], [], [1, 2, 3]]) {
    await expect(order(wrong)).rejects.toMatchObject({ code: 'invalid_input' })
  }
  expect((await imagesOf(id)).map(({ url }) => url)).toEqual([urls[2], urls[0], urls[1]])
})

test('adding, removing and rearranging send an approved project to review; changing nothing does not', async () => {
  const id = await aPublished()
  const order = (newOrder: number[]) => owner.api.releases.orderImages({ params: { id }, body: { newOrder } })
  const changes: (() => Promise<{ sentToReview: boolean }>)[] = [
    () => order([1, 0]),
    () => owner.api.releases.removeImage({ params: { id }, query: { index: 0 } }),
    () => add(id, picture),
  ]
  for (const change of changes) {
    expect(await change(), 'and the answer says so').toMatchObject({ sentToReview: true })
    expect(await status(id)).toBe('pending')
    await expect(app.api.projects.get({ params: { id } })).rejects.toMatchObject({ code: 'not_found' })
    const again = (await imagesOf(id)).map((_, index) => index)
    expect(await order(again.toReversed()), 'it waits already').toMatchObject({ sentToReview: false })
    await approve(admin, id)
  }
  await order([0, 1])
  await owner.api.releases.removeImage({ params: { id }, query: { index: 7 } }).catch(() => {})
  await add(id, Buffer.from('rubbish')).catch(() => {})
  expect(await status(id)).toBe('approved')
})

test('a stranger cannot touch the images', async () => {
  const { id, owner: other } = await aListing(app)
  await addPictures(other, id, picture)
  const notFound = { code: 'not_found', message: 'Project not found' }
  const { releases } = owner.api
  await expect(add(id, picture)).rejects.toMatchObject(notFound)
  await expect(releases.removeImage({ params: { id }, query: { index: 0 } })).rejects.toMatchObject(notFound)
  await expect(releases.orderImages({ params: { id }, body: { newOrder: [0] } })).rejects.toMatchObject(
    notFound,
  )
})

test('of several pictures the sound ones come in, and each other one is told with its reason', async () => {
  const id = await newProject()
  const [broken, small] = [Buffer.from('no picture at all'), await drawn(80, 50).webp().toBuffer()]
  const { images, message } = await add(id, picture, broken, small)
  expect(images).toHaveLength(2)
  expect(message).toContain('1.png')
  expect((await imagesOf(id)).map(({ width }) => width)).toEqual(images.map(({ width }) => width))
  await expect(add(id, broken, broken)).rejects.toThrow(/0\.png.*1\.png/)
  const more = await add(id, picture, broken, picture, picture)
  expect(more.images).toHaveLength(5)
  expect(more.message).toMatch(/^1\.png: /)
})

test('with one place left a broken file takes none from the sound one beside it, and each refusal names its file', async () => {
  const id = await newProject()
  const broken = Buffer.from('no picture at all')
  await add(id, picture, picture, picture, picture)
  await expect(add(id, broken, broken)).rejects.toThrow(/^0\.png: .*1\.png: /)
  const one = await add(id, broken, picture)
  expect(one.images).toHaveLength(5)
  expect(one.message).toMatch(/^0\.png: /)
})

test('what a picture shows is said in words; a new word goes to review, the same one does not', async () => {
  const id = await aPublished()
  const [first, second] = await imagesOf(id)
  const describe = (descriptions: { url: string; alt: string }[]) =>
    owner.api.releases.describeImages({ params: { id }, body: { descriptions } })
  const { images, sentToReview } = await describe([{ url: second!.url, alt: ' The list of patients ' }])
  expect(images.map(({ alt }) => alt)).toEqual([first!.alt, 'The list of patients'])
  expect(sentToReview).toBe(true)
  expect(await status(id)).toBe('pending')
  await approve(admin, id)
  await describe([{ url: second!.url, alt: 'The list of patients' }])
  const stranger = await newProject()
  await add(stranger, picture)
  await describe([{ url: (await imagesOf(stranger))[0]!.url, alt: 'Mine' }])
  expect((await imagesOf(stranger))[0]!.alt).not.toBe('Mine')
  expect(await status(id)).toBe('approved')
})

test('its owner chooses the part of a picture that lists show, and an approved project stays listed', async () => {
  const id = await aPublished()
  const [first, second] = await imagesOf(id)
  const choose = (body: Parameters<typeof owner.api.releases.chooseThumbnail>[0]['body'], who = owner) =>
    who.api.releases.chooseThumbnail({ params: { id }, body })
  const thumbnail = { x: 100, y: 30, zoom: 250 }
  expect(first!.thumbnail).toBeNull()
  const { images, sentToReview } = await choose({ url: first!.url, thumbnail })
  expect(images.map((image) => image.thumbnail)).toEqual([thumbnail, null])
  expect(sentToReview).toBe(false)
  expect((await app.api.projects.get({ params: { id } })).project.images[0]!.thumbnail).toEqual(thumbnail)
  const quote = await app.api.orders.quote({ body: { items: [{ projectId: id, kind: 'source' }] } })
  expect(quote.items[0]).toMatchObject({ thumbnail, image: first!.url.replace('1280', '640') })
  const saved = await app.api.wishlist.look({ body: { projectIds: [id] } })
  expect(saved.items[0]).toMatchObject({ thumbnail, image: first!.url.replace('1280', '640') })

  await owner.api.releases.orderImages({ params: { id }, body: { newOrder: [1, 0] } })
  expect(
    (await imagesOf(id)).map((image) => image.thumbnail),
    'it moves with its picture',
  ).toEqual([null, thumbnail])
  await choose({ url: second!.url, thumbnail })
  await choose({ url: first!.url, thumbnail: null })
  expect((await imagesOf(id)).map((image) => image.thumbnail)).toEqual([thumbnail, null])
})

test('a part of a picture lies within it, is a round figure, and is chosen by its owner alone', async () => {
  const id = await newProject()
  const [image] = (await add(id, picture)).images
  const part = { x: 0, y: 0, zoom: 100 }
  const choose = (body: object, who = owner) =>
    who.api.releases.chooseThumbnail({ params: { id }, body: body as never })
  for (const wrong of [
    { x: -10 },
    { x: 110 },
    { y: 5 },
    { y: 0.5 },
    { zoom: 50 },
    { zoom: 350 },
    { zoom: 120 },
    { x: null },
  ])
    await expect(choose({ url: image!.url, thumbnail: { ...part, ...wrong } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  await expect(choose({ url: image!.url })).rejects.toMatchObject({ code: 'invalid_input' })
  const [foreign] = (await add(await newProject(), picture)).images
  const notThere = { code: 'not_found', message: 'Image not found' }
  await expect(choose({ url: foreign!.url, thumbnail: part })).rejects.toMatchObject(notThere)
  const stranger = await aMember(app)
  await expect(choose({ url: image!.url, thumbnail: part }, stranger)).rejects.toMatchObject({
    code: 'not_found',
    message: 'Project not found',
  })
  expect((await imagesOf(id))[0]!.thumbnail).toBeNull()
})
