import sharp from 'sharp'

import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'

test.describe(() => {
  test.use({ own: true })

  test('screenshots of laptops, 16:9, and of phones are shown whole wherever they stand, and nothing moves when they come', async ({
    page,
  }) => {
    const address = await projectWith(page, ({ images }) => images.length > 2)
    const bodies = await Promise.all(
      [
        { width: 1280, height: 720 },
        { width: 400, height: 880 },
      ].map((size) =>
        sharp({ create: { ...size, channels: 3, background: '#246' } })
          .webp()
          .toBuffer(),
      ),
    )
    let asked = 0
    // Every second picture has the form of a phone.
    await page.route('**/media/**', (route) =>
      route.fulfill({ body: bodies[asked++ % 2]!, contentType: 'image/webp' }),
    )
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as never as { shift: number }).shift += (entry as never as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(address)
    await hydrated(page)
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    for (const place of [address, '/', '/projects', '/categories', '/cart']) {
      await page.goto(place)
      await hydrated(page)
      const pictures = page.locator('main img[src^="/media/"]')
      await expect(pictures.first()).toBeVisible()
      expect(await cutIn(page), place).toEqual([])
      expect(await page.evaluate(() => (window as never as { shift: number }).shift), place).toBeLessThan(
        0.01,
      )
    }
  })
})

test('the larger view on a phone is larger: a double tap, two fingers and buttons enlarge the picture, a finger moves it to its edges', async ({
  browser,
}) => {
  const viewport = { width: 390, height: 844 }
  const page = await (await browser.newContext({ hasTouch: true, isMobile: true, viewport })).newPage()
  await page.goto(await projectWith(page, ({ images }) => images.length > 1))
  await hydrated(page)
  const inline = (await page
    .getByRole('region', { name: /^Pictures of/ })
    .getByRole('img')
    .first()
    .boundingBox())!
  await page.getByRole('button', { name: 'Larger view' }).tap()
  const picture = page.getByRole('dialog').getByRole('img').first()
  const box = async () => (await picture.boundingBox())!
  await expect(picture).toBeInViewport()
  const whole = await box()
  expect(whole.width).toBeGreaterThanOrEqual(inline.width - 3)

  const middle = { x: 195, y: 420 }
  /** Retries, because on a busy machine two taps may be too far apart for a double tap. */
  const tapTwice = (isReached: (width: number) => boolean) =>
    expect(async () => {
      await page.touchscreen.tap(middle.x, middle.y)
      await page.touchscreen.tap(middle.x, middle.y)
      await expect.poll(async () => isReached((await box()).width), { timeout: 2000 }).toBe(true)
    }).toPass()
  await tapTwice((width) => width > inline.width * 2)
  const tapped = await box()
  expect(tapped.x).toBeLessThan(0)
  const touch = await touches(page)
  await expect(async () => {
    await touch.drag({ x: 60, y: 420 }, { x: 330, y: 420 })
    expect(Math.round((await box()).x)).toBeGreaterThanOrEqual(0)
  }).toPass()
  await expect(async () => {
    await touch.drag({ x: 330, y: 420 }, { x: 60, y: 420 })
    expect(Math.round((await box()).x + (await box()).width)).toBeLessThanOrEqual(390)
  }).toPass()
  await expect(page.getByRole('dialog').getByText(/^1 of/)).toBeVisible()

  await tapTwice((width) => Math.abs(width - whole.width) < 1)
  await touch.pinch(middle, 40, 120)
  await expect.poll(async () => (await box()).width).toBeGreaterThan(whole.width * 2)
  await touch.pinch(middle, 120, 30)
  await expect.poll(async () => (await box()).width).toBeCloseTo(whole.width, 0)
  await page.getByRole('button', { name: 'Zoom in' }).tap()
  await expect.poll(async () => (await box()).width).toBeGreaterThan(whole.width * 1.4)
})

/**
 * Lists the pictures of projects that are shown cropped. The bands above categories, which have no words, do not count.
 */
const cutIn = (page: Page) =>
  page.locator('main img[src^="/media/"]:not([alt=""])').evaluateAll((images) =>
    images.flatMap((image) => {
      const { objectFit } = getComputedStyle(image)
      return objectFit === 'contain' || objectFit === 'scale-down' ? [] : [`${image.className} ${objectFit}`]
    }),
  )

async function touches(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number; id?: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const steps = 8
  return {
    async drag(from: { x: number; y: number }, to: { x: number; y: number }) {
      await send('touchStart', [from])
      for (let step = 1; step <= steps; step++)
        await send('touchMove', [
          { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps },
        ])
      await send('touchEnd', [])
    },
    /** Moves two fingers around a point from one distance to another, in pixels from the point. */
    async pinch({ x, y }: { x: number; y: number }, from: number, to: number) {
      const at = (apart: number) => [
        { x: x - apart, y, id: 0 },
        { x: x + apart, y, id: 1 },
      ]
      await send('touchStart', at(from))
      for (let step = 1; step <= steps; step++)
        await send('touchMove', at(from + ((to - from) * step) / steps))
      await send('touchEnd', [])
    },
  }
}
