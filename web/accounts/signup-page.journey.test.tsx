import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import {
  address,
  clock,
  field,
  main,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../../test/in-process.tsx'
import { anAdmin, anEmail } from '../../test/makers.ts'
import { enterCode, refusalOf, sendForm } from '../../test/sign-in-form.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()

test('when check-email is closed, a right code leads an unknown email to sign-up, and the same code finishes it; who is signed in is led on', async () => {
  vi.useFakeTimers(clock)
  const email = anEmail()
  await visit('/signin')
  const body = JSON.stringify({ email })
  const headers = { 'content-type': 'application/json' }
  for (let call = 0; call < 10; call++)
    await fetch('/api/users/auth/check-email', { method: 'POST', headers, body })
  await sendForm({ Email: email })
  await enterCode(app, email)
  await within(main()).findByText('No account found for that email. Please complete signup to continue.')
  await screen.findByLabelText(labelled('Email'))
  expect(field('Email').value).toBe(email)
  await sendForm({ Name: 'Devi Kumar', Phone: '+91 98765 43210' })
  await enterCode(app, email)
  await screen.findByText(/^Welcome, Devi Kumar\./)
  await timePasses(2000)
  await expect.poll(address).toBe('/')
  for (const page of ['/signin', '/signup']) {
    await visit(page)
    await expect.poll(address).toBe('/')
  }
})

test('who reads the terms before the sign-up is sent finds the form as it was left', async () => {
  const email = anEmail()
  await visit('/signup')
  await user.type(field('Name'), 'Tara Menon')
  await user.type(field('Email'), email)
  await user.click(within(main()).getByRole('link', { name: 'terms' }))
  await expect.poll(address).toBe('/support/terms')
  await screen.findByRole('heading', { level: 1, name: /terms/i })
  history.back()
  await expect
    .poll(() => screen.queryByLabelText<HTMLInputElement>(labelled('Name'))?.value)
    .toBe('Tara Menon')
  expect(field('Email').value).toBe(email)
  await sendForm({ Phone: '9876543210' })
  await enterCode(app, email)
  await screen.findByText(/^Welcome, Tara Menon\./)
  expect(sessionStorage.getItem('drafts')).toBeNull()
})

test('who signs up with an email at a domain that we refuse reads so beside the email, and goes on with another', async () => {
  const admin = await anAdmin(app)
  const signUp = { query: { version: 0 }, body: { blockedDomains: 'throwaway.example' } }
  await admin.api.settings.signUp(signUp)
  await visit('/signup')
  await sendForm({ Name: 'Meera Nair', Email: 'meera@throwaway.example', Phone: '9876543210' })
  await refusalOf('Email', 'We do not accept emails at throwaway.example. Please use another email.')
  const email = anEmail()
  await sendForm({ Email: email })
  await enterCode(app, email)
  await screen.findByText(/^Welcome, Meera Nair\./)
})
