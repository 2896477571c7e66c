import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { mailTo } from './mails.ts'
import { enterCode, fillSignUp, openMoreFields, signUp } from './people.ts'

const newcomer = (name: string) => ({
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})

test('a wrong referral code is told before a code is mailed, also on the way back; in any case and with spaces a right one counts', async ({
  page,
  elsewhere,
}) => {
  const friend = await elsewhere()
  const { user, headers } = await signUp(friend, newcomer('Rekha Nair'))
  const person = newcomer('Arun Nair')
  const code = page.getByLabel('Referral code')
  const refusal = page.getByText('Nobody has this referral code.')
  await page.goto('/signup')
  await hydrated(page)
  await openMoreFields(page)
  await expect(page.getByLabel('College')).toBeFocused()
  await code.fill('NOBODY22')
  await fillSignUp(page, person)
  await expect(refusal).toBeVisible()
  await expect(code).toBeFocused()
  expect(mailTo(person.email)).toBeUndefined()
  const { referralCode } = user
  await code.fill(`${referralCode.slice(0, 4)} ${referralCode.slice(4)}`.toLowerCase())
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await code.fill('NOBODY33')
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(refusal).toBeVisible()
  await code.fill(referralCode)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await enterCode(page, person.email)
  await expect(page.getByText('Welcome, Arun Nair.')).toBeVisible()
  expect(await referredBy(friend, headers)).toEqual(['Arun N.'])
})

test('a link with a code that nobody has hinders nobody: it is left out, and that is said', async ({
  page,
}) => {
  for (const [name, code] of [
    ['Kavya Iyer', 'NOBODY22'],
    ['Vivek Iyer', 'much-longer-than-any-code-of-ours'],
  ] as const) {
    const person = newcomer(name)
    await page.goto(`/signup?ref=${code}`)
    await hydrated(page)
    await fillSignUp(page, person)
    await expect(page.getByText('Nobody has the referral code of your link')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByLabel('Referral code')).toHaveValue('')
    await page.getByRole('button', { name: 'Send Code' }).click()
    await enterCode(page, person.email)
    await expect(page.getByText(`Welcome, ${name}.`)).toBeVisible()
    await page.evaluate(() => localStorage.clear())
  }
})

test('the code in a link to any page is kept for the sign-up, the first one counts, and it can be removed', async ({
  page,
}) => {
  await page.goto('/projects?ref=asha2345')
  await hydrated(page)
  await page.goto('/about?ref=OTHER234')
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  const code = page.getByLabel('Referral code')
  await expect(code).toHaveValue('asha2345')
  await expect(page.getByText('From the link of a friend that you opened')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the code' }).click()
  await expect(code).toHaveValue('')
  await page.reload()
  await expect(code).toHaveValue('')
})

test('who opens a link and looks around first still signs up with its code, in another tab too', async ({
  page,
  context,
}) => {
  await page.goto('/signup?ref=ASHA2345')
  await hydrated(page)
  await page.getByRole('link', { name: 'Readymade, home' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Referral code')).toHaveValue('ASHA2345')
  const tab = await context.newPage()
  await tab.goto('/signin')
  await hydrated(tab)
  await tab.getByRole('link', { name: 'Sign up' }).click()
  await expect(tab.getByLabel('Referral code')).toHaveValue('ASHA2345')
  await tab.reload()
  await expect(tab.getByLabel('Referral code')).toHaveValue('ASHA2345')
})

async function referredBy(page: Page, headers: Record<string, string>) {
  const { referrals } = (await (await page.request.get('/api/referrals', { headers })).json()) as {
    referrals: { referredUser: string }[]
  }
  return referrals.map(({ referredUser }) => referredUser)
}
