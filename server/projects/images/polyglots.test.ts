import { crc32, deflateSync } from 'node:zlib'

import { zipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'

import { encodeFirst, inspect, type Reencoded } from '#server/platform/images/reencode.ts'

import { startApp } from '../../../test/app.ts'
import { isLong } from '../../../test/long.ts'
import { aMember, aProject } from '../../../test/makers.ts'
import { drawn } from '../../../test/pictures.ts'
import { seed } from '../../../test/seed.ts'
import { timeLimit } from '../../../test/stall.ts'
import { keysIn } from '../../../test/uploads.ts'

const app = await startApp()
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  owner = await aMember(app)
})

const encode = (original: Buffer) => encodeFirst([{ original, name: 'shot.png', form: 'picture' }])
const add = async (id: string, bytes: Buffer, name: string) => {
  const form = new FormData()
  form.append('images', new Blob([bytes as BlobPart]), name)
  return owner.api.releases.addImages({ params: { id }, form })
}

/** Beginnings of files that some programs take for a picture. */
const beginnings = {
  nothing: '',
  'a JPEG': '\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0',
  'a PNG': '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0',
  'a WebP': 'RIFF\xff\0\0\0WEBPVP8 ',
  'a GIF': 'GIF89a/*\x01\0\x01\0\0\0\0',
  'a bitmap': 'BM\xff\0\0\0\0\0\0\0',
  'a TIFF': 'II*\0\x08\0\0\0',
  'an AVIF': '\0\0\0\x1cftypavif\0\0\0\0',
}
/** Contents that other programs would run or show, each with `canary`. */
const insides = {
  page: Buffer.from('<!doctype html><script>alert("canary")</script>'),
  drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><desc>canary</desc></svg>'),
  script: Buffer.from('*/="canary";alert(1)//'),
  'PHP file': Buffer.from('<?php system("canary"); ?>'),
  document: Buffer.from('%PDF-1.7\n%canary\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
  archive: Buffer.from(zipSync({ 'canary.class': new Uint8Array(40) })),
  program: Buffer.from('MZ\x90\0canary', 'latin1'),
}
const kinds = Object.keys(insides)
const polyglots = Object.entries(beginnings).flatMap(([start, head]) =>
  Object.entries(insides).map(([kind, inside]) => ({
    kind: `a ${kind} that begins like ${start}`,
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), inside]),
  })),
)

/**
 * The polyglots that are sent to the server, each of which starts a process: in the gate, one inside for each
 * beginning.
 */
const sent = isLong
  ? polyglots
  : polyglots.filter(
      (_, index) => index % kinds.length === (seed + Math.floor(index / kinds.length)) % kinds.length,
    )
const refusal = {
  code: 'unsupported_type',
  message: expect.stringMatching(
    /^Images must be jpeg, png or webp$| is a GIF\. | moves\. | is damaged or cut off: /,
  ),
}

test(`${polyglots.length} files that only look like pictures are refused`, async () => {
  expect(polyglots.length).toBeGreaterThanOrEqual(50)
  for (const { kind, bytes } of polyglots) expect(await encode(bytes), kind).toEqual({ refused: refusal })
})

test('a refused file leaves nothing in the store', async () => {
  const { _id: id } = await aProject(owner)
  const before = await keysIn(app.dependencies.storage)
  for (const [index, { kind, bytes }] of sent.entries())
    await expect(
      add(id, bytes, `shot.${['png', 'jpg', 'webp', 'svg'][index % 4]}`),
      kind,
    ).rejects.toMatchObject(refusal)
  expect(await keysIn(app.dependencies.storage)).toEqual(before)
  expect((await owner.api.projects.get({ params: { id } })).project.images).toEqual([])
})

test.each(['jpeg', 'png', 'webp'] as const)(
  'of a sound %s with something else behind it only the picture is stored',
  async (format) => {
    const picture = drawn(40, 30, '#369')
    const sound = await picture.toFormat(format).toBuffer()
    for (const inside of [insides.page, insides['PHP file'], insides.document, insides.archive]) {
      const encoded = await encode(Buffer.concat([sound, inside]))
      expect(encoded).toMatchObject({ width: 40, height: 30 })
      for (const { name, bytes } of (encoded as Reencoded).files)
        expect(bytes.includes('canary'), name).toBe(false)
    }
    const { _id: id } = await aProject(owner)
    await add(id, Buffer.concat([sound, ...Object.values(insides)]), 'shot.png')
    const { images } = (await owner.api.projects.get({ params: { id } })).project
    expect(images).toHaveLength(1)
    const files = await keysIn(app.dependencies.storage, `images/${images[0]!.url.split('/')[2]!}/`)
    expect(files).not.toEqual([])
    for (const file of files)
      expect((await app.dependencies.storage.get(file)).includes('canary'), file).toBe(false)
  },
)

test('30,000 × 30,000 pixels are refused by their header, in less than half a second', async () => {
  const chunk = (name: string, data: Buffer) => {
    const [length, sum, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(name), data])]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const size = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  for (const place of [0, 4]) size.writeUInt32BE(30_000, place)
  const flood = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(20_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
  const begun = process.cpuUsage()
  await expect(inspect(flood, 'flood.png')).rejects.toThrow('flood.png is 30000 × 30000 pixels')
  const { user, system } = process.cpuUsage(begun)
  expect((user + system) / 1000).toBeLessThan(timeLimit(500))
})
