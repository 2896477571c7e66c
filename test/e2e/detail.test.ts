import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'

const withPictures = (page: Page) =>
  projectWith(page, ({ images, hasReport }) => images.length > 2 && hasReport)

test('the gallery is moved by thumbnails, buttons, keys and swiping; its larger view is loaded when asked for, opens at the same picture, moves and is enlarged by keys, and gives the focus back, closed by Escape or Back', async ({
  browser,
}) => {
  // A context of its own: what it loads is not in its cache yet, and pictures glide.
  const viewport = { width: 1280, height: 900 }
  const page = await (
    await browser.newContext({ hasTouch: true, viewport, reducedMotion: 'no-preference' })
  ).newPage()
  const scripts: string[] = []
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
  const address = await withPictures(page)
  await page.goto(address)
  await hydrated(page)
  const gallery = page.getByRole('main')
  const strip = page.getByRole('region', { name: /^Pictures of/ })
  const thumbs = page.getByRole('list', { name: 'All pictures' }).getByRole('link')
  const count = await thumbs.count()
  const expectAt = async (index: number) => {
    await expect(thumbs.nth(index)).toHaveAttribute('aria-current', 'true')
    await expect(strip.getByRole('img').nth(index)).toBeInViewport({ ratio: 0.9 })
    await expect(gallery.getByText(`${index + 1} of ${count}`).first()).toBeVisible()
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
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expectAt(index)
  }
  await swipeLeft(page, (await strip.boundingBox())!)
  await expectAt(1)
  const [previous, next] = [
    gallery.getByRole('button', { name: 'Previous picture' }),
    gallery.getByRole('button', { name: 'Next picture' }),
  ]
  await previous.click()
  await previous.click()
  await expectAt(count - 1)
  await next.click()
  await expectAt(0)
  await next.click()
  await expectAt(1)

  expect(scripts.filter((url) => url.includes('lightbox'))).toEqual([])
  const opener = page.getByRole('button', { name: 'Larger view' })
  await opener.click()
  const view = page.getByRole('dialog')
  const at = (place: number) => expect(view.getByText(new RegExp(`^${place} of`)).first()).toBeVisible()
  await at(2)
  await page.keyboard.press('ArrowRight')
  await at(3)
  await expect(view.getByRole('img').nth(2)).toBeInViewport({ ratio: 0.9 })
  await view.getByRole('button', { name: 'Previous picture' }).click()
  await page.keyboard.press('ArrowLeft')
  await at(1)
  const box = async () => (await view.getByRole('img').first().boundingBox())!
  const whole = await box()
  for (const key of ['+', '+', '+']) await page.keyboard.press(key)
  await expect.poll(async () => (await box()).width).toBeGreaterThan(whole.width * 3)
  // The picture still grows for a moment.
  let x = Number.NaN
  const rests = async () => x === (x = (await box()).x)
  await expect.poll(rests).toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await box()).x).toBeLessThan(x)
  await at(1)
  for (const key of ['-', '-', '-']) await page.keyboard.press(key)
  await expect.poll(async () => (await box()).width).toBeCloseTo(whole.width, 0)
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(gallery.getByText(`1 of ${count}`).first()).toBeVisible()

  await opener.click()
  await page.keyboard.press('ArrowRight')
  await at(2)
  await page.goBack()
  await expect(view).toBeHidden()
  await expect(page).toHaveURL(address)
  await expect(opener).toBeFocused()
  await opener.click()
  await at(2)
  await page.keyboard.press('Escape')
  await expect(view).toBeHidden()
  await expect(page).toHaveURL(address)
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

test('at 900 px the label is seen whole; on a phone the price and Purchase Now stay at the foot; a folder closes and opens with the keyboard and keeps the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(await withPictures(page))
  const label = page.getByRole('complementary', { name: 'Buy this project' })
  const hidden = await label.evaluate((element) => element.scrollHeight - element.clientHeight)
  expect(hidden).toBeLessThanOrEqual(0)

  const files = page.getByRole('region', { name: 'Files' })
  await page
    .locator('.shortened', { has: files })
    .evaluate((element: HTMLDetailsElement) => (element.open = true))
  const folder = files.locator('summary').first()
  const rows = files.getByRole('listitem').filter({ visible: true })
  const before = await rows.count()
  await folder.focus()
  await page.keyboard.press('Enter')
  await expect(rows).not.toHaveCount(before)
  await expect(folder).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(before)

  await page.setViewportSize({ width: 390, height: 844 })
  const buy = page.getByRole('link', { name: 'Purchase Now' }).filter({ visible: true })
  await expect(buy).toHaveCount(1)
  await expect(buy).toBeInViewport()
  await page.getByRole('heading', { name: 'README' }).scrollIntoViewIfNeeded()
  await expect(buy).toBeInViewport()
})

test('on a phone the index stays at hand and Back leaves the page at once, without a word in the console; a fold opens where one reads, and for a link to what it holds', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => ['warning', 'error'].includes(message.type()) && said.push(message.text()))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  const address = await projectWith(page, ({ title }) => title === 'Hospital Management System')
  await page.goto(address)
  await hydrated(page)
  const index = page.getByRole('navigation', { name: 'On this page' })
  for (const name of ['README', 'Questions', 'Overview']) {
    await index.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
    await expect(index).toBeInViewport({ ratio: 1 })
  }
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
  await page.goForward()
  await expect(page).toHaveURL(`${address}#overview`)
  await hydrated(page)

  const readme = page.getByRole('region', { name: 'README' })
  const text = readme.locator('.shortened-part')
  const height = () => text.evaluate((element) => element.clientHeight)
  const more = readme.getByText('Read the whole README')
  await expect.poll(height).toBe(12 * 26)
  await more.scrollIntoViewIfNeeded()
  const place = (await text.boundingBox())!.y
  await more.click()
  await expect.poll(height).toBeGreaterThan(1000)
  expect((await text.boundingBox())!.y).toBeCloseTo(place, 0)
  await readme.getByText('Show less').click()
  await expect.poll(height).toBe(12 * 26)
  await expect(more).toBeInViewport()

  const last = readme.locator('.prose > :last-child')
  await expect(last).toHaveAttribute('hidden', 'until-found')
  await last.evaluate((element) => {
    element.id = 'end-of-readme'
    location.hash = element.id
  })
  await expect(last).toBeInViewport()
  await expect.poll(height).toBeGreaterThan(1000)
  expect(said).toEqual([])
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
