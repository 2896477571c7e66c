import { type APIRequestContext, expect, type Page } from '@playwright/test'

import { codeMailedTo } from './mails.ts'
import { store } from './storage.ts'

type Headers = Record<string, string>

/** A person who has no account yet. */
export const newcomer = (name: string): Person => ({
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}-${Date.now().toString(36)}@e2e.example`,
  phone: '9876543210',
})

/** Signs a new person up through the API, and opens an address as that member, if one is given. */
export async function signUp(page: Page, { email, ...userData }: Person, { open }: { open?: string } = {}) {
  return enter(page, { email, userData }, open)
}

/** Signs a person with an account in through the API, and opens an address as that member, if one is given. */
export const signIn = (page: Page, email: string, open?: string) => enter(page, { email }, open)

async function enter(page: Page, who: { email: string; userData?: object }, open?: string) {
  const { email } = who
  const post = async (call: string, data: object) =>
    (await (await page.request.post(`/api/users/auth/email/${call}`, { data })).json()) as Record<
      string,
      never
    >
  const before = codeMailedTo(email)
  const { sessionToken } = await post('send-otp', { email })
  await expect.poll(() => codeMailedTo(email), { intervals: [50] }).not.toBe(before)
  const data = { ...who, sessionToken, otp: codeMailedTo(email) }
  const { tokens, user } = (await post('verify-otp', data)) as unknown as SignedUp
  await store(page, { ...tokens, user })
  if (open) await page.goto(open)
  return { user, headers: { authorization: `Bearer ${tokens.accessToken}` } as Headers }
}

interface SignedUp {
  tokens: { accessToken: string; refreshToken: string }
  user: { _id: string }
}

const admin = { email: 'admin@readymade.example', password: 'readymade-demo' }

/** Signs the demo admin in through the API, and opens an address as staff, if one is given. */
export async function signInAsStaff(page: Page, open?: string) {
  const { token, admin } = await staffSession(page.request)
  await store(page, { adminToken: token, adminUser: admin })
  if (open) await page.goto(open)
}

/** The headers for calls of the demo admin, signed in once for all journeys of a worker, which have one server. */
export async function staffHeaders(page: Page): Promise<Headers> {
  staffToken ??= (await staffSession(page.request)).token
  return { authorization: `Bearer ${staffToken}` }
}
let staffToken: string | undefined

/** Signs the demo admin in. */
export async function staffSession(request: APIRequestContext) {
  const answer = await request.post('/api/auth/login', { data: admin })
  return (await answer.json()) as { token: string; admin: object }
}

/** Signs a new person up with the form and the emailed code. */
export async function signUpByHand(page: Page, person: Person) {
  await page.goto('/signup')
  await fillSignUp(page, person)
  await enterCode(page, person.email)
  await expect(page.getByRole('link', { name: `Hi, ${person.name.split(' ')[0]}` })).toBeVisible()
}

/** Fills the first step of sign-up and requests a code. */
export async function fillSignUp(page: Page, person: Person) {
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Phone').fill(person.phone)
  await page.getByRole('button', { name: 'Send Code' }).click()
}

/** Shows the fields of sign-up that few fill in, which are behind a link. */
export const openMoreFields = (page: Page) => page.getByText('Add college, course or a referral code').click()

/** Shows the field for a coupon at checkout, which is behind a link. */
export const openCoupon = (page: Page) => page.getByText('Add a coupon').click()

/** Types the newest code mailed to an address; the form is sent at the sixth digit. */
export async function enterCode(page: Page, email: string) {
  const field = page.getByLabel('6-digit code')
  await expect(field).toBeVisible()
  await expect.poll(() => codeMailedTo(email)).toMatch(/^[0-9]{6}$/)
  await field.pressSequentially(codeMailedTo(email)!)
}

interface Person {
  name: string
  email: string
  phone: string
}
