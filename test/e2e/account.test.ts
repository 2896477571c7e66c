import { expectSound } from './accessibility-findings.ts'
import { expect, test } from './journey.ts'
import { codeMailedTo } from './mails.ts'
import { signUp } from './people.ts'

test('all data is saved as a ZIP; what is wrong with a new email or with a code comes into view, and the question before an account is deleted is accessible', async ({
  page,
}) => {
  const asha = {
    name: 'Asha Rao',
    email: `account-${Date.now()}@example.in`,
    phone: '9876543210',
  }
  await signUp(page, asha, { open: '/profile?tab=settings' })
  const data = page.getByRole('region', { name: 'Your data' })
  await data.getByRole('button', { name: 'Collect My Data' }).click()
  const download = data.getByRole('button', { name: 'Download My Data' })
  await expect(download).toBeVisible({ timeout: 30_000 })
  const saving = page.waitForEvent('download')
  await download.click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('readymade-my-data.zip')
  expect(await saved.failure()).toBeNull()

  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Change Email' }).click()
  await section.getByLabel('New email').fill('asha')
  await section.getByRole('button', { name: 'Send Codes' }).click()
  await expect(section.getByText('Please enter a valid email address')).toBeInViewport()
  await section.getByLabel('New email').fill(`new-${asha.email}`)
  await section.getByRole('button', { name: 'Send Codes' }).click()
  await expect(section.getByLabel(/^Code sent to/).first()).toBeFocused()

  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const before = codeMailedTo(asha.email)
  await dialog.getByRole('button', { name: 'Send Me a Code' }).click()
  await expect.poll(() => codeMailedTo(asha.email)).not.toBe(before)
  const wrong = codeMailedTo(asha.email) === '000000' ? '111111' : '000000'
  await dialog.getByLabel('6-digit code').fill(wrong)
  await dialog.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(dialog.getByText('This code is wrong. Look at the newest email from us.')).toBeInViewport()
  await expectSound(page)
})
