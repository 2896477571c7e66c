import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'

test.use({ own: true })

const ticks = (page: Page) => page.getByRole('checkbox', { name: /^Compare: / })
const compare = (page: Page) => page.getByRole('button', { name: 'Compare', exact: true })

test('without scripts what is ticked on a phone is compared, and the names stay while the columns scroll', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({
    baseURL: baseURL!,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  await page.goto('/projects')
  await expect(compare(page)).toBeHidden()
  for (const place of [0, 1, 2]) await ticks(page).nth(place).check()
  await compare(page).click()
  await expect(page).toHaveURL(/\/compare\?ids=.+&ids=.+&ids=/)
  const table = page.getByRole('region', { name: 'Projects compared' })
  const name = table.getByRole('rowheader', { name: 'price' })
  const column = table.getByRole('columnheader').last()
  const [before, columnBefore] = [await name.boundingBox(), await column.boundingBox()]
  await table.hover()
  await page.mouse.wheel(120, 0)
  await expect.poll(async () => (await column.boundingBox())!.x).toBeLessThan(columnBefore!.x)
  expect((await name.boundingBox())!.x).toBe(before!.x)
  await page.close()
})

test('what was ticked before the scripts came is chosen, and stays so on the next page', async ({ page }) => {
  const { promise: mayCome, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await mayCome
    await route.continue()
  })
  await page.goto('/projects', { waitUntil: 'commit' })
  await ticks(page).nth(1).check()
  await expect(compare(page)).toBeVisible()
  resolve()
  await hydrated(page)
  const bar = page.getByRole('form', { name: 'Compare projects' })
  await expect(bar).toContainText('1 chosen')
  await page.goto('/')
  await expect(bar).toContainText('1 chosen')
})
