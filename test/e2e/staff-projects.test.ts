import { expect, test } from './journey.ts'
import { signInAsStaff } from './people.ts'

test('the search of staff opens with its keys, follows a line with Enter, and one Escape closes it with words in it', async ({
  page,
}) => {
  await signInAsStaff(page, '/admin/dashboard')
  const search = page.getByRole('combobox', { name: 'Search projects, members, orders and messages' })
  // The keys have no effect before the page is hydrated, so they are pressed again.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(search).toBeVisible({ timeout: 1000 })
  }).toPass()
  await search.fill('payouts')
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(search).toHaveValue('')
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText('Dashboard')
  await search.fill('payouts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
})
