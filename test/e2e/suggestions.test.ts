import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/projects?category=Web+Development')
  await hydrated(page)
})

test('arrow keys go through what is offered, Enter follows it, and the field keeps the focus', async ({
  page,
}) => {
  await field(page).pressSequentially('hosp')
  const project = offer(page, { name: 'Hospital Management System' })
  await expect(project).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(offer(page, { selected: true })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(project).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await project.getAttribute('id'))!)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Hospital Management System' })).toBeVisible()
})

test('the last one searches for the words; Escape closes, and a second time empties the field', async ({
  page,
}) => {
  await field(page).pressSequentially('hosp')
  await expect(offer(page).first()).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(offer(page, { selected: true })).toHaveText('Search for “hosp”')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(field(page)).toHaveValue('hosp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(page).toHaveURL('/projects?search=hosp&category=Web+Development')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await expect(page).toHaveURL('/projects?category=Web+Development')
})

test('a technology leads to its projects, and takes the words away', async ({ page }) => {
  await field(page).pressSequentially('flut')
  await page.getByRole('group', { name: 'Technologies' }).getByRole('option', { name: 'Flutter' }).click()
  await expect(page).toHaveURL('/projects?technology=Flutter')
  await expect(page.getByLabel('Technology')).toHaveValue('Flutter')
  await expect(field(page)).toHaveValue('')
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('on a phone a touch follows, and the keyboard gives the results room', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto('/projects')
  await hydrated(page)
  await field(page).tap()
  await field(page).pressSequentially('flut')
  await offer(page, { name: 'Flutter' }).tap()
  await expect(page).toHaveURL('/projects?technology=Flutter')
  await expect(field(page)).not.toBeFocused()
  await field(page).tap()
  await field(page).pressSequentially('expense')
  await expect(offer(page).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects?search=expense&technology=Flutter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(field(page)).not.toBeFocused()
})

test('misspelt words are offered what they mean', async ({ page }) => {
  await field(page).pressSequentially('hosptal')
  await expect(
    page.getByRole('group', { name: 'Projects for “hospital”' }).getByRole('option'),
  ).not.toHaveCount(0)
})

test('nothing opens for one letter or for words that nothing has, and leaving the field closes', async ({
  page,
}) => {
  await field(page).pressSequentially('h')
  await expect(page).toHaveURL('/projects?search=h&category=Web+Development')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  const answered = page.waitForResponse(/suggestions\.data\?search=hqxzv/)
  await field(page).pressSequentially('qxzv')
  await answered
  await expect(page).toHaveURL('/projects?search=hqxzv&category=Web+Development')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await field(page).fill('hosp')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('an answer that was overtaken is dropped', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/suggestions\.data\?search=hosp/, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest(/suggestions\.data\?search=hosp/)
  await field(page).fill('hosp')
  await asked
  await field(page).fill('flut')
  await expect(offer(page, { name: 'Flutter' })).toBeVisible()
  release()
  await expect(page).toHaveURL('/projects?search=flut&category=Web+Development')
  await expect(offer(page, { name: 'Hospital Management System' })).toHaveCount(0)
})

test('suggestions that fail leave the list alone', async ({ page }) => {
  await page.route('**/projects/suggestions.data*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await field(page).fill('hosp')
  await failed
  await expect(page).toHaveURL('/projects?search=hosp&category=Web+Development')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 Project Found')
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('a project chosen right after typing is not overtaken by the list', async ({ page }) => {
  await field(page).fill('hosp')
  await offer(page, { name: 'Hospital Management System' }).click()
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(heading(page)).toContainText(/Projects? Found/)
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Search projects' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const offer = (page: Page, options?: Parameters<Page['getByRole']>[1]) =>
  page.getByRole('listbox').getByRole('option', options)
