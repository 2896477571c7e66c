import { setTimeout as wait } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { isLong } from '../../../test/long.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { drawn } from '../../../test/pictures.ts'
import { timeLimit } from '../../../test/stall.ts'
import { keysIn } from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

const add = async (bytes: Buffer, by = owner) => {
  const form = new FormData()
  form.append('images', new Blob([bytes as BlobPart]), 'shot.png')
  const { _id: id } = await aProject(by)
  return by.api.releases.addImages({ params: { id }, form })
}
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

const chunk = (name: string, data: Buffer) => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])))
  return Buffer.concat([length, Buffer.from(name), data, sum])
}
interface Png {
  depth?: 8 | 16
  /** 0: grey, 2: RGB, 6: RGBA. */
  colour?: 0 | 2 | 6
  interlaced?: boolean
  extra?: Buffer[]
}
/** A black PNG of few bytes; a very large one is truncated. */
const png = (
  width: number,
  height: number,
  { depth = 8, colour = 0, interlaced = false, extra = [] }: Png = {},
) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, Number(interlaced)], 8)
  const row = (width * depth * { 0: 1, 2: 3, 6: 4 }[colour]) / 8 + 1
  const pixels = Buffer.alloc(Math.min(8_000_000, interlaced ? (row + 16) * height * 1.1 : row * height))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A grey progressive JPEG with scans of a few bytes each that change nothing in millions of blocks. */
const jpegOfScans = (side: number, scans: number) => {
  const segment = (marker: number, bytes: number[]) =>
    Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255, ...bytes])
  const size = [side >> 8, side & 255]
  const oneCode = [1, ...Array<number>(15).fill(0)]
  const blocks = Math.ceil(side / 8) ** 2
  const runs = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767))
  const entropy = runs
    .match(/.{1,8}/g)!
    .map((bits) => Number.parseInt(bits.padEnd(8, '1'), 2))
    .flatMap((byte) => (byte === 255 ? [255, 0] : [byte]))
  const scan = Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0]), Buffer.from(entropy)])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, ...size, ...size, 1, 1, 0x11, 0]),
    segment(0xc4, [0x00, ...oneCode, 0]),
    segment(0xc4, [0x10, ...oneCode, 0xe0]),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...Array<Buffer>(scans).fill(scan),
    Buffer.from([0xff, 0xd9]),
  ])
}

test('a full-page screenshot keeps its top part, and the answer says so', async () => {
  const page = await drawn(640, 8500)
    .composite([{ input: await drawn(640, 450, '#2040c0').png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer()
  const { images, message } = await add(page)
  expect(images).toMatchObject([{ width: 640, height: 1600 }])
  expect(message).toBe('shot.png is very tall. Its top part is kept.')
  const { rawPayload } = await app.app.inject({ url: images[0]!.url })
  const { data } = await sharp(rawPayload)
    .extract({ left: 300, top: 400, width: 1, height: 1 })
    .raw()
    .toBuffer({
      resolveWithObject: true,
    })
  expect(data[2]).toBeGreaterThan(150)
})

test('a tall picture lying on its side is cut where its top is', async () => {
  const lying = await drawn(3000, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect((await add(lying)).images).toMatchObject([{ width: 300, height: 750 }])
})

test.each([
  ['a phone’s screenshot', () => drawn(1080, 2400).png().toBuffer(), { width: 1080, height: 2400 }],
  ['a banner', () => drawn(3800, 200).png().toBuffer(), { width: 1280, height: 67 }],
  [
    'a photo of 48 megapixels',
    () => drawn(8000, 6000).greyscale().jpeg().toBuffer(),
    { width: 1280, height: 960 },
  ],
  ['a 16-bit PNG', async () => png(1400, 700, { depth: 16, colour: 6 }), { width: 1280, height: 640 }],
  ['an interlaced PNG', async () => png(1600, 1000, { colour: 2, interlaced: true }), { width: 1280 }],
  ['a progressive JPEG', () => drawn(1600, 1200).jpeg({ progressive: true }).toBuffer(), { width: 1280 }],
  ['a CMYK JPEG', () => drawn(1000, 600).toColourspace('cmyk').jpeg().toBuffer(), { width: 1000 }],
  [
    'a PNG with texts that unpack to a gigabyte',
    async () =>
      png(64, 64, {
        extra: Array<Buffer>(150).fill(
          chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(7_000_000))])),
        ),
      }),
    { width: 64, height: 64 },
  ],
])('%s is taken', async (_name, bytes, size) => {
  const { images, message } = await add(await bytes())
  expect(images).toMatchObject([size])
  expect(message).toBeUndefined()
})

