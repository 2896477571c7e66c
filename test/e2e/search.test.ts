import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { signInAsStaff, signUp } from './people.ts'
import { expectSoundIfLong } from './sound.ts'

test('every project of a search with report has one', async ({ page }) => {
  const reply = await page.request.get('/api/projects?report=yes&limit=100')
  const { projects, pagination } = (await reply.json()) as {
    projects: { hasReport: boolean }[]
    pagination: { total: number }
  }
  expect(projects.length).toBe(pagination.total)
  expect(projects.length).toBeGreaterThan(0)
  expect(projects.every(({ hasReport }) => hasReport)).toBe(true)
})

test('suggestions show the pictures of projects, and know C++ and its short form', async ({ page }) => {
  const mark = Date.now().toString(36)
  const owner = { name: 'Cyrus Mistry', email: `cyrus-${mark}@e2e.example`, phone: '9876543210' }
  const { headers } = await signUp(page, owner)
  await aListedProject(page, headers, { title: `Bank ledger ${mark}`, technologies: ['C++', 'Qt'] })
  await aListedProject(page, headers, { title: `Billing desk ${mark}`, technologies: ['C#', '.NET'] })
  await page.goto('/projects')
  await hydrated(page)
  const field = page.getByRole('combobox', { name: 'Search projects' })
  const offers = page.getByRole('listbox').getByRole('option')
  await field.pressSequentially('hospital')
  await expect(offers.filter({ hasText: 'Hospital Management System' }).locator('img')).toBeVisible()
  for (const typed of ['cpp', 'C++']) {
    await field.fill(typed)
    await expect(offers.filter({ hasText: `Bank ledger ${mark}` })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Technologies' }).getByRole('option').first()).toContainText(
      'C++',
    )
    await expect(offers.filter({ hasText: `Billing desk ${mark}` })).toHaveCount(0)
  }
})

test('staff see what was searched in vain, and add a synonym with one press', async ({ page }) => {
  const word = `vastu${Date.now().toString(36).replaceAll(/\d/g, 'x')}`
  await page.goto(`/projects?search=${word}`)
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
  await signInAsStaff(page)
  await page.goto('/admin/synonyms')
  await page.getByRole('link', { name: `Add a synonym for ${word}` }).click()
  const words = page.getByLabel('Words that mean the same')
  await expect(words).toBeFocused()
  await expect(words).toHaveValue(`${word}, `)
  await page.keyboard.type('hospital')
  await page.getByRole('button', { name: 'Save Words' }).click()
  await expect(page.getByText('Searches know these words now.')).toBeVisible()
  await expect(page.getByRole('row', { name: `${word}, hospital` })).toBeVisible()
  await expectSoundIfLong(page)
  await page.goto(`/projects?search=${word}`)
  await expect(first(page)).toHaveText('Hospital Management System')
  await page.goto('/admin/synonyms')
  await page.getByRole('button', { name: `Delete ${word}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Searches no longer know these words as the same.')).toBeVisible()
  await page.goto('/admin/analytics')
  await expect(page.getByRole('region', { name: 'Searches that found little' }).first()).toContainText(word)
})

const first = (page: Page) => page.getByRole('article').first().getByRole('heading')
