import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'

import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { drawn, addPictures } from '../../../test/pictures.ts'
import { keysIn } from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
let picture: Buffer
beforeAll(async () => {
  owner = await aMember(app)
  picture = await drawn(64, 48).png().toBuffer()
})

const newProject = async () => (await aProject(owner))._id
const add = (id: string, ...pictures: Buffer[]) => addPictures(owner, id, ...pictures)
const imagesOf = async (id: string) => (await owner.api.projects.get({ params: { id } })).project.images
const get = (url: string) => app.app.inject({ url })

test('an image is served in three widths and two formats', async () => {
  const id = await newProject()
  const { images } = await add(id, await drawn(2000, 1000).jpeg().toBuffer())
  expect(images).toEqual([
    expect.objectContaining({
      url: expect.stringMatching(/^\/media\/[\w-]{36}\/1280\.webp\?/),
      width: 1280,
      height: 640,
    }),
  ])
  for (const width of [320, 640, 1280]) {
    for (const format of ['webp', 'avif'] as const) {
      const answer = await get(images[0]!.url.replace('1280.webp', `${width}.${format}`))
      expect(answer.headers).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'private, max-age=300',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const { width: got, height, format: kind, compression } = await sharp(answer.rawPayload).metadata()
      expect([got, height, compression === 'av1' ? 'avif' : kind]).toEqual([width, width / 2, format])
    }
  }
})

test.each(['jpeg', 'png', 'webp'] as const)('a %s is taken, whatever it is called', async (format) => {
  const form = new FormData()
  form.append('images', new Blob([await drawn(40, 30).toFormat(format).toBuffer()]), 'notes.txt')
  const { images } = await owner.api.releases.addImages({ params: { id: await newProject() }, form })
  expect(images[0]).toMatchObject({ width: 40, height: 30 })
})

test('a small image is never enlarged', async () => {
  const { images } = await add(await newProject(), picture)
  for (const width of [320, 640, 1280]) {
    const answer = await get(images[0]!.url.replace('1280', String(width)))
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(64)
  }
})

test('nothing of the original but its pixels is left: no place, no hidden text, and the turn is applied', async () => {
  const original = await drawn(60, 40)
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'canary-7731' },
      IFD3: { GPSLatitude: '12/1 58/1 0/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const withTail = Buffer.concat([original, Buffer.from('<script>canary-7731</script>')])
  const { images } = await add(await newProject(), withTail)
  expect(images[0]).toMatchObject({ width: 40, height: 60 })
  for (const file of ['320.webp', '1280.avif']) {
    const { rawPayload } = await get(images[0]!.url.replace('1280.webp', file))
    expect(rawPayload.includes('canary-7731')).toBe(false)
    const { exif, xmp, iptc } = await sharp(rawPayload).metadata()
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
  }
})

const chunk = (name: string, data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
}
const pngHeader = (width: number, height: number) => {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', size)])
}

test.each<[string, () => Buffer | Promise<Buffer>]>([
  [
    'an SVG',
    () =>
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      ),
  ],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', () => drawn(9, 9).gif().toBuffer()],
  ['a TIFF', () => drawn(9, 9).tiff().toBuffer()],
  ['an AVIF', () => drawn(9, 9).avif().toBuffer()],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
  [
    'an animated WebP',
    async () => sharp(Buffer.from(twoFrames, 'base64'), { animated: true }).webp().toBuffer(),
  ],
  [
    'an animated PNG',
    () =>
      Buffer.concat([
        pngHeader(9, 9),
        chunk('acTL', Buffer.alloc(8)),
        chunk('IDAT', deflateSync(Buffer.alloc(252))),
      ]),
  ],
  [
    'a page that begins like a JPEG',
    () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<script>alert(1)</script>')]),
  ],
  ['a page that begins like a WebP', () => Buffer.from('RIFF    WEBP<script>alert(1)</script>')],
  ['a JPEG that breaks off', async () => (await drawn(500, 500).jpeg().toBuffer()).subarray(0, 700)],
  ['nothing', () => Buffer.alloc(0)],
])('%s is refused, and nothing of it is stored', async (_name, bytes) => {
  const id = await newProject()
  const before = await keysIn(app.dependencies.storage)
  await expect(add(id, await bytes())).rejects.toMatchObject({
    code: 'unsupported_type',
    message: expect.stringMatching(
      /^Images must be jpeg, png or webp$| is a GIF\. | moves\. | is damaged or cut off: /,
    ),
  })
  expect(await imagesOf(id)).toEqual([])
  expect(await keysIn(app.dependencies.storage)).toEqual(before)
})

test('nothing but the forms of existing images is served', async () => {
  const [image] = (await add(await newProject(), picture)).images
  const base = image!.url.replace('1280.webp', '')
  const other = `/media/${randomUUID()}/640.webp`
  await app.dependencies.storage.put(`images/${other.split('/')[2]}/640.webp`, picture)
  for (const url of [
    other,
    `${base}641.webp`,
    `${base}640.html`,
    `${base}..%2f640.webp`,
    base,
    '/media/x/640.webp',
    `${base}%00`,
  ]) {
    expect((await get(url)).statusCode, url).toBe(404)
  }
})

/** A GIF of two frames. */
const twoFrames =
  'R0lGODlhAgACAIAAAP8AAAAA/yH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAgACAAACAoRRACH5BAAKAAAALAAAAAACAAIAAAICjF8AOw=='
