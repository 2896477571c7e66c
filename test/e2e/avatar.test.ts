import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'

import { signUp } from './people.ts'
import { expectSound } from './sound.ts'

/** A wide picture: red at the left, green in the middle, blue at the right. */
const picture = async () => {
  const block = (colour: string) =>
    sharp({ create: { width: 400, height: 400, channels: 3, background: colour } })
      .png()
      .toBuffer()
  const middle = await block('#00ff00')
  const right = await block('#0000ff')
  const buffer = await sharp({ create: { width: 1200, height: 400, channels: 3, background: '#ff0000' } })
    .composite([
      { input: middle, left: 400, top: 0 },
      { input: right, left: 800, top: 0 },
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
const cropper = (page: Page) => page.getByRole('dialog', { name: 'Crop your picture' })
const header = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Hi, / })

/** The mean colour of the picture that the header shows. */
async function colourShown(page: Page): Promise<string> {
  const source = await header(page).getByRole('presentation', { includeHidden: true }).getAttribute('src')
  const reply = await page.request.get(source!)
  const { channels } = await sharp(await reply.body()).stats()
  return ['red', 'green', 'blue'][channels.findIndex(({ mean }) => mean > 200)]!
}

test('a picture is chosen, cropped by dragging and by keys, shown everywhere, changed and removed', async ({
  page,
}) => {
  await signUp(page, aPerson('Meera'))
  await page.goto('/profile')
  await page.getByLabel('Picture', { exact: true }).setInputFiles(await picture())
  await expect(cropper(page)).toBeVisible()
  const stage = cropper(page).getByRole('button', { name: 'Picture, back to its middle' })
  await expect(stage).toBeFocused()
  await expectSound(page)
  const { x, y, width } = (await stage.boundingBox())!
  await page.mouse.move(x + 20, y + 100)
  await page.mouse.down()
  await page.mouse.move(x + width + 20, y + 100, { steps: 5 })
  await page.mouse.up()
  await cropper(page).getByRole('button', { name: 'Save Picture' }).click()
  await expect(page.getByText('Avatar updated')).toBeVisible()
  await expect(cropper(page)).toBeHidden()
  expect(await colourShown(page)).toBe('red')

  await page.getByLabel('Picture', { exact: true }).setInputFiles(await picture())
  await expect(stage).toBeFocused()
  for (let time = 0; time < 20; time++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('+')
  await expect(cropper(page).getByRole('slider', { name: 'Zoom' })).toHaveAttribute(
    'aria-valuetext',
    '1.1 times',
  )
  await cropper(page).getByRole('button', { name: 'Save Picture' }).click()
  await expect(cropper(page)).toBeHidden()
  await expect.poll(() => colourShown(page)).toBe('blue')
  await page.reload()
  expect(await colourShown(page)).toBe('blue')

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Avatar removed')).toBeVisible()
  await expect(header(page).locator('img')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove picture' })).toHaveCount(0)
})

test('a tap brings what it hits to the middle; Escape changes nothing', async ({ page }) => {
  await signUp(page, aPerson('Nila'))
  await page.goto('/profile')
  await page.getByLabel('Picture', { exact: true }).setInputFiles(await picture())
  const stage = cropper(page).getByRole('button', { name: 'Picture, back to its middle' })
  await cropper(page).getByRole('button', { name: 'Zoom in' }).click()
  const before = await stage.screenshot()
  await stage.click({ position: { x: 10, y: 10 } })
  expect(before.equals(await stage.screenshot())).toBe(false)
  await page.keyboard.press('Escape')
  await expect(cropper(page)).toBeHidden()
  await expect(header(page).locator('img')).toHaveCount(0)
})

test('what is no picture is told before it is sent, and what the server refuses stays to be mended', async ({
  page,
}) => {
  await signUp(page, aPerson('Devi'))
  await page.goto('/profile')
  const input = page.getByLabel('Picture', { exact: true })
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Images must be jpeg, png or webp')).toBeVisible()
  await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByText('Images must be jpeg, png or webp').last()).toBeVisible()
  await page.route('**/api/users/avatar', (route) => route.abort())
  await input.setInputFiles(await picture())
  await cropper(page).getByRole('button', { name: 'Save Picture' }).click()
  await expect(cropper(page).getByRole('alert')).toHaveText('Failed to upload avatar')
  await page.unroute('**/api/users/avatar')
  await cropper(page).getByRole('button', { name: 'Save Picture' }).click()
  await expect(page.getByText('Avatar updated')).toBeVisible()
})
