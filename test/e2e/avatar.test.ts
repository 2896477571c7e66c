import sharp from 'sharp'

import { expect, type Page, test } from './journey.ts'
import { signUp } from './people.ts'
import { expectSoundIfLong } from './sound.ts'

test.use({ own: true })

/** A wide picture: red on the left, one colour in the middle, blue on the right. */
const picture = async (middle: 'lime' | 'blue') => {
  const block = (colour: string) =>
    sharp({ create: { width: 400, height: 400, channels: 3, background: colour } })
      .png()
      .toBuffer()
  const buffer = await sharp({ create: { width: 1200, height: 400, channels: 3, background: 'red' } })
    .composite([
      { input: await block(middle), left: 400, top: 0 },
      { input: await block('blue'), left: 800, top: 0 },
    ])
    .jpeg()
    .toBuffer()
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer }
}

const aPerson = (name: string) => ({
  name: `${name} Iyer`,
  email: `${name.toLowerCase()}.${Date.now()}@e2e.example`,
  phone: '9812300456',
})
const header = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Hi, / })

/** The dominant colour of the picture in the header. */
async function colourShown(page: Page): Promise<string> {
  const source = await header(page).getByRole('presentation', { includeHidden: true }).getAttribute('src')
  const reply = await page.request.get(source!)
  // The earlier picture is gone a moment before the page shows the new one.
  if (!reply.ok()) return 'none'
  const { channels } = await sharp(await reply.body()).stats()
  return ['red', 'green', 'blue'][channels.findIndex(({ mean }) => mean > 200)]!
}

test('what is no picture is said in the words of the server, what could not be sent in those of the call; a picture is taken at once, its middle, shown everywhere, changed and removed', async ({
  page,
}) => {
  await signUp(page, aPerson('Meera'), { open: '/profile' })
  const input = page.getByLabel('Picture', { exact: true })
  await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  const refusal = page.getByText('Images must be jpeg, png or webp')
  await expect(refusal).toHaveCount(1)
  // It goes by itself.
  await expect(refusal).toHaveCount(0)
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(refusal).toHaveCount(1)
  await page.route('**/api/users/avatar', (route) => route.abort())
  await input.setInputFiles(await picture('lime'))
  await expect(page.getByText('Failed to upload avatar')).toBeVisible()
  await page.unroute('**/api/users/avatar')

  await input.setInputFiles(await picture('lime'))
  await expect(page.getByText('Avatar updated')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectSoundIfLong(page)
  expect(await colourShown(page)).toBe('green')
  await input.setInputFiles(await picture('blue'))
  await expect.poll(() => colourShown(page)).toBe('blue')
  await page.reload()
  expect(await colourShown(page)).toBe('blue')

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Avatar removed')).toBeVisible()
  await expect(header(page).locator('img')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove picture' })).toHaveCount(0)
})
