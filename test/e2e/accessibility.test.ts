import { expect, test } from '@playwright/test'

import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expectSound } from './sound.ts'

for (const address of [
  '/',
  '/projects',
  '/projects?page=2',
  '/projects?search=hospital&maxPrice=2000',
  '/categories',
  '/categories?category=AI%2FML',
  '/about',
  '/support/documentation',
  '/support/help',
  '/support/privacy',
  '/support/terms',
  '/support/cookies',
  '/signin',
  '/signin/link',
  '/signup',
  '/admin/login',
  '/admin/login/link',
]) {
  test(`${address} has no accessibility findings and no overflow`, async ({ page }) => {
    await page.goto(address)
    await expectSound(page)
  })
}

test('a search that finds nothing has none', async ({ page }) => {
  await page.goto('/projects?search=nothinglikethis')
  await expect(page.getByText('No projects found')).toBeVisible()
  await expectSound(page)
})

test('project pages have none, whatever the project has', async ({ page }) => {
  for (const wanted of [
    await projectWith(page, ({ images, hasReport }) => images.length > 0 && hasReport),
    await projectWith(page, ({ images, hasReport }) => images.length === 0 && !hasReport),
    '/projects/01890000-0000-7000-8000-000000000000',
  ]) {
    await page.goto(wanted)
    await expectSound(page)
  }
})

test('the form of a message has none: fresh, with errors, and sent', async ({ page }) => {
  await page.goto('/contact')
  await expectSound(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Name').fill('Ishaan Verma')
  await page.getByLabel('Email').fill('ishaan@e2e.example')
  await page.getByLabel('Subject').selectOption('Other')
  await page.getByLabel('Message').fill('Is there a project about libraries?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible()
  await expectSound(page)
})

test('the cart has none: empty, full, and with something no longer for sale', async ({ page }) => {
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expectSound(page)
  const [, , projectId] = (await projectWith(page, ({ images }) => images.length > 0)).split('/')
  const gone = '01890000-0000-7000-8000-000000000000'
  await page.evaluate(
    (items) => localStorage.setItem('cart', JSON.stringify(items)),
    [
      { projectId, kind: 'source', title: 'Kept' },
      { projectId: gone, kind: 'source', title: 'Gone Project' },
    ],
  )
  await page.reload()
  await expect(page.getByText('no longer available')).toBeVisible()
  await expectSound(page)
})

test('what opens over a page has none: the menu, the filters, the larger view, a notice', async ({
  page,
}) => {
  const onPhone = async (address: string) => {
    await page.setViewportSize({ width: 390, height: 900 })
    await page.goto(address)
  }
  await onPhone('/projects')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('region', { name: 'Menu' })).toBeVisible()
  await expectSound(page, { widths: [390] })
  await onPhone('/projects')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectSound(page, { widths: [390] })
  await page.goto(await projectWith(page, ({ images }) => images.length > 1))
  await hydrated(page)
  await page.getByRole('button', { name: 'Larger view' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'to cart!' })).toBeVisible()
  await expectSound(page, { widths: [390] })
})

test('the keyboard reaches everything, and one sees where it is', async ({ page }) => {
  await page.goto('/projects')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the page' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox').or(page.getByRole('combobox')).first()).toBeFocused()
  const passed = new Set<string>()
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      const element = document.activeElement!
      // The focus ring of a card surrounds the whole card.
      const shown = [element, element.parentElement!, element.closest('article') ?? element].some((one) => {
        const { outlineStyle, outlineWidth, borderStyle } = getComputedStyle(one)
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || borderStyle === 'double'
      })
      const name = element.getAttribute('name') ?? element.tagName
      return { name, shown, what: element.outerHTML.slice(0, 200) }
    })
    expect(at.shown, at.what).toBe(true)
    passed.add(at.name)
  }
  for (const name of ['category', 'technology', 'minPrice', 'maxPrice', 'difficulty'])
    expect(passed).toContain(name)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Menu' }).getByRole('link', { name: 'Categories' }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Menu' })).toBeHidden()
  await expect(menu).toBeFocused()
})
