import { request } from 'node:http'

import { hydrated } from './hydrated.ts'
import { expect, type Page, test } from './journey.ts'
import { linkMailedTo } from './mails.ts'
import { signUp } from './people.ts'

/** Sends a call from another client network: every address of 127.0.0.0/8 belongs to this machine. */
const callFrom = (localAddress: string, origin: string, path: string, body: object) =>
  new Promise<{ sessionToken?: string }>((resolve, reject) => {
    const { port } = new URL(origin)
    const headers = { 'content-type': 'application/json' }
    const call = request(
      { host: '127.0.0.1', port, path, method: 'POST', localAddress, headers },
      (reply) => {
        let text = ''
        reply.on('data', (chunk) => (text += String(chunk)))
        reply.on('end', () => resolve(JSON.parse(text) as { sessionToken?: string }))
      },
    )
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })

let network = 1
/** Enters five wrong codes for an email from each of four networks. */
async function guessAt(email: string, origin: string) {
  for (let stranger = 0; stranger < 4; stranger++) {
    const from = `127.0.${++network >> 8}.${network & 255}`
    const auth = '/api/users/auth/email'
    const { sessionToken } = await callFrom(from, origin, `${auth}/send-otp`, { email })
    for (let attempt = 0; attempt < 5; attempt++)
      await callFrom(from, origin, `${auth}/verify-otp`, { email, sessionToken, otp: `00000${attempt}` })
  }
}

async function linkFor(page: Page, email: string): Promise<string> {
  await page.goto('/signin?next=%2Fprofile%3Ftab%3Dorders')
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByText('Somebody has entered many wrong codes for this email.')).toBeVisible()
  await expect(page.getByLabel('6-digit code')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Resend Link/ })).toBeVisible()
  await expect.poll(() => linkMailedTo(email)).toBeTruthy()
  return linkMailedTo(email)!
}

test('somebody whose email is being guessed at signs in with the link, once, and comes to where they were going', async ({
  page,
  context,
  baseURL,
}) => {
  const person = { name: 'Meera Iyer', email: `meera-${Date.now()}@e2e.example`, phone: '9876543210' }
  await signUp(page, person)
  await page.evaluate(() => localStorage.clear())
  await guessAt(person.email, baseURL!)
  const link = await linkFor(page, person.email)

  const tab = await context.newPage()
  await tab.goto(link)
  await hydrated(tab)
  await tab.getByRole('button', { name: 'Sign In' }).click()
  await expect(tab.getByText('Welcome back, Meera Iyer.')).toBeVisible()
  await expect(tab).toHaveURL('/profile?tab=orders')

  await page.goto(link)
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('This link has expired or was used. Ask for a new one.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for a New One' })).toHaveAttribute('href', '/signin')
})

test('a link for an email without an account leads through sign-up, without a code', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  const email = `kabir-${Date.now()}@e2e.example`
  await guessAt(email, baseURL!)
  await expect.poll(() => linkMailedTo(email)).toBeTruthy()
  await page.goto(linkMailedTo(email)!)
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please complete signup to continue.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Name').fill('Kabir Shah')
  await page.getByLabel('Phone').fill('98765')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Phone number must be 10 digits')).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Phone').fill('9876543210')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Welcome, Kabir Shah. Your account is ready.')).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL('/')
})

test('a link that is incomplete, over or opened without JavaScript says what to do', async ({
  page,
  browser,
}) => {
  await page.goto('/signin/link')
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('This link is incomplete. Open it from the email again.')).toBeVisible()
  await expect(page.getByText('It signs you in once')).toBeHidden()
  await page.goto('/admin/login/link#over')
  await hydrated(page)
  const promise = page.getByText('It signs you in once.')
  await expect(promise).toBeVisible()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('This link has expired or was used. Ask for a new one.')).toBeVisible()
  await expect(promise).toHaveCount(0)
  await page.getByRole('link', { name: 'Sign In Again' }).click()
  await expect(page).toHaveURL('/admin/login')
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto('/signin/link#token')
  await expect(plain.locator('noscript span').first()).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Sign In' })).toHaveCount(0)
})
