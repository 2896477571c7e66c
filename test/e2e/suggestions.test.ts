import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'

test('on a phone a touch follows a suggestion, and the keyboard gives the results room', async ({
  browser,
}) => {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const field = page.getByRole('combobox', { name: 'Search projects' })
  const offers = page.getByRole('listbox').getByRole('option')
  await page.goto('/projects')
  await hydrated(page)
  await field.tap()
  await field.pressSequentially('flut')
  await offers.filter({ hasText: 'Flutter' }).first().tap()
  await expect(page).toHaveURL('/projects?technology=Flutter')
  await expect(field).not.toBeFocused()
  await field.tap()
  await field.pressSequentially('expense')
  await expect(offers.first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects?search=expense&technology=Flutter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(field).not.toBeFocused()
})
