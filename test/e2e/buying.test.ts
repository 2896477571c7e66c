import type { ListedProject } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { signUp, newcomer } from './people.ts'
import { fillCart } from './storage.ts'

test.use({ own: true })

test('what is paid for leaves the cart in every tab, its price is torn off and its downloads follow one another; its page and card say that it is owned and move nothing', async ({
  page,
  context,
}) => {
  await signUp(page, newcomer('Farhan Khan'))
  const found = await page.request.get('/api/projects?limit=50')
  const { projects } = (await found.json()) as { projects: ListedProject[] }
  const [later, mine, second] = projects.filter(({ price }) => price > 0)
  await fillCart(
    page,
    [mine!, second!].map(({ _id, title }) => ({ projectId: _id, title })),
    '/checkout',
  )
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByRole('button', { name: /^Pay ₹/ }).dblclick()
  await expect(page.getByRole('button', { name: 'Succeed' })).toBeVisible()
  const tab = await context.newPage()
  await tab.goto(`/projects/${later!._id}`)
  await hydrated(tab)
  await tab.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await tab.getByRole('link', { name: 'Cart, 3 items' }).click()
  await expect(tab.getByRole('main').getByRole('listitem')).toHaveCount(3)

  await page.getByRole('button', { name: 'Succeed' }).dblclick()
  await expect(page.getByText('Payment received')).toBeVisible()
  await expect(page.locator('.label-leaving')).toHaveCSS('opacity', '0')
  const downloads = page.getByRole('button', { name: 'Download', exact: true })
  await expect(downloads.first()).not.toHaveClass(/button-quiet/)
  const downloading = page.waitForEvent('download')
  await downloads.first().click()
  await downloading
  await expect(downloads.first()).toHaveClass(/button-quiet/)
  await expect(downloads.nth(1)).not.toHaveClass(/button-quiet/)
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await expect(tab.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(tab.getByRole('main').getByText(later!.title)).toBeVisible()
  await expect(tab.getByText('Total, 1 item').locator('..')).toContainText(
    `₹${later!.price.toLocaleString('en-IN')}`,
  )

  await watchShifts(page)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/projects/${mine!._id}`)
    await expect(page.getByText('You own this').first()).toBeVisible()
    // A font that loads late moves letters a little.
    expect(await shifts(page)).toBeLessThan(0.005)
    const again = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).filter({ visible: true }).click()
    expect((await again).suggestedFilename()).toContain(mine!._id)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/projects?search=${encodeURIComponent(mine!.title)}`)
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: mine!.title }) })
  await expect(card.getByText('You own this')).toBeVisible()
  expect(await shifts(page)).toBeLessThan(0.005)
})

/** Adds up the layout shifts of every page from its first paint. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!shift.hadRecentInput)
          Object.assign(window, { shifts: (window as unknown as { shifts: number }).shifts + shift.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts)
