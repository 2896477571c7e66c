import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, anAdmin, aProject, aPublishedProject } from '../../../test/makers.ts'
import { addPictures, drawn } from '../../../test/pictures.ts'
import { docx, formOf } from '../../../test/reports.ts'
import { approve } from '../../../test/uploads.ts'

const app = await startApp()
const owner = await aMember(app)
const admin = await anAdmin(app)
const get = (path: string, headers: Record<string, string> = {}) => app.app.inject({ url: path, headers })
const imageOf = ({ _id }: { _id: string }) => `/og/${_id}.jpg`

let project: { _id: string }
beforeAll(async () => {
  project = await aPublishedProject(app, { owner, admin, title: 'पुस्तकालय & "more" <b>' })
})

test('a published project has a sharing image of 1200 by 630', async () => {
  const { statusCode, headers, rawPayload } = await get(imageOf(project))
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('image/jpeg')
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect((await app.app.inject({ method: 'HEAD', url: imageOf(project) })).statusCode).toBe(200)
})

test('who has the image gets 304, until the price changes', async () => {
  const etag = (await get(imageOf(project))).headers.etag!
  expect((await get(imageOf(project), { 'if-none-match': etag })).statusCode).toBe(304)
  await owner.api.projects.ownerUpdate({ params: { id: project._id }, body: { price: 0 } })
  const changed = await get(imageOf(project), { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
})

test('it is another image when a report is sold, which is on the label', async () => {
  const etag = (await get(imageOf(project))).headers.etag!
  await owner.api.releases.addReport({ params: { id: project._id }, form: formOf(docx(), 299) })
  await admin.api.projects.update({ params: { id: project._id }, body: { verificationStatus: 'approved' } })
  const changed = await get(imageOf(project), { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(await sharp(changed.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
})

test('what is not published has no image', async () => {
  const pending = await aProject(owner)
  const withdrawn = await aPublishedProject(app, { owner, admin })
  await owner.api.projects.ownerUpdate({ params: { id: withdrawn._id }, body: { isActive: false } })
  for (const path of [imageOf(pending), imageOf(withdrawn), '/og/nonsense.jpg', '/og/readymade.png'])
    expect((await get(path)).statusCode).toBe(404)
})

test('every other page shares the site’s own image', async () => {
  const { rawPayload } = await get('/og/readymade.jpg')
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
})

test('it shows the part of the first picture that its owner chose, at another address', async () => {
  const shared = await aPublishedProject(app, { owner, admin })
  const id = shared._id
  const right = await drawn(320, 400, '#0000ff').png().toBuffer()
  const wide = await drawn(640, 400, '#ff0000')
    .composite([{ input: right, left: 320, top: 0 }])
    .png()
    .toBuffer()
  const { images } = await addPictures(owner, id, wide)
  await approve(admin, id)
  const leftOfScreenshot = async () => {
    const { rawPayload } = await get(imageOf(shared))
    const area = { left: 620, top: 340, width: 20, height: 20 }
    const colour = await sharp(rawPayload).extract(area).resize(1, 1).raw().toBuffer()
    return [...colour].map((channel) => (channel > 128 ? 1 : 0))
  }
  expect(await leftOfScreenshot()).toEqual([1, 0, 0])
  const { etag } = (await get(imageOf(shared))).headers
  await owner.api.releases.chooseThumbnail({
    params: { id },
    body: { url: images[0]!.url, thumbnail: { x: 100, y: 0, zoom: 200 } },
  })
  expect(await leftOfScreenshot()).toEqual([0, 0, 1])
  expect((await get(imageOf(shared))).headers.etag).not.toBe(etag)
})
