import { projectWith } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'

test('a project prints as its specification sheet, light from the dark theme too, on two pages of A4 at most', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const address = await projectWith(page, ({ images }) => images.length > 1)
  await page.goto(address)
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  const main = page.getByRole('main')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const label = main.getByRole('complementary', { name: 'Buy this project' })
  await expect(label.getByText(/^Price/)).toBeVisible()
  await expect(main.getByRole('list', { name: 'All files' })).toHaveCSS('column-count', '2')
  await expect(main.getByText(new URL(address, page.url()).href)).toBeVisible()
  const code = main.locator('img[src^="/qr/"]')
  await expect(code).toBeVisible()
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  for (const name of ['README', 'Reviews', 'Questions', 'Related projects'])
    await expect(main.getByRole('region', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBeLessThanOrEqual(2)
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/)
})

test('what goes on beyond the edge of a phone fades there, until its end is reached', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(await projectWith(page, ({ title }) => title === 'Hospital Management System'))
  await hydrated(page)
  const readme = page.getByRole('region', { name: 'README' })
  await readme.getByText('Read the whole README').click()
  const table = readme.getByRole('table').first()
  const cue = () => table.evaluate((element) => getComputedStyle(element).getPropertyValue('--cue'))
  await expect.poll(cue).toBe('48px')
  await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: 'instant' }))
  await expect.poll(cue).toBe('0px')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(cue).toBe('0px')
})
