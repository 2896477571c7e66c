import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'

const withPictures = (page: Page) =>
  projectWith(page, ({ images, hasReport }) => images.length > 2 && hasReport)

test('the gallery is moved by thumbnails, arrow keys, Home and End, and by swiping', async ({ browser }) => {
  const page = await (
    await browser.newContext({ hasTouch: true, viewport: { width: 1280, height: 900 } })
  ).newPage()
  await page.goto(await withPictures(page))
  await hydrated(page)
  const strip = page.getByRole('region', { name: /^Pictures of/ })
  const thumbs = page.getByRole('list', { name: 'All pictures' }).getByRole('link')
  const count = await thumbs.count()
  const expectAt = async (index: number) => {
    await expect(thumbs.nth(index)).toHaveAttribute('aria-current', 'true')
    await expect(strip.getByRole('img').nth(index)).toBeInViewport({ ratio: 0.9 })
  }
  await expectAt(0)
  await thumbs.nth(2).click()
  await expectAt(2)
  await strip.focus()
  for (const [key, index] of [
    ['Home', 0],
    ['ArrowRight', 1],
    ['End', count - 1],
    ['ArrowLeft', count - 2],
  ] as const) {
    await page.keyboard.press(key)
    await expectAt(index)
  }
  await page.keyboard.press('Home')
  await expectAt(0)
  await swipeLeft(page, (await strip.boundingBox())!)
  await expectAt(1)
})

test.describe(() => {
  test.use({ own: true })

  test('the larger view is loaded when asked for, opens at the same picture, moves the same ways, and gives the focus back', async ({
    page,
  }) => {
    const scripts: string[] = []
    page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
    await page.goto(await withPictures(page))
    await hydrated(page)
    const gallery = page.getByRole('main')
    const next = gallery.getByRole('button', { name: 'Next picture' })
    await next.click()
    await expect(page.getByRole('link', { name: /^Picture 2 of/ })).toHaveAttribute('aria-current', 'true')
    await expect(gallery.getByText(/^2 of/)).toBeVisible()
    await gallery.getByRole('button', { name: 'Previous picture' }).click()
    await gallery.getByRole('button', { name: 'Previous picture' }).click()
    const count = await page.getByRole('list', { name: 'All pictures' }).getByRole('link').count()
    await expect(gallery.getByText(`${count} of ${count}`)).toBeVisible()
    await next.click()
    await expect(gallery.getByText(`1 of ${count}`)).toBeVisible()
    await next.click()
    expect(scripts.filter((url) => url.includes('lightbox'))).toEqual([])
    const opener = page.getByRole('button', { name: 'Larger view' })
    await opener.click()
    const view = page.getByRole('dialog')
    await expect(view.getByText(/^2 of/).first()).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(view.getByText(/^3 of/).first()).toBeVisible()
    await expect(view.getByRole('img').nth(2)).toBeInViewport({ ratio: 0.9 })
    await view.getByRole('button', { name: 'Previous picture' }).click()
    await page.keyboard.press('ArrowLeft')
    await expect(view.getByText(/^1 of/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(view).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(gallery.getByText(`1 of ${count}`)).toBeVisible()
  })
})

test('without scripts the pictures are there, a thumbnail brings its own, and each leads to the whole of it', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(await withPictures(page))
  const strip = page.getByRole('region', { name: /^Pictures of/ })
  await expect(strip.getByRole('img').nth(2)).not.toBeInViewport()
  await page.getByRole('link', { name: /^Picture 3 of/ }).click()
  await expect(strip.getByRole('img').nth(2)).toBeInViewport()
  await strip.getByRole('img').nth(2).click()
  await expect(page).toHaveURL(/\/1280\.webp$/)
})

test('at 900 px the label is seen whole, and nothing in it scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(await withPictures(page))
  const label = page.getByRole('complementary', { name: 'Buy this project' })
  const hidden = await label.evaluate((element) => element.scrollHeight - element.clientHeight)
  expect(hidden).toBeLessThanOrEqual(0)
})

test('a folder closes and opens with the keyboard and keeps the focus', async ({ page }) => {
  await page.goto(await withPictures(page))
  const files = page.getByRole('region', { name: 'Files' })
  const folder = files.locator('summary').first()
  const rows = files.getByRole('listitem').filter({ visible: true })
  const before = await rows.count()
  await folder.focus()
  await page.keyboard.press('Enter')
  await expect(rows).not.toHaveCount(before)
  await expect(folder).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(before)
})

test('on a phone the price and Purchase Now stay at the foot of the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await withPictures(page))
  const buy = page.getByRole('link', { name: 'Purchase Now' }).filter({ visible: true })
  await expect(buy).toHaveCount(1)
  await expect(buy).toBeInViewport()
  await page.getByRole('heading', { name: 'README' }).scrollIntoViewIfNeeded()
  await expect(buy).toBeInViewport()
})

/** Swipes once from right to left. */
async function swipeLeft(page: Page, { x, y, width, height }: Box) {
  const session = await page.context().newCDPSession(page)
  const at = (moved: number) => [{ x: x + width * 0.8 - moved, y: y + height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let moved = 0; moved < width * 0.6; moved += 40)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(moved) })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}
