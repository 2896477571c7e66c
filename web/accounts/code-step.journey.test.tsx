import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import {
  address,
  clock,
  field,
  main,
  press,
  reload,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../../test/in-process.tsx'
import { aMember, anEmail, codeMailedTo } from '../../test/makers.ts'
import { codeField, enterCode, sendForm } from '../../test/sign-in-form.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()
const aPerson = (name: string) => ({ Name: name, Email: anEmail(), Phone: '9876543210' })

test('the code field has the focus when it appears and takes digits only; a reload keeps it, the countdown and the way to the cart, and a pasted "123 456" is sent', async () => {
  vi.useFakeTimers(clock)
  const person = aPerson('Mitra Bose')
  await visit('/signup?next=%2Fcart')
  await sendForm(person)
  const field = await codeField()
  await expect.poll(() => document.activeElement).toBe(field)
  expect(field.autocomplete).toBe('one-time-code')
  await user.keyboard('12a-')
  expect(field.value).toBe('12')
  const again = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Resend Code in \d+s$/ })
  expect(again().disabled).toBe(true)
  await timePasses(2000)
  await reload()
  await codeField()
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('otp')
  expect(Number(/\d+/.exec(again().textContent)![0])).toBeLessThanOrEqual(58)
  const code = codeMailedTo(app, person.Email)
  await user.paste(`${code.slice(0, 3)} ${code.slice(3)}`)
  await screen.findByText(/^Welcome, Mitra Bose\./)
  await timePasses(2000)
  await expect.poll(address).toBe('/cart')
})

test('Back and Send Code again come back to the code that is on its way, and what was filled in stays', async () => {
  const person = aPerson('Joseph Kurian')
  await visit('/signup')
  await sendForm(person)
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  await reload()
  for (const [label, text] of Object.entries(person)) expect(field(label).value).toBe(text)
  await press('Send Code')
  await screen.findByText('We have already sent you an email.')
  const code = codeMailedTo(app, person.Email)
  await user.type(await codeField(), code === '000000' ? '111111' : '000000')
  await expect.poll(() => main().textContent).toContain('OTP verification failed')
  await screen.findByText(/^A code is used up after 5 wrong tries or 10 minutes\./)
  // The wrong code is selected.
  await user.keyboard(code)
  await screen.findByText(/^Welcome, Joseph Kurian\./)
  expect(sessionStorage.getItem('askedCode')).toBeNull()
})

test('another tab begins at the first step, and the first one keeps its code', async () => {
  const { email } = await aMember(app)
  await visit('/signin')
  expect(field('Email').value).toBe('')
  await sendForm({ Email: email })
  await codeField()
  const asked = sessionStorage.getItem('askedCode')!
  sessionStorage.clear()
  await reload()
  await screen.findByLabelText(labelled('Email'))
  expect(field('Email').value).toBe('')
  sessionStorage.setItem('askedCode', asked)
  await reload()
  await enterCode(app, email)
  await screen.findByText(/^Welcome back, /)
})