const tooNarrow = 'which is too narrow. Cut out the part that matters and try again.'
const smaller = 'Pictures can have at most 50 million pixels. Make it smaller and try again.'
const plainer = 'Make it smaller, or save it as a plain PNG or JPEG, and try again.'
test.each<[string, () => Promise<Buffer>, string]>([
  ['1 × 25,000,000', async () => png(1, 25_000_000), `shot.png is 1 × 25000000 pixels, ${tooNarrow}`],
  ['25,000,000 × 1', async () => png(25_000_000, 1), `shot.png is 25000000 × 1 pixels, ${tooNarrow}`],
  ['900 megapixels', async () => png(30_000, 30_000), `shot.png is 30000 × 30000 pixels. ${smaller}`],
  [
    'a WebP of 16383 × 16383 in 36 bytes',
    async () => webpHeader(16_383, 16_383),
    `shot.png is 16383 × 16383 pixels. ${smaller}`,
  ],
  [
    'a WebP that takes 200 MB of memory',
    async () => webpHeader(7000, 7000),
    `shot.png takes too much memory to open. ${plainer}`,
  ],
  [
    'an interlaced PNG that takes 200 MB of memory',
    async () => png(5000, 5000, { depth: 16, colour: 6, interlaced: true }),
    `shot.png takes too much memory to open. ${plainer}`,
  ],
  [
    'a progressive JPEG of thousands of scans',
    async () => jpegOfScans(3000, 5000),
    `shot.png takes too long to open. ${plainer}`,
  ],
])('%s is refused with the reason and what to do, before it is decoded', async (_name, bytes, message) => {
  const hostile = await bytes()
  const before = await keysIn(app.dependencies.storage)
  const begun = performance.now()
  await expect(add(hostile)).rejects.toMatchObject({
    message,
    status: expect.toSatisfy((n) => n >= 400 && n < 500),
  })
  expect(performance.now() - begun).toBeLessThan(timeLimit(10_000))
  expect(await keysIn(app.dependencies.storage)).toEqual(before)
})
/** A lossless WebP with a header that announces its size, and no content. */
const webpHeader = (width: number, height: number) => {
  const bytes = Buffer.alloc(36)
  bytes.write('RIFF\x1c\0\0\0WEBPVP8L\x10\0\0\0\x2f', 'latin1')
  bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21)
  return bytes
}

test.runIf(isLong)('the pictures of one member do not hold up those of another', async () => {
  const [other, heavy] = [
    await aMember(app),
    await noise(1600, 1000).webp({ quality: 20, effort: 0 }).toBuffer(),
  ]
  const picture = await drawn(640, 400).png().toBuffer()
  const done: string[] = []
  const many = [1, 2].map(() => add(heavy).then(() => done.push('heavy')))
  await wait(100)
  await add(picture, other)
  expect(done.length).toBeLessThan(2)
  await Promise.all(many)
})

test('a member who sends very many pictures at once is asked to wait', async () => {
  const picture = await drawn(64, 40).png().toBuffer()
  const { storage } = app.dependencies
  const isRefused = Promise.withResolvers<void>()
  app.dependencies.storage = {
    ...storage,
    put: (...file) => isRefused.promise.then(() => storage.put(...file)),
  }
  const refused: unknown[] = []
  const refuse = (reason: unknown) => void (refused.push(reason) === 7 && isRefused.resolve())
  await Promise.all(Array.from({ length: 12 }, () => add(picture).catch(refuse)))
  app.dependencies.storage = storage
  expect(refused).toHaveLength(7)
  for (const reason of refused)
    expect(reason).toMatchObject({
      status: 429,
      message: 'Your earlier pictures are still being worked on. Please try again in a moment.',
    })
  expect((await add(picture)).images).toHaveLength(1)
})
