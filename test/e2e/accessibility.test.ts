import { expectSound, expectSoundIfLong } from './accessibility-findings.ts'
import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'

test('the form of a message has no accessibility findings: with errors, and sent', async ({ page }) => {
  await page.goto('/contact')
  await hydrated(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Name').fill('Ishaan Verma')
  await page.getByLabel('Email').fill('ishaan@e2e.example')
  await page.getByLabel('Subject').selectOption('Other')
  await page.getByLabel('Message').fill('Is there a project about libraries?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible()
  await expectSoundIfLong(page)
})

test('what opens over a page has no accessibility findings: the menu, the filters, the larger view, a notice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('region', { name: 'Menu' })).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectSound(page)
  await page.goto(await projectWith(page, ({ images }) => images.length > 1))
  await hydrated(page)
  await page.getByRole('button', { name: 'Larger view' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'to cart!' })).toBeVisible()
  await expectSound(page)
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
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Menu' }).getByRole('link', { name: 'Categories' }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Menu' })).toBeHidden()
  await expect(menu).toBeFocused()
})
