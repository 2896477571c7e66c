import { fireEvent, screen, within } from '@testing-library/dom'
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
} from '../../../test/in-process.tsx'
import { aMember } from '../../../test/makers.ts'
import { signInByHand } from '../../../test/sign-in-form.ts'
import { labelled } from '../../../test/testing-library.ts'

const app = await startJourneys()

const label = () => screen.getByRole('complementary', { name: 'Your label' })
const price = () => within(main()).getByRole<HTMLInputElement>('spinbutton', { name: 'Price' })
const slider = () => within(main()).getByRole<HTMLInputElement>('slider', { name: 'Price' })
const form = async () => within(await screen.findByRole('dialog', { name: 'Add New Project' }))
const inForm = async (name: string) => (await form()).getByLabelText<HTMLInputElement>(labelled(name)).value

async function enterPrice(rupees: string) {
  await user.clear(price())
  await user.type(price(), rupees)
}

test('the label forms as one types, and the slider and the field have one price', async () => {
  await visit('/sell')
  within(label()).getByText('₹799')
  await user.type(field('Title'), 'Library Desk')
  within(label()).getByText('Library Desk')
  await enterPrice('1250.50')
  within(label()).getByText('₹1,250.50')
  within(main()).getByText('₹1,250.50: you receive ₹1,000.40, before tax held back')
  expect(slider().getAttribute('aria-valuetext')).toBe('₹1,250.50')
  fireEvent.input(slider(), { target: { value: '499' } })
  expect(price().value).toBe('499')
  within(main()).getByText('₹499: you receive ₹399.20, before tax held back')
  await enterPrice('0')
  within(main()).getByText('Free for everybody')
  await enterPrice('1000001')
  within(main()).getByText('Price can be at most ₹10,00,000')
  await user.clear(price())
  within(main()).getByText('Enter a price in rupees')
})

test('what a member typed stands in the form for a new project, beside what they had typed there', async () => {
  const member = await aMember(app)
  await visit('/profile?tab=projects&new=1', { as: member })
  await user.type((await form()).getByLabelText(labelled('Title')), 'Desk')
  await user.type((await form()).getByLabelText(labelled('Description')), 'Lends books.')
  await user.click((await form()).getByRole('button', { name: 'Close' }))

  await visit('/sell', { as: member })
  await press('Add New Project')
  await expect.poll(() => inForm('Title')).toBe('Desk')

  await visit('/sell', { as: member })
  await user.type(field('Title'), ' Library Desk ')
  await press('Add New Project')
  await expect.poll(address).toBe('/profile?tab=projects&new=1')
  await expect.poll(() => inForm('Title')).toBe('Library Desk')
  expect(await inForm('Description')).toBe('Lends books.')
  expect(await inForm('Price')).toBe('799')
})

test('what a visitor typed is in the form once they have logged in, and nothing that they had begun before is lost', async () => {
  vi.useFakeTimers(clock)
  const member = await aMember(app)
  await visit('/profile?tab=projects&new=1', { as: member })
  await user.type((await form()).getByLabelText(labelled('Title')), 'Desk')
  await user.type((await form()).getByLabelText(labelled('Description')), 'Lends books.')
  // The session ends by itself.
  for (const entry of ['accessToken', 'refreshToken', 'user']) localStorage.removeItem(entry)

  await visit('/sell')
  await user.type(field('Title'), 'Library Desk')
  await enterPrice('499')
  await press('Add New Project')
  const popup = within(await screen.findByRole('dialog', { name: 'Login Required' }))
  await user.click(popup.getByRole('button', { name: 'Log In' }))
  await expect.poll(address).toBe('/signin?next=%2Fprofile%3Ftab%3Dprojects%26new%3D1')
  await screen.findByRole('heading', { name: 'Sign in' })
  await signInByHand(app, member.email)
  await timePasses(2000)
  await expect.poll(address).toBe('/profile?tab=projects&new=1')
  await expect.poll(() => inForm('Title')).toBe('Library Desk')
  expect(await inForm('Price')).toBe('499')
  expect(await inForm('Description')).toBe('Lends books.')
})
