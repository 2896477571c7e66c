import { randomUUID } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { startApp } from '../../test/app.ts'
import { aMember, deactivate, runJob } from '../../test/makers.ts'
import { drawn } from '../../test/pictures.ts'
import { keysIn } from '../../test/uploads.ts'
import { encodeFirst } from '../platform/images/reencode.ts'
import { accountJobs } from './jobs.ts'

const app = await startApp()
await app.jobs.work(accountJobs(app.dependencies))
const { db, storage, config } = app.dependencies

const formOf = (bytes: Buffer, field = 'avatar') => {
  const form = new FormData()
  form.append(field, new Blob([bytes as BlobPart]), 'me.jpg')
  return form
}
const change = (by: Awaited<ReturnType<typeof aMember>>, bytes: Buffer) =>
  by.api.accounts.changeAvatar({ form: formOf(bytes) })
const get = (url: string) => app.app.inject({ url })
const keys = () => keysIn(storage, 'avatars/')
const ofMember = async (url: string) => (await keys()).filter((key) => key.includes(url.split('/')[3]!))

test('a picture is served as a square in three widths, cacheable for an hour, and named in the profile', async () => {
  const member = await aMember(app)
  const { url, user, message } = await change(member, await drawn(1200, 800).jpeg().toBuffer())
  expect(message).toBe('Avatar updated')
  expect(url).toMatch(/^\/media\/avatars\/[\w-]{36}\/384\.webp$/)
  expect(user.profilePicture).toBe(url)
  expect((await member.api.accounts.profile()).user.profilePicture).toBe(url)
  for (const width of [96, 192, 384]) {
    const reply = await get(url.replace('384', String(width)))
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=3600, must-revalidate',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width, height: width, format: 'webp' })
  }
})

/** Encodes a picture as the process of an upload does, and returns the largest form of it. */
async function made(original: Buffer) {
  const encoded = await encodeFirst([{ original, name: 'me.jpg', form: 'avatar' }])
  return sharp(('files' in encoded ? encoded.files : []).at(-1)!.bytes)
}
/** Draws red, green and blue parts one above the other, or side by side. */
const strip = (direction: 'down' | 'right', side = 40) => {
  const [width, height] = direction === 'down' ? [side, 3 * side] : [3 * side, side]
  return drawn(width, height, '#00ff00').composite(
    ['#ff0000', '#0000ff'].map((background, index) => ({
      input: { create: { width: side, height: side, channels: 3, background } },
      left: direction === 'down' ? 0 : index * side * 2,
      top: direction === 'down' ? index * side * 2 : 0,
    })),
  )
}

test.each(['down', 'right'] as const)(
  'a picture that is longer %s is cut to its middle, and a small one is not enlarged',
  async (direction) => {
    const picture = await made(await strip(direction).png().toBuffer())
    expect(await picture.metadata()).toMatchObject({ width: 40, height: 40 })
    const [red, green, blue] = (await picture.stats()).channels.map(({ mean }) => mean)
    expect([red! < 20, green! > 235, blue! < 20]).toEqual([true, true, true])
  },
)

