import type { ListedProject } from './catalogue.ts'
import { hydrated } from './hydrated.ts'
import { expect, test } from './journey.ts'
import { signUp } from './people.ts'
import { expectSoundIfLong } from './sound.ts'

const person = (name: string) => ({
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})

test.describe(() => {
  test.use({ own: true })

  test('what is paid for is stamped Yours, with the steps to the running program and the README’s command to copy', async ({
    page,
  }) => {
    // Pages of the shop may not read the clipboard.
    await page.addInitScript(() => {
      navigator.clipboard.writeText = async (text) => {
        document.title = text
      }
    })
    await signUp(page, person('Vikram Rao'))
    const search = await page.request.get('/api/projects?search=Kirana+Online+Grocery+Store')
    const { projects } = (await search.json()) as { projects: ListedProject[] }
    await page.goto(`/checkout?project=${projects[0]!._id}`)
    await page.getByLabel('State').selectOption('Kerala')
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await page.getByRole('button', { name: 'Succeed' }).click()
    await expect(page.getByText('Payment received')).toBeVisible()
    const label = page.getByRole('complementary', { name: 'Your order' })
    await expect(label.getByText('Yours', { exact: true })).toBeVisible()
    const steps = label.getByRole('list', { name: 'From the download to the running program' })
    await expect(steps.getByRole('listitem')).toHaveCount(3)
    await expect(steps.getByRole('listitem').first().getByRole('button', { name: 'Download' })).toBeVisible()
    const command = 'php -S localhost:8000 -t public public/index.php'
    await expect(steps.getByText(command)).toBeVisible()
    await steps.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Command copied')).toBeVisible()
    await expect(page).toHaveTitle(command)
    // The price is gone, for the eye and for screen readers.
    const torn = label.locator('.label-leaving')
    await expect(torn).toHaveCSS('opacity', '0')
    await expect(torn).toHaveAttribute('aria-hidden', 'true')
    await page.reload()
    await expect(label.getByText('Yours', { exact: true })).toBeVisible()
    await expect(torn).toHaveCount(0)
    await expectSoundIfLong(page)
  })
})

test('beside the form of sign-in stands the stamped label of a project from the shop, on phones a strip of it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const address of ['/signin', '/signup']) {
    await page.goto(address)
    const shown = page.getByRole('complementary', { name: 'From the shop' })
    await expect(shown.getByText('Verified')).toBeVisible()
    const title = await shown.getByRole('heading').innerText()
    const found = await page.request.get(`/api/projects?search=${encodeURIComponent(title)}`)
    const { projects } = (await found.json()) as { projects: ListedProject[] }
    expect(projects.map((project) => project.title)).toContain(title)
    await page.setViewportSize({ width: 390, height: 844 })
    const strip = page.getByRole('main').getByText(title)
    await expect(strip).toBeVisible()
    await expect(shown).toBeHidden()
    const { height } = (await page.locator('.sign-in-strip').boundingBox())!
    expect(height).toBeLessThanOrEqual(96)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('sign-up asks three things; what few fill in opens by its link, by an error there and by what was typed before', async ({
  page,
}) => {
  await page.goto('/signup')
  await hydrated(page)
  const fields = page.getByRole('main').getByRole('textbox').or(page.getByRole('combobox'))
  await expect(fields.filter({ visible: true })).toHaveCount(3)
  await page.getByText('Add college, course or a referral code').press('Enter')
  await expect(page.getByLabel('College')).toBeFocused()
  await expect(fields.filter({ visible: true })).toHaveCount(7)
  await page.goto('/signup?ref=ASHA2345')
  await expect(page.getByLabel('Referral code')).toBeVisible()
})
