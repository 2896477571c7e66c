import { expect, type Page, test } from './journey.ts'
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

test('an email is changed with a code from both addresses, also after a reload', async ({ page }) => {
  const asha = person('Asha Rao')
  await signUp(page, asha, { open })
  const signUpCode = codeMailedTo(asha.email)
  const next = person('x').email
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Change Email' }).click()
  await section.getByLabel('New email').fill('asha')
  await section.getByRole('button', { name: 'Send Codes' }).click()
  await expect(section.getByText('Please enter a valid email address')).toBeInViewport()
  await section.getByLabel('New email').fill(asha.email)
  await section.getByRole('button', { name: 'Send Codes' }).click()
  await expect(section.getByText('This is your email already.')).toBeInViewport()
  await section.getByLabel('New email').fill(next)
  await section.getByRole('button', { name: 'Send Codes' }).click()
  await expect(section.getByLabel(`Code sent to ${next}`)).toBeFocused()
  await expect(section.getByRole('button', { name: /Resend Codes in \d+s/ })).toBeDisabled()
  await page.reload()
  await expectSoundIfLong(page)
  const [code, emailCode] = [await newCode(asha.email, signUpCode), await newCode(next)]
  await section.getByLabel(`Code sent to ${next}`).fill(emailCode)
  await section.getByLabel(`Code sent to ${asha.email}`).fill(code === '000000' ? '111111' : '000000')
  await section.getByRole('button', { name: 'Change Email' }).click()
  await expect(section.getByText('This code is wrong. Look at the newest email from us.')).toBeInViewport()
  await expect(section.getByLabel(`Code sent to ${asha.email}`)).toBeFocused()
  await section.getByLabel(`Code sent to ${asha.email}`).fill(code)
  await section.getByRole('button', { name: 'Change Email' }).click()
  await expect(page.getByText(`Your email is now ${next}.`)).toBeVisible()
  await expect(section).toContainText(`You sign in with ${next}.`)
  await expect(section.getByRole('button', { name: 'Change Email' })).toBeVisible()
})

test('a change of email that was given up is gone', async ({ page }) => {
  await signUp(page, person('Asha Rao'), { open })
  const section = page.getByRole('region', { name: 'Email' })
  await section.getByRole('button', { name: 'Change Email' }).click()
  await section.getByLabel('New email').fill(person('x').email)
  await section.getByRole('button', { name: 'Send Codes' }).click()
  await section.getByRole('button', { name: 'Keep My Email' }).click()
  await expect(section.getByRole('button', { name: 'Change Email' })).toBeVisible()
  await page.reload()
  await expect(section.getByRole('button', { name: 'Change Email' })).toBeVisible()
})

test('another device is signed out from here, and lands on the sign-in page', async ({ page, elsewhere }) => {
  const asha = person('Asha Rao')
  await signUp(page, asha, { open })
  const other = await signedInElsewhere(await elsewhere(), asha.email)
  await page.reload()
  const devices = page.getByRole('region', { name: 'Your devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('This device')).toHaveCount(1)
  await expect(devices).toContainText('Chrome on Linux')
  await expectSoundIfLong(page)
  await devices.getByRole('button', { name: /^Sign Out ?: Chrome/ }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('This device is signed out.')).toBeVisible()
  await other.goto('/profile')
  await expect(other).toHaveURL(/\/signin/)
  await other.close()
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

test('an account is deleted with a mailed code, after what goes and what stays was said', async ({
  page,
}) => {
  const asha = person('Asha Rao')
  await signUp(page, asha, { open })
  const signUpCode = codeMailedTo(asha.email)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText(
    'Orders, payments and the ledger, without your name: tax law asks for them.',
  )
  await expectSoundIfLong(page)
  await dialog.getByRole('button', { name: 'Keep My Account' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await dialog.getByRole('button', { name: 'Send Me a Code' }).click()
  const code = await newCode(asha.email, signUpCode)
  await expect(dialog.getByLabel('6-digit code')).toBeFocused()
  await dialog.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000')
  await dialog.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(dialog.getByText('This code is wrong. Look at the newest email from us.')).toBeInViewport()
  await expectSound(page)
  await dialog.getByLabel('6-digit code').fill(code)
  await dialog.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('.notice').getByText('Your account is deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/signin/)
  await signUp(page, asha, { open })
  await expect(page.getByRole('heading', { name: 'Asha Rao', level: 1 })).toBeVisible()
})

/** Signs a member in with a code in another browser. */
async function signedInElsewhere(page: Page, email: string) {
  const before = codeMailedTo(email)
  const post = async (call: string, data: object) =>
    (await (await page.request.post(`/api/users/auth/email/${call}`, { data })).json()) as Record<
      string,
      never
    >
  const { sessionToken } = await post('send-otp', { email })
  const { tokens } = await post('verify-otp', { email, sessionToken, otp: await newCode(email, before) })
  await page.goto('/signin')
  await page.evaluate(
    (entries) => Object.entries(entries).forEach(([name, value]) => localStorage.setItem(name, value)),
    tokens as unknown as Record<string, string>,
  )
  return page
}
