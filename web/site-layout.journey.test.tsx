import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import {
  address,
  clock,
  field,
  press,
  reload,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../test/in-process.tsx'
import { aMember, anEmail, codeMailedTo } from '../test/makers.ts'
import { labelled } from '../test/testing-library.ts'

const app = await startJourneys()

const banner = () => screen.getByRole('banner')
const footer = () => screen.getByRole('contentinfo')
const menu = () => screen.getByRole('region', { name: 'Menu' })
const sell = (place: HTMLElement) => user.click(within(place).getAllByRole('link', { name: 'Sell' })[0]!)
/** Presses the button of the page that Sell leads to. */
async function begin() {
  await screen.findByRole('heading', { name: 'Sell the project you have built' })
  await user.click((await screen.findAllByRole('button', { name: 'Add New Project' }))[0]!)
}
const form = () => screen.findByRole('dialog', { name: 'Add New Project' })
const isFormOpen = () => screen.queryByRole('dialog', { name: 'Add New Project' }) !== null

test('a member is greeted by first name with an initial, and checked again every 10 minutes', async () => {
  vi.useFakeTimers(clock)
  const { id, ...member } = await aMember(app, { name: 'Anjali Rao' })
  const greeting = () => within(banner()).getAllByRole('link', { name: /^Hi, / })[0]!
  const rename = (name: string) => app.db.updateTable('members').set({ name }).where('id', '=', id).execute()
  await visit('/about', { as: member })
  expect(greeting().textContent).toBe('AHi, Anjali')
  await rename('Meenakshi Rao')
  await timePasses(601_000)
  await expect.poll(() => greeting().textContent).toBe('MHi, Meenakshi')
  await rename(' ')
  await timePasses(601_000)
  await expect.poll(() => greeting().textContent).toBe('UHi, User')
  await user.click(greeting())
  await expect.poll(address).toMatch(/^\/profile/)
})

test('Sell leads to what it brings, from footer, menu and header, and on to a new project; the form survives a reload and opens again', async () => {
  const member = await aMember(app)
  for (const place of [banner, menu, footer]) {
    await visit('/about', { as: member })
    await sell(place())
    await begin()
    await form()
  }
  await reload()
  await user.click(within(await form()).getByRole('button', { name: 'Close' }))
  await expect.poll(isFormOpen).toBe(false)
  await expect.poll(address).toBe('/profile?tab=projects')
  await sell(footer())
  await begin()
  await form()
})

test('who wants to sell and is signed out is asked to log in, and comes from signing up to the new project', async () => {
  await visit('/about')
  const popup = () => screen.findByRole('dialog', { name: 'Login Required' })
  await sell(menu())
  await begin()
  await user.click(within(await popup()).getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Login Required' })).toBeNull()
  expect(address()).toBe('/sell')
  await begin()
  await user.click(within(await popup()).getByRole('button', { name: 'Log In' }))
  await expect.poll(address).toMatch(/^\/signin\?next=/)
  await user.click(await screen.findByRole('link', { name: 'Sign up' }))
  await screen.findByLabelText(labelled('Name'))
  const email = anEmail()
  await user.type(field('Name'), 'Kiran Bhat')
  await user.type(field('Email'), email)
  await user.type(field('Phone'), '9876543210')
  await press('Send Code')
  await user.type(await screen.findByLabelText(labelled('6-digit code')), codeMailedTo(app, email))
  await form()
})
