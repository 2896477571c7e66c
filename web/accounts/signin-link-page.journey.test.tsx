import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import {
  address,
  clock,
  field,
  main,
  press,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../../test/in-process.tsx'
import { aMember, anAddress, anEmail, apiFrom, linkMailedTo } from '../../test/makers.ts'
import { refusalOf, sendForm } from '../../test/sign-in-form.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()

test('somebody whose email is being guessed at signs in with the link, once, and comes to where they were going', async () => {
  vi.useFakeTimers(clock)
  const { email } = await aMember(app, { name: 'Meera Iyer' })
  await guessAt(email)
  await visit('/signin?next=%2Fprofile%3Ftab%3Dorders')
  await sendForm({ Email: email })
  await screen.findByText(/^Somebody has entered many wrong codes for this email\./)
  expect(screen.queryByLabelText(labelled('6-digit code'))).toBeNull()
  screen.getByRole('button', { name: /^Resend Link/ })
  const link = `/signin/link#${linkMailedTo(app, email)}`
  // In another tab.
  sessionStorage.clear()
  await visit(link)
  await press('Sign In')
  await screen.findByText('Welcome back, Meera Iyer.')
  await timePasses(2000)
  await expect.poll(address).toBe('/profile?tab=orders')
  await visit(link)
  await press('Sign In')
  await screen.findByText('This link has expired or was used. Ask for a new one.')
  expect(screen.getByRole('link', { name: 'Ask for a New One' }).getAttribute('href')).toBe('/signin')
})

test('a link for an email without an account leads through sign-up, without a code', async () => {
  const email = anEmail()
  await guessAt(email)
  await visit(`/signin/link#${linkMailedTo(app, email)}`)
  await press('Sign In')
  await screen.findByText('No account found for that email. Please complete signup to continue.')
  expect(field('Email').value).toBe(email)
  await sendForm({ Name: 'Kabir Shah', Phone: '98765' }, 'Create Account')
  await refusalOf('Phone', 'Phone number must be 10 digits')
  await sendForm({ Phone: '9876543210' }, 'Create Account')
  await screen.findByText('Welcome, Kabir Shah. Your account is ready.')
})

test('a link that is incomplete or over says what to do, and no longer that it signs in', async () => {
  await visit('/signin/link')
  await press('Sign In')
  await screen.findByText('This link is incomplete. Open it from the email again.')
  expect(main().textContent).not.toContain('It signs you in once')
  await visit('/admin/login/link#over')
  expect(main().textContent).toContain('It signs you in once.')
  await press('Sign In')
  await screen.findByText('This link has expired or was used. Ask for a new one.')
  expect(main().textContent).not.toContain('It signs you in once')
  await user.click(screen.getByRole('link', { name: 'Sign In Again' }))
  await expect.poll(address).toBe('/admin/login')
})

/** Enters five wrong codes for an email from each of four client addresses. */
async function guessAt(email: string) {
  for (let stranger = 0; stranger < 4; stranger++) {
    const { accounts } = apiFrom(app, anAddress())
    const { sessionToken } = await accounts.sendOtp({ body: { email } })
    for (let guess = 0; guess < 5; guess++)
      await accounts.verifyOtp({ body: { email, sessionToken, otp: `00000${guess}` } }).catch(() => {})
  }
}
