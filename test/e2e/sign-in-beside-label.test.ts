import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'

test('beside the form of sign-in stands the label of a project from the shop, on phones a strip of it; sign-up asks three things, and what few fill in opens by its link, by an error there and by what was typed before', async ({
  page,
}) => {
  const shown = page.getByRole('complementary', { name: 'From the shop' })
  for (const address of ['/signin', '/signup']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(address)
    await expect(shown.getByText('Verified')).toBeVisible()
    const title = await shown.getByRole('heading').innerText()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('main').getByText(title)).toBeVisible()
    await expect(shown).toBeHidden()
    const { height } = (await page.locator('.sign-in-strip').boundingBox())!
    expect(height).toBeLessThanOrEqual(96)
  }
  await hydrated(page)
  const fields = page.getByRole('main').getByRole('textbox').or(page.getByRole('combobox'))
  await expect(fields.filter({ visible: true })).toHaveCount(3)
  await page.getByText('Add college, course or a referral code').press('Enter')
  await expect(page.getByLabel('College')).toBeFocused()
  await expect(fields.filter({ visible: true })).toHaveCount(7)
  await page.goto('/signup?ref=ASHA2345')
  await expect(page.getByLabel('Referral code')).toBeVisible()
})
