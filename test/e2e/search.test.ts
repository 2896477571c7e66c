import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { aListedProject } from './listings.ts'
import { signInAsStaff, signUp } from './people.ts'
import { expectSoundIfLong } from './sound.ts'

for (const width of [1440, 390])
  test.describe(`at ${width} px`, () => {
    test.beforeEach(({ page }) => page.setViewportSize({ width, height: 844 }))

    test('a search with all its words is ranked by Best match, and says nothing more', async ({ page }) => {
      await page.goto('/projects?search=hospital+management')
      await expect(first(page)).toHaveText('Hospital Management System')
      await expect(page.getByLabel('Sort by').locator('option').first()).toHaveText('Best match')
      await expect(page.getByText(/Left out|Not found/)).toHaveCount(0)
      await page.goto('/projects')
      await expect(page.getByLabel('Sort by').locator('option').first()).toHaveText('Featured')
    })

    test('what no project has is struck through', async ({ page }) => {
      await page.goto('/projects?search=hospital+zzblorp')
      await expect(first(page)).toHaveText('Hospital Management System')
      const notice = page.locator('main .callout', { hasText: 'No project has all of these words.' })
      await expect(notice.locator('s')).toHaveText('zzblorp')
    })

    test('one line says what was searched for instead, and popular projects fill the page', async ({
      page,
    }) => {
      await page.goto('/projects?search=zzblorp+hospitl')
      await expect(first(page)).toHaveText('Hospital Management System')
      const notice = page.locator('main .callout')
      await expect(notice).toHaveText('No project has “zzblorp hospitl”. Showing “hospital”.')
      const popular = page.getByRole('region', { name: 'Popular projects' })
      await expect(popular.getByRole('article')).toHaveCount(6)
      await expect(popular.getByText('Hospital Management System')).toHaveCount(0)
    })

    test('what is only near is said to be near, and no filter shows a zero', async ({ page }) => {
      await page.goto('/projects?search=inbox+wqxj')
      const notice = page.locator('main .callout', { hasText: 'Near to what you look for.' })
      await expect(notice.locator('s').first()).toBeVisible()
      await expect(page.getByRole('article')).not.toHaveCount(0)
      await expect(page.locator('.option .count', { hasText: /^0$/ })).toHaveCount(0)
    })

    test('where nothing is found the popular ones are shown, and the way to ask for a project', async ({
      page,
    }) => {
      await page.goto('/projects?search=zzblorp+wqxj')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 Projects Found')
      await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Clear Filters' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Popular projects' })).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(6)
      await expect(
        page.getByRole('region', { name: 'Nothing found' }).getByRole('link', { name: /^[a-z]+$/ }),
      ).toHaveCount(3)
      await expect(page.locator('.option .count', { hasText: /^0$/ })).toHaveCount(0)
      await page.getByRole('link', { name: 'Tell us what you need' }).click()
      await expect(page).toHaveURL('/contact?need=zzblorp+wqxj')
      await expect(page.getByLabel('Subject')).toHaveValue('Custom Development')
      await expect(page.getByLabel('Message')).toHaveValue(/zzblorp wqxj/)
    })

    test('what students ask for first is one press, and can be taken back', async ({ page }) => {
      await page.goto('/projects?search=system')
      await hydrated(page)
      const often = page.getByRole('list', { name: 'Often chosen' })
      await often.getByRole('link', { name: 'With report' }).click()
      await expect(page).toHaveURL('/projects?search=system&report=yes')
      await expect(often.getByRole('link', { name: 'With report' })).toHaveCount(0)
      await often.getByRole('link', { name: 'Under ₹500' }).click()
      await expect(page).toHaveURL('/projects?search=system&maxPrice=500&report=yes')
      // The address changes a moment before what stands on the page.
      await expect(page.getByRole('link', { name: 'Remove filter Up to ₹500' })).toBeVisible()
      await page.getByRole('link', { name: 'Remove filter With report' }).click()
      await expect(page).toHaveURL('/projects?search=system&maxPrice=500')
      await page.goBack()
      await expect(page.getByRole('link', { name: 'Remove filter With report' })).toBeVisible()
    })
  })

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
