import { expect, test } from './journey.ts'
import { anUploadedProject } from './listings.ts'
import { signInAsStaff, signInAsStaffByHand, signUp, staffHeaders } from './people.ts'
import { expectSound, expectSoundIfLong } from './sound.ts'

test('staff select projects from page to page, switch them off and on, edit one, create one for a member and delete it', async ({
  page,
}) => {
  const word = `Kiosk${Date.now()}`
  const email = `${word.toLowerCase()}@e2e.example`
  const { headers } = await signUp(page, { name: 'Meera Iyer', email, phone: '9812300124' })
  const id = await anUploadedProject(page, headers, { title: `${word} one`, price: 120 })
  await signInAsStaff(page)
  await page.goto(`/admin/projects?search=${word}`)
  const row = page.getByRole('row', { name: new RegExp(`${word} one`) })
  await row.getByRole('checkbox').check()
  await page.getByRole('link', { name: 'Price' }).click()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
  const bulk = page.getByRole('region', { name: 'Bulk actions' })
  await expect(bulk).toContainText('1 selected')
  await expectSound(page)
  await bulk.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('1 project deactivated.')).toBeVisible()
  await expect(row).toContainText('Inactive')
  await expect(row).toContainText('Pending')
  await expect(bulk).toBeHidden()

  await row.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill(`${word} edited`)
  await page.getByLabel('Price').fill('-1')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Price')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Price').fill('99.50')
  await page.getByLabel('Verification', { exact: true }).selectOption('Rejected')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Tell the owner in the notes what to change or why.')).toBeVisible()
  await page.getByLabel('Notes').fill('It does not start.')
  await page.evaluate(() => localStorage.setItem('adminToken', 'ended'))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/admin/login')
  await signInAsStaffByHand(page)
  await page.goto(`/admin/projects/edit/${id}`)
  await expect(page.getByLabel('Title')).toHaveValue(`${word} edited`)
  await expect(page.getByLabel('Notes')).toHaveValue('It does not start.')
  await expectSoundIfLong(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`“${word} edited” is saved.`)).toBeVisible()
  const answer = await page.request.get(`/api/projects/${id}`, { headers: await staffHeaders(page) })
  const { project } = (await answer.json()) as { project: object }
  expect(project).toMatchObject({ price: 99.5, isActive: false, verificationStatus: 'rejected' })
  const verdict = `**/api/projects/${id}/verification-history`
  await page.route(verdict, (route) => route.fulfill({ status: 500, body: 'out of order' }))
  await page.goto(`/admin/projects/${id}`)
  await expect(page.getByRole('heading', { name: 'Project not found' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: 'Try Again' })).toBeVisible()
  await page.unroute(verdict)
  await page.goto('/admin/projects/edit/01890000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Projects' }).click()

  await page.getByRole('link', { name: 'Add New Project' }).click()
  await page.getByLabel('Owner’s email').fill('nobody@nowhere.example')
  await page.getByLabel('Title').fill(`${word} two`)
  await page.getByLabel('Description').fill('Sells tickets.')
  await page.getByLabel('Category').selectOption('SaaS')
  await page.getByLabel('Price').fill('50')
  await page.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByText('No member signs in with this email')).toBeVisible()
  await expectSound(page)
  await page.getByLabel('Owner’s email').fill(email)
  await page.getByRole('button', { name: 'Create Project' }).click()
  await expect(page.getByRole('heading', { name: `${word} two` })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/projects?search=${word}`)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.check()
  await expect(bulk).toContainText('2 selected')
  await all.uncheck()
  await expect(bulk).toBeHidden()
  const card = page.getByRole('row', { name: new RegExp(`${word} two`) })
  await card.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this project?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
})

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
