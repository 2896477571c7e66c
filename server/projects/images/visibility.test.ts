import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { addPictures, drawn } from '../../../test/pictures.ts'
import { aBuyerOf, aListing, approve } from '../../../test/uploads.ts'
import { picturePass } from '../../platform/images/pass.ts'
import { releaseJobs } from '../jobs.ts'

const app = await startApp()
const { secret } = app.dependencies
await app.jobs.work(releaseJobs(app.dependencies))
let picture: Buffer
beforeAll(async () => {
  picture = await drawn(64, 48).png().toBuffer()
})

const get = (url: string, headers = {}) => app.app.inject({ url, headers })
const statusOf = async (url: string) => (await get(url)).statusCode
const plain = (url: string) => url.replace(/\?.*$/, '')
const pictureIn = (html: string | null) => /src="([^"]+)"/.exec(html ?? '')![1]!.replaceAll('&amp;', '&')

/** A listing with a picture and a README that shows another one, and who bought it. */
async function pictured() {
  const { owner, admin, id } = await aListing(app, {
    'README.md': '# Shop\n\n![Home](home.png)\n',
    'home.png': picture,
    'main.py': 'print(1)\n',
  })
  await addPictures(owner, id, picture)
  await approve(admin, id)
  await app.jobs.run()
  return { owner, admin, id, of: { params: { id } }, buyer: await aBuyerOf(app, id) }
}
type Pictured = Awaited<ReturnType<typeof pictured>>

/** The addresses of the picture and of the README's, as somebody gets them. */
const addressesFor = async (
  { api }: Pick<Pictured['owner'], 'api'> | Pick<Pictured['admin'], 'api'>,
  { of }: Pictured,
) => {
  const { project, contents } = await api.projectPage.get(of)
  return [project.images[0]!.url, pictureIn(contents.readmeHtml)]
}

test('a published project’s pictures are everybody’s, in caches for an hour at most, and then asked for again', async () => {
  const listing = await pictured()
  for (const url of await addressesFor(app, listing)) {
    expect(url).toBe(plain(url))
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=3600, must-revalidate'])
    expect((await get(url, { 'if-none-match': headers.etag })).statusCode).toBe(304)
  }
})

const takenOff: [what: string, how: (listing: Pictured) => Promise<unknown>][] = [
  ['switched off', ({ owner, of }) => owner.api.projects.ownerUpdate({ ...of, body: { isActive: false } })],
  ['archived', ({ owner, of }) => owner.api.projects.archive(of)],
  [
    'edited and waiting',
    ({ owner, of }) => owner.api.projects.ownerUpdate({ ...of, body: { title: 'Other title' } }),
  ],
  [
    'rejected',
    ({ admin, of }) =>
      admin.api.projects.update({
        ...of,
        body: { verificationStatus: 'rejected', verificationNotes: 'It is somebody else’s.' },
      }),
  ],
  [
    'blocked',
    async ({ admin, owner, of }) => {
      const body = { kind: 'harmful' as const, text: 'main.py sends the passwords to a stranger.' }
      await (await aMember(app)).api.complaints.send({ ...of, body })
      const { complaints } = await owner.api.complaints.received(of)
      const at = { params: { id: complaints[0]!._id } }
      await admin.api.complaints.block({ ...at, body: { reason: 'It may send passwords.' } })
    },
  ],
]

test.each(takenOff)(
  '%s: only owner, staff and who bought it see its pictures, by links that end',
  async (_what, takeOff) => {
    const listing = await pictured()
    const known = await addressesFor(app, listing)
    const { etag } = (await get(known[0]!)).headers
    await takeOff(listing)
    for (const url of known) expect(await statusOf(url)).toBe(404)
    expect((await get(known[0]!, { 'if-none-match': etag })).statusCode).toBe(404)
    for (const viewer of [listing.owner, listing.admin])
      for (const [index, url] of (await addressesFor(viewer, listing)).entries()) {
        expect(plain(url)).toBe(known[index])
        const { statusCode, headers } = await get(url)
        expect([statusCode, headers['cache-control']]).toEqual([200, 'private, max-age=300'])
      }
    const [order] = (await listing.buyer.api.orders.mine({ query: {} })).orders
    expect(await statusOf(order!.image!)).toBe(200)
    expect(await statusOf(plain(order!.image!))).toBe(404)
  },
)

test('a draft’s pictures are seen in its owner’s and staff’s lists, and by nobody else', async () => {
  const { admin } = await pictured()
  const owner = await aMember(app)
  const { _id: id } = await aProject(owner, { title: 'Drafted with a picture' })
  const { images } = await addPictures(owner, id, picture)
  const mine = (await owner.api.projects.mine({ query: {} })).projects[0]!.images
  const listed = await admin.api.projects.list({ query: { search: 'Drafted with' } })
  for (const [{ url } = images[0]!] of [images, mine, listed.projects[0]!.images]) {
    expect(await statusOf(url)).toBe(200)
    expect(await statusOf(plain(url))).toBe(404)
  }
})

test('a link to pictures ends within an hour, and opens those of its project alone', async () => {
  const owner = await aMember(app)
  const [one, other] = [await aProject(owner), await aProject(owner)]
  const { images } = await addPictures(owner, one._id, picture)
  const address = plain(images[0]!.url)
  const at = (projectId: string, minutes: number) =>
    address + picturePass(secret, projectId, Date.now() + minutes * 60_000)
  expect(await statusOf(at(one._id, 0))).toBe(200)
  expect(await statusOf(at(one._id, -60))).toBe(404)
  expect(await statusOf(at(other._id, 0))).toBe(404)
  expect(await statusOf(at(one._id, 0).replace(/expires=\d+/, 'expires=99999999999'))).toBe(404)
})
