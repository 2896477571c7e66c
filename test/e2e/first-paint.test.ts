import { expect, type Page, test } from '@playwright/test'

import { projectWith } from './catalogue.ts'
import { takenOver } from './open-page.ts'

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

test('a form sent before the modules have come is sent once, when they are there', async ({ page }) => {
  const letModulesCome = await holdModules(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.goto('/signin', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('nobody@e2e.example')
  for (let times = 0; times < 3; times += 1) await page.getByRole('button', { name: 'Send Code' }).click()
  expect(sent).toEqual([])
  letModulesCome()
  await expect(page.getByText('No account found')).toBeVisible()
  expect(sent).toEqual(['/api/users/auth/check-email'])
})

test('a button pressed before the modules have come is pressed when they are there', async ({ page }) => {
  const project = await projectWith(page, ({ images }) => images.length > 1)
  const letModulesCome = await holdModules(page)
  await page.goto(project, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Larger view' }).click()
  letModulesCome()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a theme chosen before the modules have come is shown and remembered when they are there', async ({
  page,
}) => {
  const letModulesCome = await holdModules(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.getByRole('contentinfo').getByTitle('Dark').click()
  letModulesCome()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test('the menu of a phone opened before the modules have come stays open when they are there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const letModulesCome = await holdModules(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  letModulesCome()
  await takenOver(page)
  const menu = page.getByRole('region', { name: 'Menu' })
  await menu.getByTitle('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(menu).toBeVisible()
})

async function holdModules(page: Page) {
  const { promise: mayCome, resolve } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await mayCome
    await route.continue()
  })
  return resolve
}

function modulesAskedBy(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) asked.push(request.url())
  })
  return asked
}
