import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import {
  address,
  clock,
  failed,
  failing,
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
import { aListing } from '../../test/orders.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()
const owner = await aMember(app, { name: 'Meera Iyer' })
await owner.api.accounts.updateProfile({ body: { preferences: { publicProfile: true } } })
await aListing(app.db, owner.id, 49_900)
const profile = `/members/${owner.id}`

const button = () => within(main()).getByRole('button', { name: /^Follow(ing)? Meera Iyer$/ })
const isPressed = () => button().getAttribute('aria-pressed')
const followers = () =>
  within(screen.getByRole('region', { name: 'Profile' })).getByText(/^followers?$/).parentElement!.textContent

test('a visitor who follows signs up and comes back; following counts, is listed, and ends', async () => {
  await visit(profile)
  await user.click(within(main()).getByRole('link', { name: 'Follow Meera Iyer' }))
  await expect.poll(address).toBe(`/signin?next=${encodeURIComponent(profile)}`)
  await user.click(await screen.findByRole('link', { name: 'Sign up' }))
  await screen.findByLabelText(labelled('Name'))
  expect(address()).toBe(`/signup?next=${encodeURIComponent(profile)}`)
  const email = anEmail()
  await user.type(field('Name'), 'Tara Pillai')
  await user.type(field('Email'), email)
  await user.type(field('Phone'), '9812300789')
  await press('Send Code')
  await user.type(await screen.findByLabelText(labelled('6-digit code')), codeMailedTo(app, email))
  await expect.poll(address).toBe(profile)
  await reload()
  await expect.poll(isPressed).toBe('false')
  expect(followers()).toContain('0')
  await user.click(button())
  await expect.poll(isPressed).toBe('true')
  expect(followers()).toContain('1')
  await expect.poll(() => app.db.selectFrom('follows').selectAll().execute()).toHaveLength(1)
  await reload()
  await expect.poll(() => button().textContent).toBe('Following Meera Iyer')
  await expect.poll(followers).toContain('1')

  await visit('/profile')
  await screen.findByRole('region', { name: 'Following' })
  const list = () => within(screen.getByRole('region', { name: 'Following' }))
  await list().findByRole('link', { name: 'Meera Iyer' })
  await user.click(list().getByRole('button', { name: 'Following Meera Iyer' }))
  await list().findByRole('button', { name: 'Follow Meera Iyer' })
  await expect.poll(() => app.db.selectFrom('follows').selectAll().execute()).toEqual([])
  await reload()
  await screen.findByRole('region', { name: 'Following' })
  await list().findByText(/^You follow nobody yet/)
})

test('a follow that fails is taken back; the notice goes after 5 seconds, what failed stays at the button until the next try', async () => {
  vi.useFakeTimers(clock)
  await visit(profile, { as: await aMember(app) })
  await expect.poll(isPressed).toBe('false')
  const notices = () => screen.getByRole('status', { name: 'Notices' })
  const mend = failing('follows.follow', 'cut')
  await user.click(button())
  await failed('Failed to follow')
  expect(isPressed()).toBe('false')
  // Said once by screen readers: where it failed.
  expect(within(notices()).getByText('Failed to follow').closest('[aria-live=off]')).not.toBeNull()
  await timePasses(5_500)
  expect(notices().textContent).toBe('')
  await failed('Failed to follow')
  mend()
  await user.click(button())
  await expect.poll(isPressed).toBe('true')
  expect(within(main()).queryByRole('alert')).toBeNull()
})
