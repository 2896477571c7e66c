import { expect, test } from './journey.ts'

test('a phone shows the price and the stamp of the open label at once, and How It Works goes down to the steps', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const label = page.getByRole('article').first()
  await expect(label.locator('.price-tag')).toBeInViewport({ ratio: 1 })
  await expect(label.getByText(/^Verified/).first()).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'How It Works' }).click()
  await expect(page).toHaveURL('/#categories')
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeInViewport()
})
