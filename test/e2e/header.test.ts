import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { signUp, newcomer } from './people.ts'

test('the header gets its scrolled style after 50 px, a chosen theme is remembered, and the menu of a phone locks the page and closes when one goes somewhere', async ({
  page,
}) => {
  await page.goto('/about')
  await hydrated(page)
  const scrolled = page.locator('header[data-scrolled]')
  await expect(scrolled).toHaveCount(0)
  await page.mouse.wheel(0, 40)
  await page.waitForFunction(() => scrollY === 40)
  await expect(scrolled).toHaveCount(0)
  await page.mouse.wheel(0, 60)
  await expect(scrolled).toHaveCount(1)
  await expect(page.getByRole('banner')).toBeInViewport()

  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('contentinfo').getByTitle('Dark').click()
  await expect.poll(ground).not.toBe(light)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await hydrated(page)
  expect(await ground()).not.toBe(light)
  await page.getByRole('contentinfo').getByText('Links and help').click()
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })).toBeChecked()

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('region', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('overflow-y', 'hidden')
  for (const name of ['Home', 'Projects', 'Categories', 'About', 'Contact', 'Sell', 'Sign In', 'Sign Up'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  for (const name of ['My Orders', 'Logout']) await expect(menu.getByText(name)).toBeHidden()
  await menu.getByRole('link', { name: 'Categories' }).click()
  await expect(page).toHaveURL('/categories')
  await expect(menu).toBeHidden()
  await expect(page.locator('body')).toHaveCSS('overflow-y', 'visible')
})

test('who is signed in sees it in the header, at 360 and 390 px too, where the menu leads to what is theirs; Sell stands in a wide header and is unfolded in the footer of a phone', async ({
  page,
}) => {
  const person = newcomer('Anjali Rao')
  await page.setViewportSize({ width: 1024, height: 740 })
  await signUp(page, person, { open: '/about' })
  await hydrated(page)
  const header = page.getByRole('banner')
  const own = header.getByRole('link', { name: 'Hi, Anjali' })
  const sell = header.getByRole('link', { name: 'Sell', exact: true })
  await expect(own).toContainText('A')
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeHidden()
  await expect(sell).toBeVisible()
  await page.setViewportSize({ width: 1023, height: 740 })
  await expect(sell).toBeHidden()

  const menu = page.getByRole('region', { name: 'Menu' })
  const open = () => page.getByRole('button', { name: 'Menu', exact: true }).click()
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(own).toBeInViewport({ ratio: 1 })
    const { width: across, height } = (await own.boundingBox())!
    expect(Math.min(across, height)).toBeGreaterThanOrEqual(44)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beyond).toBeLessThanOrEqual(0)
  }
  const sellBelow = page.getByRole('contentinfo').getByRole('link', { name: 'Sell', exact: true })
  await expect(sellBelow).toBeHidden()
  await page.getByRole('contentinfo').getByText('Links and help').click()
  await expect(sellBelow).toBeVisible()
  await own.click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible()
  for (const [name, address] of [
    ['My Orders', '/profile?tab=orders'],
    ['My Projects', '/profile?tab=projects'],
  ] as const) {
    await open()
    await menu.getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await expect(menu).toBeHidden()
  }
  await open()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(menu).toBeHidden()
  await expect(own).toBeHidden()
})
