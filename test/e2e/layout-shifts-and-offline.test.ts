import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { isLong } from './long.ts'

test('a page on its way says so also where nothing may move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about')
  await hydrated(page)
  const arrive = await hold(page, '**/projects.data*')
  await mainLink(page, 'Projects').click()
  const line = page.locator('.pending-line').getByText('Loading projects...', { exact: true })
  await expect(line).toHaveCSS('opacity', '1')
  arrive()
  await expect(line).toHaveCount(0)
})

test('without a connection the page stays as it is, and what was asked for comes when it is back', async ({
  page,
  context,
}) => {
  const lost = page.getByText('No connection.')
  const tryAgain = page.getByRole('alert').getByRole('button', { name: 'Try Again' })
  const field = page.getByLabel('Message')
  await page.goto('/contact')
  await hydrated(page)
  await field.fill('Do you sell hardware too?')
  await context.setOffline(true)
  await mainLink(page, 'About').click()
  await expect(lost).toBeVisible()
  await tryAgain.click()
  await expect(lost).toBeVisible()
  await expect(field).toHaveValue('Do you sell hardware too?')
  await context.setOffline(false)
  await expect(page).toHaveURL('/about')
  await expect(lost).toHaveCount(0)

  // The scripts are cached, the data is unavailable, and the browser believes that it is online.
  await page.route('**/contact.data*', (route) => route.abort())
  await mainLink(page, 'Contact').click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await page.unroute('**/contact.data*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page).toHaveURL('/contact')
  // The input is restored, for visitors too, also after a reload.
  await expect(field).toHaveValue('Do you sell hardware too?')
  await page.reload()
  await expect(field).toHaveValue('Do you sell hardware too?')

  // The same for a page that loads its data through the API.
  const item = { projectId: '01890000-0000-7000-8000-000000000000', kind: 'source', title: 'Gone Project' }
  await page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify([item]))
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
  await expect(lost).toBeVisible()
  await expect(field).toHaveValue('Do you sell hardware too?')
  await context.setOffline(false)
  await expect(page.getByText('Gone Project')).toBeVisible()
  await expect(lost).toHaveCount(0)

  // A failed page is requested again when the connection returns.
  await broken(page, '**/categories.data*')
  await mainLink(page, 'Categories').click()
  await expect(page.getByRole('heading', { name: 'Failed to load categories' })).toBeVisible()
  await page.unroute('**/categories.data*')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(lost).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
})

test.describe(() => {
  test.use({ own: true })

  test('nothing moves while a page arrives and is scrolled', async ({ page }) => {
    await page.addInitScript(() => {
      const moved: Moved[] = []
      Object.assign(globalThis, { moved })
      new PerformanceObserver((list) => {
        for (const { hadRecentInput, value, sources } of list.getEntries() as (PerformanceEntry & Shift)[])
          if (!hadRecentInput)
            moved.push({
              value,
              what: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 120)).join(' '),
            })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // The fonts are in the cache: a page with others moves its letters a little when they come.
    await page.goto('/about')
    await page.evaluate(() => document.fonts.ready)
    const project = await projectWith(page, ({ images }) => images.length > 1)
    // On a wide screen the journey of the pictures expects it of the same pages.
    const widths = isLong ? [390, 1440] : [390]
    for (const [width, address] of widths.flatMap((width) =>
      ['/', '/projects', project].map((one) => [width, one] as const),
    )) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(address)
      await hydrated(page)
      await page.evaluate(async () => {
        for (let top = 0; top < document.body.scrollHeight; top += 500) {
          scrollTo({ top, behavior: 'instant' })
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        }
      })
      // What is hidden, or lies beside the window in a gallery, is loaded when it is shown.
      const waiting = () =>
        page.evaluate(() => {
          const isShown = (image: Element) =>
            image.checkVisibility() && image.getBoundingClientRect().left < innerWidth
          return [...document.images].filter((image) => !image.complete && isShown(image)).length
        })
      await expect.poll(waiting).toBe(0)
      await page.evaluate(() => document.fonts.ready)
      const moved = await page.evaluate(() => (globalThis as unknown as { moved: Moved[] }).moved)
      const sum = moved.reduce((sum, { value }) => sum + value, 0)
      // Below the precision of reports (0.00).
      expect(sum, `${address} at ${width} px ${JSON.stringify(moved)}`).toBeLessThan(0.005)
    }
  })
})

interface Moved {
  value: number
  what: string
}

interface Shift {
  hadRecentInput: boolean
  value: number
  sources: { node: Node | null }[]
}

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** Delays the data of a page until the returned function is called. */
async function hold(page: Page, data: string) {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(data, async (route) => {
    await held
    await route.continue()
  })
  return arrive
}

const broken = async (page: Page, data: string) => {
  await page.unroute(data)
  await page.route(data, (route) => route.fulfill({ status: 500, body: 'out of order' }))
}
