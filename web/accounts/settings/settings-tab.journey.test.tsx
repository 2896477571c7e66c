import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import {
  address,
  calls,
  failing,
  field,
  press,
  reload,
  startJourneys,
  user,
  visit,
} from '../../../test/in-process.tsx'
import { aMember } from '../../../test/makers.ts'
import { labelled } from '../../../test/testing-library.ts'

const app = await startJourneys()
const details = () => screen.getByRole('region', { name: 'Your details' })
const saves = () => calls.filter(({ name }) => name === 'accounts.updateProfile')
const retype = async (label: string, text: string) => {
  await user.clear(field(label))
  if (text) await user.type(field(label), text)
}

test('details: what is wrong is said at its field, what was typed outlives a failed call and an expired token', async () => {
  await visit('/profile?tab=orders', { as: await aMember(app, { name: 'Asha Rao' }) })
  await user.click(screen.getByRole('link', { name: 'Edit Profile' }))
  await screen.findByLabelText(labelled('Full Name'))
  await expect.poll(() => document.activeElement).toBe(field('Full Name'))
  await retype('Full Name', 'Asha L. Rao')
  await user.selectOptions(field('Year'), '3rd Year')
  await user.type(field('LinkedIn'), 'https://www.linkedin.com/in/asha')
  for (const [label, wrong, words, right] of [
    ['Phone', '98765', 'Phone number must be 10 digits', '9000000001'],
    ['Pincode', '12', 'Pincode must be 6 digits', '560001'],
    ['YouTube', 'asha', 'Enter a link that starts with http:// or https://', ''],
  ] as const) {
    await retype(label, wrong)
    await press('Save Changes')
    await screen.findByText(words)
    await expect.poll(() => document.activeElement).toBe(field(label))
    await retype(label, right)
  }
  for (const pasted of ['+91 90000 00001', '090000 00001', '(+91)-90000-00001']) {
    await user.clear(field('Phone'))
    await user.paste(pasted)
    expect(field('Phone').value).toBe('9000000001')
  }
  await retype('Phone', '+91 90000 000017')
  expect(field('Phone').value, 'no more than ten').toBe('9000000001')
  const mend = failing('accounts.updateProfile', 'cut')
  await press('Save Changes')
  await screen.findByText('Failed to update profile')
  expect(field('Full Name').value).toBe('Asha L. Rao')
  expect(field('Pincode').value).toBe('560001')
  mend()
  const [head, , signature] = localStorage.getItem('accessToken')!.split('.')
  localStorage.setItem('accessToken', `${head}.${btoa(JSON.stringify({ exp: 1 }))}.${signature}`)
  await press('Save Changes')
  await screen.findByText('Profile updated successfully!')
  expect(calls.map(({ name }) => name)).toContain('accounts.refresh')
  await screen.findByRole('heading', { name: 'Asha L. Rao', level: 1 })
  within(screen.getByRole('banner')).getAllByRole('link', { name: 'Hi, Asha' })
  for (const words of ['9000000001', '3rd Year', 'India'])
    await expect.poll(() => details().textContent).toContain(words)
})

test('details that are not saved outlive a reload, Back and other tabs, until Cancel', async () => {
  await visit('/profile?tab=settings', { as: await aMember(app, { name: 'Asha Rao' }) })
  const edit = async () => {
    await user.click(within(details()).getByRole('link', { name: 'Edit your details' }))
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('name')
  }
  const city = () => screen.queryByLabelText<HTMLInputElement>(labelled('City'))?.value
  await edit()
  await user.type(field('City'), 'Nowhere')
  await reload()
  await expect.poll(city).toBe('Nowhere')
  await user.click(screen.getByRole('tab', { name: /^Orders/ }))
  await screen.findByText('No orders yet')
  history.back()
  await expect.poll(city).toBe('Nowhere')
  history.back()
  await screen.findByText('You have changes that are not saved yet.')
  await user.click(screen.getByRole('link', { name: 'Continue Editing' }))
  await expect.poll(city).toBe('Nowhere')
  expect(field('Full Name').value).toBe('Asha Rao')
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await expect.poll(city).toBeUndefined()
  expect(details().textContent).not.toMatch(/not saved yet|Nowhere/)
  await edit()
  await expect.poll(city).toBe('')
})

test('the message above the tabs is gone when its tab is left', async () => {
  await visit('/profile?tab=settings&edit=name', { as: await aMember(app) })
  await retype('Course', 'B.Tech')
  await press('Save Changes')
  await screen.findByText('Profile updated successfully!')
  await user.click(screen.getByRole('tab', { name: /^Orders/ }))
  await screen.findByText('No orders yet')
  await user.click(screen.getByRole('tab', { name: 'Settings' }))
  await screen.findByRole('region', { name: 'Your details' })
  expect(screen.queryByText('Profile updated successfully!')).toBeNull()
})

test('switches are saved at once, a double click sends one request; one that could not be saved goes back and says so', async () => {
  await visit('/profile?tab=settings', { as: await aMember(app, { name: 'Zoya Khan' }) })
  const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked
  const click = (name: string) => user.click(screen.getByRole('switch', { name }))
  expect(isOn('Email Notifications')).toBe(true)
  expect(isOn('Public Profile')).toBe(false)
  await user.dblClick(screen.getByRole('switch', { name: 'Public Profile' }))
  await user.click(await screen.findByRole('link', { name: 'your public profile' }))
  await expect.poll(address).toMatch(/^\/members\//)
  await screen.findByRole('heading', { name: 'Zoya Khan', level: 1 })
  expect(saves()).toHaveLength(1)
  history.back()
  await screen.findByRole('switch', { name: 'Public Profile' })
  expect(isOn('Public Profile')).toBe(true)

  await visit('/profile?tab=settings')
  await user.click(within(details()).getByRole('link', { name: 'Edit your details' }))
  await user.type(await screen.findByLabelText(labelled('City')), 'Kochi')
  await user.dblClick(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Profile updated successfully!')
  expect(saves()).toHaveLength(2)
  await reload()
  expect(isOn('Public Profile')).toBe(true)
  failing('accounts.updateProfile', 'cut')
  await click('Email Notifications')
  await screen.findByText('Failed to update profile')
  expect(isOn('Email Notifications')).toBe(true)
})
