import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { enterCode, fillSignUp, signUp } from './people.ts'

test('the header gets its scrolled style after 50 px', async ({ page }) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  await expect(page.locator('header[data-scrolled]')).toHaveCount(0)
  await page.mouse.wheel(0, 40)
  await page.waitForFunction(() => scrollY === 40)
  await expect(page.locator('header[data-scrolled]')).toHaveCount(0)
  await page.mouse.wheel(0, 60)
  await expect(page.locator('header[data-scrolled]')).toHaveCount(1)
  await expect(header).toBeInViewport()
})

test('the menu of a phone locks the page and closes when one goes somewhere', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('region', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('overflow-y', 'hidden')
  for (const name of ['Home', 'Projects', 'Categories', 'About', 'Contact', 'Sign In', 'Sign Up'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  await menu.getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveURL('/categories')
  await expect(menu).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('overflow-y', 'visible')
})

test.describe(() => {
  test.use({ own: true })

  test('a member is greeted by first name with an initial, and checked again every 10 minutes', async ({
    page,
  }) => {
    const email = `greeted-${Date.now()}@e2e.example`
    await signUp(page, { name: 'Anjali Rao', email, phone: '9876543210' })
    await page.clock.install()
    await page.goto('/about')
    const greeting = page.getByRole('banner').getByRole('link', { name: 'Hi, Anjali' })
    await expect(greeting).toContainText('A')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeHidden()
    await renamed(page, 'Meenakshi Rao')
    const checked = page.waitForRequest(/\/api\/users\/profile/)
    await page.clock.fastForward('10:01')
    await checked
    await expect(page.getByRole('banner').getByRole('link', { name: 'Hi, Meenakshi' })).toBeVisible()
    await renamed(page, ' ')
    await page.clock.fastForward('10:01')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Hi, User' })).toBeVisible()
    await greeting
      .or(page.getByRole('link', { name: 'Hi, User' }))
      .first()
      .click()
    await expect(page).toHaveURL(/\/profile/)
  })
})

for (const width of [360, 390])
  test(`on a phone of ${width} px who is signed in sees it in the header, and the menu leads to what is theirs`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    const person = {
      name: 'Anjali Rao',
      email: `phone-${width}-${Date.now()}@e2e.example`,
      phone: '9876543210',
    }
    await signUp(page, person, { open: '/about' })
    await hydrated(page)
    const header = page.getByRole('banner')
    const own = header.getByRole('link', { name: 'Hi, Anjali' })
    await expect(own).toBeInViewport({ ratio: 1 })
    await expect(own).toContainText('A')
    const { width: across, height } = (await own.boundingBox())!
    expect(Math.min(across, height)).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    const menu = page.getByRole('region', { name: 'Menu' })
    const open = () => page.getByRole('button', { name: 'Menu', exact: true }).click()
    for (const [name, address] of [
      ['My Orders', '/profile?tab=orders'],
      ['My Projects', '/profile?tab=projects'],
    ] as const) {
      await open()
      await menu.getByRole('link', { name }).click()
      await expect(page).toHaveURL(address)
      await expect(menu).toBeHidden()
    }
    await own.click()
    await expect(page).toHaveURL('/profile')
    await open()
    await menu.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(menu).toBeHidden()
    await expect(own).toBeHidden()
    await open()
    await expect(menu.getByRole('link', { name: 'My Orders' })).toBeHidden()
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeHidden()
  })

test('Sell leads to a new project, from footer, menu and a wide header', async ({ page }) => {
  await signUp(page, {
    name: 'Meera Joshi',
    email: `sells-${Date.now()}@e2e.example`,
    phone: '9876543210',
  })
  const form = page.getByRole('dialog', { name: 'Add New Project' })
  const places = [
    [1024, () => page.getByRole('banner'), undefined],
    [390, () => page.getByRole('region', { name: 'Menu' }), 'Menu'],
    [390, () => page.getByRole('contentinfo'), 'Quick Links'],
  ] as const
  for (const [width, place, opener] of places) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/about')
    await hydrated(page)
    const sell = place().getByRole('link', { name: 'Sell', exact: true })
    if (opener) await page.getByRole('button', { name: opener, exact: true }).click()
    await sell.click()
    await expect(form).toBeVisible()
  }
  // The form survives a reload, stays closed once closed, and opens again when Sell is pressed on the same page.
  await page.reload()
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page).toHaveURL('/profile?tab=projects')
  await page.getByRole('button', { name: 'Quick Links', exact: true }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sell', exact: true }).click()
  await expect(form).toBeVisible()
  await page.setViewportSize({ width: 1023, height: 800 })
  await page.goto('/about')
  await hydrated(page)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sell', exact: true })).toBeHidden()
})

test('who wants to sell and is signed out is asked to log in, and comes from signing up to the new project', async ({
  page,
}) => {
  const person = { name: 'Kiran Bhat', email: `new-seller-${Date.now()}@e2e.example`, phone: '9876543210' }
  await page.goto('/about')
  await hydrated(page)
  const popup = page.getByRole('dialog', { name: 'Login Required' })
  for (const place of [page.getByRole('banner'), page.getByRole('contentinfo')]) {
    await place.getByRole('link', { name: 'Sell', exact: true }).click()
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expect(popup).toBeHidden()
    await expect(page).toHaveURL('/about')
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('region', { name: 'Menu' }).getByRole('link', { name: 'Sell', exact: true }).click()
  await popup.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/^[^?]*\/signin\?next=/)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await fillSignUp(page, person)
  await enterCode(page, person.email)
  await expect(page.getByRole('dialog', { name: 'Add New Project' })).toBeVisible()
})

test('a chosen theme is remembered', async ({ page }) => {
  await page.goto('/about')
  await hydrated(page)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('contentinfo').getByTitle('Dark').click()
  await expect.poll(ground).not.toBe(light)
  await page.goto('/contact')
  expect(await ground()).not.toBe(light)
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })).toBeChecked()
})

/** Makes the server answer with another name of the member from now on. */
async function renamed(page: Page, name: string) {
  await page.unroute(/\/api\/users\/profile/)
  await page.route(/\/api\/users\/profile/, async (route) => {
    const reply = await route.fetch()
    const { user, ...rest } = (await reply.json()) as { user: object }
    await route.fulfill({ response: reply, json: { ...rest, user: { ...user, name } } })
  })
}
