import sharp from 'sharp'
import { expect, test } from 'vitest'

import { heicProblem, imageProblem } from '#contract/projects/pictures.ts'
import { encodeFirst } from '#server/platform/images/reencode.ts'

import { startApp } from '../app.ts'
import { aMember, aProject } from '../makers.ts'
import { drawn } from '../pictures.ts'

const app = await startApp()
const owner = await aMember(app)

async function refusalOf(bytes: Buffer, name = 'shot.png') {
  const { _id: id } = await aProject(owner)
  const form = new FormData()
  form.set('images', new Blob([new Uint8Array(bytes)]), name)
  const adding = owner.api.releases.addImages({ params: { id }, form })
  return adding.then(
    () => '',
    ({ message }: Error) => message,
  )
}

const noise = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#369',
      noise: { type: 'gaussian', mean: 99, sigma: 50 },
    },
  })
    .toFormat(format)
    .toBuffer()

test.each(['jpeg', 'png', 'webp'] as const)(
  '“it is a %s, and I am told to choose a jpeg, png or webp”: what is cut off is called damaged',
  async (format) => {
    const whole = await noise(format)
    expect(await refusalOf(whole)).toBe('')
    const damaged = expect.stringMatching(/^shot.png cannot be read as a picture. It is damaged/)
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toEqual(damaged)
    for (const length of [40, whole.length * 0.9]) {
      const original = whole.subarray(0, length)
      expect(await encodeFirst([{ original, name: 'shot.png', form: 'picture' }])).toMatchObject({
        refused: { message: damaged },
      })
    }
  },
)

test('“my picture from the phone is refused with a list of formats”: a HEIC photo is called one, under any name', async () => {
  for (const brand of ['heic', 'heix', 'mif1', 'hevc']) {
    const photo = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(40)])
    for (const name of ['IMG_1.HEIC', 'IMG_1.jpg'])
      expect(await refusalOf(photo, name)).toBe(heicProblem(name))
  }
  for (const type of ['image/heic', 'image/heif', ''])
    expect(imageProblem({ name: 'IMG_1.HEIC', size: 1, type })).toBe(heicProblem('IMG_1.HEIC'))
})

test('“why is my GIF no picture”: a GIF is called one, and what moves is said to move', async () => {
  const frame = (background: string) => drawn(8, 8, background).png().toBuffer()
  const moving = sharp(await Promise.all(['#000', '#fff', '#369'].map(frame)), { join: { animated: true } })
  expect(await refusalOf(await moving.clone().gif().toBuffer())).toMatch(/^shot.png is a GIF\./)
  expect(await refusalOf(await moving.clone().webp().toBuffer())).toMatch(/^shot.png moves\./)
})

test('what is no picture at all is told the formats', async () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', ''])
    expect(await refusalOf(Buffer.from(text))).toBe('Images must be jpeg, png or webp')
})
