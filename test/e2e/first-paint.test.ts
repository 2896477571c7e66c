import { expect, type Page, test } from '@playwright/test'

test('no module is fetched before the page has been painted, and in a background tab all are at once', async ({
  page,
  context,
}) => {
  const unpainted = await context.newPage()
  await unpainted.addInitScript(() => (window.requestAnimationFrame = () => 0))
  const asked = modulesAskedBy(unpainted)
  await unpainted.goto('/projects', { waitUntil: 'networkidle' })
  await expect(unpainted.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked).toEqual([])

  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
    Object.defineProperty(document, 'hidden', { value: true })
  })
  const begun = modulesAskedBy(page)
  await page.goto('/projects')
  await expect.poll(() => begun.length).toBeGreaterThan(1)
})

function modulesAskedBy(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) asked.push(request.url())
  })
  return asked
}
