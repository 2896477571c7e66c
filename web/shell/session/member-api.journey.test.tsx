import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import {
  address,
  calls,
  failing,
  field,
  holding,
  press,
  startJourneys,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { aMember, aProject } from '../../../test/makers.ts'
import { signInByHand } from '../../../test/sign-in-form.ts'
import { labelled } from '../../../test/testing-library.ts'

const app = await startJourneys()

test('calls that fail with 401 one after the other share one refresh', async () => {
  const tara = await aMember(app, { name: 'Tara Singh' })
  await visit('/about', { as: tara })
  staleToken()
  const stale = localStorage.getItem('accessToken')
  // The second call fails only after the first one has been refreshed and repeated.
  const arrive = holding('profile.counts')
  await visit('/profile')
  await expect.poll(() => localStorage.getItem('accessToken')).not.toBe(stale)
  arrive()
  await screen.findByRole('heading', { name: 'Tara Singh' })
  const made = calls.map(({ name }) => name)
  expect(made.filter((name) => name === 'accounts.refresh')).toHaveLength(1)
  expect(made.filter((name) => name === 'profile.counts')).toHaveLength(2)
})

test('a refresh that nobody answers signs nobody out: the call says what failed', async () => {
  await visit('/profile?tab=settings&edit=name', { as: await aMember(app) })
  await user.type(field('Full Name'), ' Iyer')
  staleToken()
  const mend = failing('accounts.refresh', 'cut')
  await press('Save Changes')
  await screen.findByText('Failed to update profile')
  mend()
  await press('Save Changes')
  await screen.findByText('Profile updated successfully!')
})

test('whose session ends over a form is told so, signs in, and finds the form as it was left', async () => {
  const uma = await aMember(app)
  await visit('/profile?tab=settings&edit=name', { as: uma })
  await user.type(field('City'), 'Mysuru')
  await user.selectOptions(field('Year'), '2nd Year')
  await uma.api.accounts.logout()
  await press('Save Changes')
  await signInAgain(uma.email, '/profile?tab=settings&edit=name')
  await expect.poll(() => field('City').value).toBe('Mysuru')
  expect(field('Year').value).toBe('2nd Year')
  await press('Save Changes')
  await screen.findByText('Profile updated successfully!')
})

test('a section of a project is found as it was left too', async () => {
  const uma = await aMember(app)
  const { _id } = await aProject(uma)
  await visit(`/owner/projects/${_id}`, { as: uma })
  await press('Edit Description')
  const section = () => within(screen.getByRole('region', { name: 'Description' }))
  const text = () => section().queryByLabelText<HTMLTextAreaElement>(labelled('Description'))
  await user.clear(text()!)
  await user.type(text()!, 'Rooms, mess bills and leave.')
  await uma.api.accounts.logout()
  await press('Save Changes')
  await signInAgain(uma.email, `/owner/projects/${_id}`)
  await expect.poll(() => text()?.value).toBe('Rooms, mess bills and leave.')
})

test('whose session has ended in the meantime signs in on the way to where they were going', async () => {
  const uma = await aMember(app)
  await visit('/about', { as: uma })
  localStorage.setItem('accessToken', 'x.eyJleHAiOjF9.x')
  localStorage.setItem('refreshToken', 'over')
  await visit('/profile?tab=orders')
  await signInAgain(uma.email, '/profile?tab=orders')
})

/** Replaces the token with one that looks valid to the browser but that the server refuses. */
function staleToken() {
  const [head, body] = localStorage.getItem('accessToken')!.split('.')
  localStorage.setItem('accessToken', `${head}.${body}.${'x'.repeat(43)}`)
}

/** Signs in where the session has ended, and comes back to an address. */
async function signInAgain(email: string, back: string) {
  await expect.poll(address).toBe(`/signin?next=${encodeURIComponent(back)}`)
  await screen.findByText('Your session has ended. Sign in to go on.')
  await signInByHand(app, email)
  await expect.poll(address).toBe(back)
}
