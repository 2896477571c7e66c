import { expect, test } from './journey.ts'
import { codeMailedTo } from './mails.ts'
import { signUp } from './people.ts'
import { expectSound, expectSoundIfLong } from './sound.ts'

let count = 0
const person = (name: string) => ({
  name,
  email: `account-${Date.now()}-${++count}@example.in`,
  phone: '9876543210',
})
const open = '/profile?tab=settings'

/** Waits for a code that differs from the one before. */
async function newCode(email: string, before?: string) {
  await expect.poll(() => codeMailedTo(email) ?? before).not.toBe(before)
  return codeMailedTo(email)!
}

test('what is wrong with a new email comes into view', async ({ page }) => {
  await signUp(page, person('Asha Rao'), { open })
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Change Email' }).click()
  await section.getByLabel('New email').fill('asha')
  await section.getByRole('button', { name: 'Send Codes' }).click()
  await expect(section.getByText('Please enter a valid email address')).toBeInViewport()
  await section.getByLabel('New email').fill(person('x').email)
  await section.getByRole('button', { name: 'Send Codes' }).click()
  await expect(section.getByLabel(/^Code sent to/).first()).toBeFocused()
  await expectSoundIfLong(page)
})

test('what is asked before an account is deleted is accessible, and a wrong code is said in view', async ({
  page,
}) => {
  const asha = person('Asha Rao')
  await signUp(page, asha, { open })
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectSoundIfLong(page)
  const before = codeMailedTo(asha.email)
  await dialog.getByRole('button', { name: 'Send Me a Code' }).click()
  const code = await newCode(asha.email, before)
  await dialog.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000')
  await dialog.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(dialog.getByText('This code is wrong. Look at the newest email from us.')).toBeInViewport()
  await expectSound(page)
})

test('all data is collected and saved as a ZIP', async ({ page }) => {
  await signUp(page, person('Asha Rao'), { open })
  const section = page.getByRole('region', { name: 'Your data' })
  await section.getByRole('button', { name: 'Collect My Data' }).click()
  await expect(section.getByRole('button', { name: 'Download My Data' })).toBeVisible({ timeout: 30_000 })
  await expectSoundIfLong(page)
  const saving = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Download My Data' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('readymade-my-data.zip')
  expect(await saved.failure()).toBeNull()
})
