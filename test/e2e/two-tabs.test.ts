import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { signInAsStaff, signUp, signUpByHand, newcomer } from './people.ts'

test("who signs in or out in one tab is greeted or signed out in the others: their heads say so, members' pages lead to sign-in, and those of staff too", async ({
  context,
  page,
}) => {
  const [about, profile] = [await context.newPage(), await context.newPage()]
  await about.goto('/about')
  await hydrated(about)
  await signUp(page, newcomer('Farah Khan'))
  const signInLink = about.getByRole('banner').getByRole('link', { name: 'Sign In' })
  await expect(about.getByRole('link', { name: 'Hi, Farah' })).toBeVisible()
  await expect(signInLink).toBeHidden()
  await profile.goto('/profile?tab=orders')
  await expect(profile.getByRole('heading', { name: 'Farah Khan' })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(about.getByRole('link', { name: 'Hi, Farah' })).toBeHidden()
  await expect(signInLink).toBeVisible()
  await expect(about).toHaveURL('/about')
  await expect(profile).toHaveURL('/signin?next=%2Fprofile%3Ftab%3Dorders')

  await signInAsStaff(page, '/admin/dashboard')
  await about.goto('/admin/projects')
  await expect(about.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/admin/login')
  await expect(about).toHaveURL('/admin/login')
})

test.describe(() => {
  test.use({ own: true })

  test('where the browser keeps nothing, one can still sign in and choose a theme', async ({ page }) => {
    await page.addInitScript(() => {
      const closed = {
        get: () => {
          throw new DOMException('closed', 'SecurityError')
        },
      }
      Object.defineProperty(window, 'localStorage', closed)
      Object.defineProperty(window, 'sessionStorage', closed)
    })
    await signUpByHand(page, newcomer('Farah Khan'))
    await page.getByRole('radio', { name: 'Dark' }).first().check({ force: true })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('link', { name: 'Hi, Farah' }).click()
    await expect(page.getByRole('heading', { name: 'Farah Khan' })).toBeVisible()
  })
})

test('of two tabs with one section the older one changes only its own field, and reads the other text before it writes over it', async ({
  context,
  page,
}) => {
  const person = newcomer('Leela Rao')
  const { headers } = await signUp(page, person, { open: '/profile' })
  const data = { title: 'Two tabs', description: 'Old text.', category: 'Web Development', price: 100 }
  const made = await page.request.post('/api/projects', { headers, data })
  const { _id: id } = (await made.json()) as { _id: string }
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`/owner/projects/${id}`)
    await tab.getByRole('button', { name: 'Edit Description' }).click()
  }
  const section = (tab: Page) => tab.getByRole('region', { name: 'Description', exact: true })
  const save = async (tab: Page, label: string, text: string) => {
    await section(tab).getByLabel(label).fill(text)
    await section(tab).getByRole('button', { name: 'Save Changes' }).click()
  }
  await save(other, 'Description', 'A new text, written for an hour.')
  await expect(section(other).getByRole('button', { name: 'Edit Description' })).toBeVisible()
  await save(page, 'Title', 'A better title')
  await expect(section(page).getByText('A new text, written for an hour.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'A better title', level: 1 })).toBeVisible()

  await section(other).getByRole('button', { name: 'Edit Description' }).click()
  await section(page).getByRole('button', { name: 'Edit Description' }).click()
  await save(page, 'Title', 'The best title')
  await expect(page.getByRole('heading', { name: 'The best title', level: 1 })).toBeVisible()
  await save(other, 'Title', 'My own title')
  await expect(section(other).getByText('It now says: “The best title”')).toBeVisible()
  await expect(section(other).getByLabel('Title')).toHaveValue('My own title')
  await section(other).getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByRole('heading', { name: 'My own title', level: 1 })).toBeVisible()
  // What was typed before another tab saved still reads the other text after a reload.
  await page.reload()
  await section(page).getByRole('button', { name: 'Edit Description' }).click()
  await section(page).getByLabel('Title').fill('A title from before')
  await section(other).getByRole('button', { name: 'Edit Description' }).click()
  await save(other, 'Title', 'A title from later')
  await expect(other.getByRole('heading', { name: 'A title from later', level: 1 })).toBeVisible()
  await page.reload()
  await expect(section(page).getByLabel('Title')).toHaveValue('A title from before')
  await section(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(section(page).getByText('It now says: “A title from later”')).toBeVisible()
})
