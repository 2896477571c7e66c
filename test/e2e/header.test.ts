import { expect, type Page, test } from '@playwright/test'

import { signUp } from './people.ts'

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

test('every link of the footer leads to a page of its own', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  for (const title of ['Quick Links', 'Categories', 'Support'])
    await expect(footer.getByRole('navigation', { name: title })).toBeVisible()
  await expect(footer.getByText(`© ${new Date().getFullYear()} Readymade`)).toBeVisible()
  const addresses = await footer
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  expect(addresses.length).toBeGreaterThanOrEqual(16)
  for (const address of addresses) {
    const reply = await page.request.get(address, { maxRedirects: 0 })
    expect(reply.status(), address).toBe(200)
    expect(await reply.text(), address).toMatch(/<h1/)
  }
})

test('the social icons share the page one is on', async ({ page }) => {
  await page.goto('/about')
  for (const [name, site] of [
    ['WhatsApp', 'https://wa.me/?text='],
    ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/?url='],
    ['X', 'https://x.com/intent/post?url='],
  ] as const) {
    const href = await page.getByRole('link', { name: `Share this page on ${name} (` }).getAttribute('href')
    const { location } = (await page.request.get(href!, { maxRedirects: 0 })).headers()
    expect(location!.startsWith(`${site}http`)).toBe(true)
    expect(location).toMatch(/%2Fabout$/)
  }
  const foreign = await page.request.get('/share/x?page=//evil.example/', { maxRedirects: 0 })
  expect(foreign.headers().location).toBe('/')
})

test('a chosen theme is remembered', async ({ page }) => {
  await page.goto('/about')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('contentinfo').getByTitle('Dark').click()
  await expect.poll(ground).not.toBe(light)
  await page.goto('/contact')
  expect(await ground()).not.toBe(light)
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('a theme chosen while the scripts take over is kept', async ({ page }) => {
  await page.route('**/*.js', () => {})
  await page.goto('/about', { waitUntil: 'commit' })
  const dark = page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })
  await dark.waitFor({ state: 'attached' })
  // They take over in the middle of the press: what they hear of it before does not count.
  const heard = await page.evaluateHandle(() => {
    const heard: string[] = []
    document.addEventListener('input', () => dispatchEvent(new Event('taken-over')), { once: true })
    addEventListener('taken-over', () => heard.push('taken over'))
    document.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLInputElement) heard.push(target.value)
    })
    return heard
  })
  await page.getByRole('contentinfo').getByTitle('Dark').click()
  await expect.poll(() => heard.jsonValue()).toEqual(['taken over', 'dark'])
  await expect(dark).toBeChecked()
})

/** From now on the server knows the member by this name. */
async function renamed(page: Page, name: string) {
  await page.unroute(/\/api\/users\/profile/)
  await page.route(/\/api\/users\/profile/, async (route) => {
    const reply = await route.fetch()
    const { user, ...rest } = (await reply.json()) as { user: object }
    await route.fulfill({ response: reply, json: { ...rest, user: { ...user, name } } })
  })
}