test.each(['jpeg', 'png', 'webp'] as const)(
  'a %s with an orientation tag is rotated, and place and camera are removed from it',
  async (format) => {
    const top = { create: { width: 140, height: 50, channels: 3, background: '#ff0000' } as const }
    const lying = drawn(140, 100, '#0000ff').composite([{ input: top, left: 0, top: 0 }])
    const picture = await made(
      // Orientation 6 is shown turned by a quarter: the top of the file appears at the right.
      await lying
        .toFormat(format)
        .withExif({ IFD0: { Copyright: 'Asha Rao' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    )
    const { exif, xmp, icc } = await picture.metadata()
    expect([exif, xmp, icc]).toEqual([undefined, undefined, undefined])
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    const redAt = (x: number) => data[(50 * info.width + x) * info.channels]!
    expect([info.width, info.height, redAt(25) > 200, redAt(75) > 200]).toEqual([100, 100, false, true])
  },
)

test('transparency is preserved, in grey pictures too', async () => {
  const clear = sharp({ create: { width: 300, height: 200, channels: 4, background: '#c8782800' } }).png()
  for (const picture of [clear, clear.clone().toColourspace('b-w')]) {
    const { data, info } = await (
      await made(await picture.toBuffer())
    )
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels, data[3]]).toEqual([200, 200, 4, 0])
  }
})

test('a new picture takes the place of the old one, which is gone at once; removing it leaves none, and may be asked for again', async () => {
  const member = await aMember(app)
  const { url: old } = await change(member, await drawn(300, 300).png().toBuffer())
  const { url } = await change(member, await drawn(300, 300, '#123456').webp().toBuffer())
  expect(url).not.toBe(old)
  expect((await get(old)).statusCode).toBe(404)
  expect(await ofMember(old)).toEqual([])
  expect((await get(url)).statusCode).toBe(200)
  expect((await member.api.accounts.removeAvatar()).user.profilePicture).toBeNull()
  expect((await get(url)).statusCode).toBe(404)
  expect(await ofMember(url)).toEqual([])
  expect((await member.api.accounts.removeAvatar()).user.profilePicture).toBeNull()
})

test('of many simultaneous uploads one picture remains, and nothing of the others', async () => {
  const member = await aMember(app)
  const picture = await drawn(64, 64).png().toBuffer()
  const before = await keys()
  await Promise.all([1, 2, 3].map(() => change(member, picture)))
  const { profilePicture } = (await member.api.accounts.profile()).user
  const added = (await keys()).filter((key) => !before.includes(key))
  expect(added).toHaveLength(3)
  expect(added.every((key) => key.includes(profilePicture!.split('/')[3]!))).toBe(true)
})

test('a file that is not a picture is refused with the same message as elsewhere, and the old one stays', async () => {
  const member = await aMember(app)
  const { url } = await change(member, await drawn(64, 64).png().toBuffer())
  const before = await keys()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const large = Buffer.concat([await drawn(64, 64).png().toBuffer(), Buffer.alloc(10 * 1024 * 1024)])
  await expect(change(member, svg)).rejects.toMatchObject({
    status: 415,
    message: 'Images must be jpeg, png or webp',
  })
  await expect(change(member, Buffer.alloc(0))).rejects.toMatchObject({ status: 415 })
  await expect(change(member, large)).rejects.toMatchObject({
    status: 413,
    message: 'me.jpg exceeds 10MB limit',
  })
  await expect(change(member, await drawn(2000, 20).png().toBuffer())).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('too narrow'),
  })
  await expect(member.api.accounts.changeAvatar({ form: formOf(svg, 'other') })).rejects.toMatchObject({
    status: 400,
    message: 'Choose a picture',
  })
  expect((await member.api.accounts.profile()).user.profilePicture).toBe(url)
  expect(await keys()).toEqual(before)
})

test('files left by a killed process are deleted after a day; files in use stay however old', async () => {
  const { url } = await change(await aMember(app), await drawn(64, 64).png().toBuffer())
  const lost = [`avatars/${randomUUID()}/96.webp`, 'avatars/.DS_Store']
  for (const key of lost) await storage.put(key, Buffer.from('x'))
  const before = await keys()
  await sweep()
  expect(await keys()).toEqual(before)
  const then = Date.now() / 1000 - 25 * 3600
  for (const key of before) utimesSync(join(config.dataDir, 'storage', key), then, then)
  await sweep()
  expect(await keys()).toEqual(before.filter((key) => !lost.includes(key)))
  expect((await get(url)).statusCode).toBe(200)
})

test('the database lets no two members have one picture, and that of one who was deactivated is not served', async () => {
  const [one, other] = [await aMember(app), await aMember(app)]
  const { url } = await change(one, await drawn(64, 64).png().toBuffer())
  await expect(
    sql`update members set profile_picture = (select profile_picture from members where id = ${one.id})
      where id = ${other.id}`.execute(db),
  ).rejects.toThrow('members_profile_picture')
  await deactivate(db, one.id)
  expect((await get(url)).statusCode).toBe(404)
})

async function sweep() {
  app.jobs.asked.length = 0
  await runJob(app, 'sweep-avatars')
}
