import type { ListedProject } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { signUp, staffHeaders } from './people.ts'
import { fillCart as fill } from './storage.ts'

const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`
let people = 0
const signedUp = (page: Page) =>
  signUp(page, {
    name: 'Farhan Khan',
    email: `farhan-${Date.now().toString(36)}-${people++}@e2e.example`,
    phone: '9876543210',
  })

async function priced(page: Page): Promise<ListedProject[]> {
  const { projects } = (await (await page.request.get('/api/projects?limit=50')).json()) as {
    projects: ListedProject[]
  }
  return projects.filter(({ price }) => price > 0)
}

const fillCart = (page: Page, projects: ListedProject[], open?: string) =>
  fill(
    page,
    projects.map(({ _id, title }) => ({ projectId: _id, title })),
    open,
  )

async function pressPay(page: Page) {
  await page.getByLabel('State').selectOption('Kerala')
  await page.getByRole('button', { name: /^Pay ₹/ }).dblclick()
  await expect(page.getByRole('button', { name: 'Succeed' })).toBeVisible()
}

const cartOf = (count: number) => `Cart, ${count === 0 ? 'empty' : count === 1 ? '1 item' : `${count} items`}`

test('the cart is whole until its payment completes, then exactly what was bought leaves it, in every tab', async ({
  page,
  context,
}) => {
  await signedUp(page)
  const [later, first, ...others] = await priced(page)
  await fillCart(page, [first!, ...others.slice(0, 4)])
  await page.getByRole('link', { name: 'Checkout' }).click()
  await pressPay(page)
  await page.goBack()
  await expect(page.getByRole('link', { name: cartOf(5) })).toBeVisible()
  await expect(page.getByText(first!.title, { exact: true })).toBeVisible()
  await pressPay(page)

  const tab = await context.newPage()
  await tab.goto(`/projects/${later!._id}`)
  await hydrated(tab)
  await tab.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await tab.goto('/cart')
  await hydrated(tab)
  await expect(tab.getByRole('main').getByRole('listitem')).toHaveCount(6)

  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('heading', { name: 'The payment failed' })).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^Pay|^Retry/ }).or(page.getByRole('link', { name: /^Pay|^Retry/ })),
  ).toHaveCount(1)
  await expect(page.getByRole('link', { name: cartOf(6) })).toBeVisible()
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByText(first!.title, { exact: true })).toBeVisible()
  await expect(page.getByText(later!.title)).toHaveCount(0)
  await pressPay(page)
  await page.getByRole('button', { name: 'Succeed' }).dblclick()
  await expect(page.getByText('Payment received')).toBeVisible()
  // Only the next download has the primary style.
  const downloads = page.getByRole('button', { name: 'Download', exact: true })
  await expect(downloads.and(page.locator(':not(.button-quiet)'))).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await downloads.first().click()
  await downloading
  await expect(downloads.first()).toHaveClass(/button-quiet/)
  await expect(downloads.nth(1)).not.toHaveClass(/button-quiet/)
  await expect(page.getByRole('link', { name: cartOf(1) })).toBeVisible()
  await expect(tab.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(tab.getByRole('main').getByText(later!.title)).toBeVisible()
  await expect(tab.getByText('Total, 1 item').locator('..')).toContainText(rupees(later!.price))
})

test.describe(() => {
  test.use({ own: true })

  test('an owned project offers its download, and its page and its card say so without moving anything', async ({
    page,
  }) => {
    await signedUp(page)
    const [mine, other] = await priced(page)
    await page.goto(`/projects/${mine!._id}`)
    await hydrated(page)
    await expect(page.getByText('You own this')).toHaveCount(0)
    await page.goto(`/checkout?project=${mine!._id}`)
    await pressPay(page)
    await page.getByRole('button', { name: 'Succeed' }).click()
    await expect(page.getByText('Payment received')).toBeVisible()
    await fillCart(page, [mine!, other!])

    await watchShifts(page)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/projects/${mine!._id}`)
      await expect(page.getByText('You own this').first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Purchase Now' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toHaveCount(0)
      // A font that loads late moves letters a little.
      expect(await shifts(page)).toBeLessThan(0.005)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download', exact: true }).filter({ visible: true }).click()
      expect((await downloading).suggestedFilename()).toContain(mine!._id)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/projects?search=${encodeURIComponent(mine!.title)}`)
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: mine!.title }) })
    await expect(card.getByText('You own this')).toBeVisible()
    await expect(card.getByRole('button', { name: new RegExp(`^Download ?: ${mine!.title}$`) })).toBeVisible()
    expect(await shifts(page)).toBeLessThan(0.005)
  })
})

test('a price that changed between the page and Pay is shown again instead of charged, free ones too, and what is free is got', async ({
  page,
}) => {
  await signedUp(page)
  const headers = await staffHeaders(page)
  const [project] = (await priced(page)).toReversed()
  const reprice = async (price: number) => {
    const answer = await page.request.put(`/api/projects/${project!._id}`, {
      data: { price },
      headers,
    })
    expect(answer.ok()).toBe(true)
  }
  try {
    await page.goto(`/checkout?project=${project!._id}`)
    await page.getByLabel('State').selectOption('Kerala')
    let shown = `Pay ${rupees(project!.price)}`
    for (const [price, next] of [
      [1234, 'Pay ₹1,234'],
      [0, 'Get It Free'],
      [77, 'Pay ₹77'],
    ] as const) {
      await reprice(price)
      await page.getByRole('button', { name: shown }).click()
      await expect(page.getByText('A price has changed since this page was opened.')).toBeVisible()
      await expect(page.getByRole('button', { name: next })).toBeVisible()
      const state = page.getByLabel('State')
      await (price === 0 ? expect(state).toBeHidden() : expect(state).toHaveValue('Kerala'))
      shown = next
    }
    await page.goto('/profile?tab=orders')
    await expect(page.getByText('No orders yet')).toBeVisible()
    await page.goto(`/checkout?project=${project!._id}`)
    await pressPay(page)
    await expect(page.getByText('₹77')).toBeVisible()

    await reprice(0)
    await page.goto(`/checkout?project=${project!._id}`)
    await expect(page.getByText('money back')).toHaveCount(0)
    await page.getByRole('button', { name: 'Get It Free' }).dblclick()
    await expect(page.getByText('It is yours')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'As it was when you got it' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Request Refund|Receipt|Invoice/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
  } finally {
    await reprice(project!.price)
  }
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
