import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import {
  address,
  clock,
  main,
  press,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../../test/in-process.tsx'
import { aMember, anEmail } from '../../test/makers.ts'
import { aBuyer, aListing } from '../../test/orders.ts'
import { enterCode, sendForm, signInByHand } from '../../test/sign-in-form.ts'

const app = await startJourneys()
const owner = await aBuyer(app)
const { id } = await aListing(app.db, owner.id, 49_900)

test('who signs up on the way to the checkout comes to the checkout, also when sign-in was opened first', async () => {
  vi.useFakeTimers(clock)
  const email = anEmail()
  await visit(`/projects/${id}`)
  await user.click(screen.getAllByRole('link', { name: 'Purchase Now' })[0]!)
  for (const [here, there] of [
    ['Sign in', 'Sign up'],
    ['Sign up', 'Sign in'],
  ] as const) {
    await screen.findByRole('heading', { name: here })
    await user.click(within(main()).getByRole('link', { name: there }))
  }
  await screen.findByRole('heading', { name: 'Sign in' })
  await sendForm({ Email: email })
  await expect.poll(() => main().textContent).toContain('No account found for that email.')
  await sendForm({ Name: 'Ritika Shah', Phone: '9876543210' })
  await enterCode(app, email)
  await screen.findByText(/^Welcome, Ritika Shah\./)
  await timePasses(2000)
  await expect.poll(address).toBe(`/checkout?project=${id}`)
  await expect.poll(() => screen.queryAllByRole('button', { name: /^Pay/ }).length).toBeGreaterThan(0)
})

test('who signs in from a project or the cart comes back to it, and who came from nowhere goes home; the welcome is read for two seconds', async () => {
  vi.useFakeTimers(clock)
  const { email } = await aMember(app)
  for (const place of [`/projects/${id}`, '/cart', '/signin']) {
    await visit(place)
    if (place !== '/signin')
      await user.click(within(screen.getByRole('banner')).getAllByRole('link', { name: 'Sign In' })[0]!)
    await screen.findByRole('heading', { name: 'Sign in' })
    await signInByHand(app, email)
    expect(address()).toMatch(/^\/signin/)
    await timePasses(2000)
    await expect.poll(address).toBe(place === '/signin' ? '/' : place)
    localStorage.clear()
  }
})

test('who is signed out meanwhile and adds a project is asked to log in, and comes back to the form', async () => {
  vi.useFakeTimers(clock)
  const sana = await aMember(app)
  await visit('/profile?tab=projects', { as: sana })
  await screen.findByText('No projects yet')
  for (const entry of ['accessToken', 'refreshToken', 'user']) localStorage.removeItem(entry)
  const popup = () => screen.queryByRole('dialog', { name: 'Login Required' })
  await press('Add New Project')
  await user.click(within(popup()!).getByRole('button', { name: 'Cancel' }))
  await expect.poll(popup).toBeNull()
  await press('Add New Project')
  await user.click(within(popup()!).getByRole('button', { name: 'Log In' }))
  await expect.poll(address).toBe('/signin?next=%2Fprofile%3Ftab%3Dprojects%26new%3D1')
  await screen.findByRole('heading', { name: 'Sign in' })
  await signInByHand(app, sana.email)
  await timePasses(2000)
  await expect.poll(address).toBe('/profile?tab=projects&new=1')
  await screen.findByRole('dialog', { name: 'Add New Project' })
})

test('nobody is led from sign-up to another site', async () => {
  vi.useFakeTimers(clock)
  const email = anEmail()
  await visit(`/signup?next=${encodeURIComponent('/\t/evil.example')}`)
  await sendForm({ Name: 'Omkar Joshi', Email: email, Phone: '9876543210' })
  await enterCode(app, email)
  await screen.findByText(/^Welcome, Omkar Joshi\./)
  await timePasses(2000)
  await expect.poll(address).toBe('/')
})

test('a member who is signed out is led to sign-in', async () => {
  const project = '/owner/projects/01890000-0000-7000-8000-000000000000'
  await visit(project)
  await expect.poll(address).toBe(`/signin?next=${encodeURIComponent(project)}`)
})
