import { expectSound } from './accessibility-findings.ts'
import type { ListedProject } from './catalogue.ts'
import { expect, test } from './journey.ts'
import { signUp, newcomer } from './people.ts'
import { fillCart } from './storage.ts'

test('on a small phone a payment that failed offers Retry in the first screen, and a receipt is saved under its number; the command that starts it is there to copy', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await signUp(page, newcomer('Sana Sheikh'))
  const found = async (query: string) =>
    (
      (await (await page.request.get(`/api/projects?${query}`)).json()) as { projects: ListedProject[] }
    ).projects.filter(({ price }) => price > 0)
  const [kirana] = await found('search=Kirana+Online+Grocery+Store')
  const others = (await found('limit=50')).filter(({ _id }) => _id !== kirana!._id)
  const items = [kirana!, ...others.slice(0, 4)].map(({ _id, title }) => ({ projectId: _id, title }))
  await fillCart(page, items, '/checkout')
  const pay = page.getByRole('button', { name: /^Pay ₹/ })
  // What pays, and the sentence that the law wants above it, stay in view, whatever is bought.
  await expect(pay).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('By pressing the button you accept')).toBeInViewport({ ratio: 1 })
  await page.getByRole('heading', { name: 'With every order' }).scrollIntoViewIfNeeded()
  await expect(pay).toBeInViewport({ ratio: 1 })
  await page.getByLabel('State').selectOption('Kerala')
  await pay.click()

  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('heading', { name: 'The payment failed' })).toBeVisible()
  const retry = page.getByRole('link', { name: 'Retry' })
  await expect(retry).toBeInViewport({ ratio: 1 })
  // The page of one of its orders offers Retry too.
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await expect(page.getByText(/^Order RM-/)).toBeVisible()
  await expect(retry).toBeInViewport({ ratio: 1 })

  await retry.click()
  await page.getByLabel('State').selectOption('Kerala')
  await pay.click()
  await page.getByRole('button', { name: 'Succeed' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^receipt-RM-\d\d-\d\d-\d{6}\.pdf$/)

  await page.getByRole('link', { name: `View Details of ${kirana!.title}` }).click()
  const steps = page.getByRole('list', { name: 'Steps' })
  // Pages of the shop may not read the clipboard.
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.title = text
    }
  })
  const command = 'C:\\xampp\\php\\php.exe -S localhost:8000 -t public public/index.php'
  await steps.getByRole('button', { name: `Copy the command ${command}` }).click()
  await expect(page.getByText('Command copied')).toBeVisible()
  await expect(page).toHaveTitle(command)
  await expect(steps.getByText(command)).toBeVisible()
  const download = page.getByRole('button', { name: 'Download', exact: true }).first()
  await Promise.all([page.waitForEvent('download'), download.click()])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Say whether it ran, or choose stars').first()).toBeVisible()
  await expectSound(page)
})
