import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { address, failing, main, press, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aMember } from '../../test/makers.ts'
import { aBuyer, aListing } from '../../test/orders.ts'

const app = await startJourneys()
const owner = await aBuyer(app)
const [desk, bank] = [
  await aListing(app.db, owner.id, 49_900, { title: 'Library Desk' }),
  await aListing(app.db, owner.id, 99_900, { title: 'Blood Bank' }),
]

const heart = (title: string) =>
  screen.getByRole('button', { name: new RegExp(`^(Save |Saved: )${title}$`), hidden: true })
const isSaved = (title: string) => heart(title).getAttribute('aria-pressed') === 'true'
const rows = () =>
  within(main())
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const stored = () => localStorage.getItem('wishlist')

test('a visitor saves two projects, signs in, and they are the member’s: also in another browser, and after sign-out they are gone', async () => {
  await visit('/projects')
  for (const { title } of [desk, bank]) await user.click(heart(title))
  await user.click(heart(desk.title))
  expect([isSaved(desk.title), isSaved(bank.title)]).toEqual([false, true])
  await user.click(heart(desk.title))
  const member = await aMember(app)
  await visit('/wishlist', { as: member })
  await expect.poll(rows).toEqual([expect.stringContaining(desk.title), expect.stringContaining(bank.title)])
  await visit('/profile')
  const section = within(await screen.findByRole('region', { name: 'Wishlist' }))
  for (const { title } of [desk, bank]) await section.findByRole('link', { name: title })
  await user.click(section.getByRole('link', { name: /^View All/ }))
  await screen.findByRole('heading', { level: 1, name: 'Wishlist' })
  await press(`Remove ${bank.title}`)
  await expect.poll(rows).toHaveLength(1)

  // Another browser of the same member shows the wishlist of the server.
  await expect.poll(async () => (await member.api.wishlist.mine()).items).toHaveLength(1)
  localStorage.clear()
  await visit('/wishlist', { as: member })
  await expect.poll(rows).toEqual([expect.stringContaining(desk.title)])
  await visit('/projects')
  await expect.poll(() => isSaved(desk.title)).toBe(true)
  expect(isSaved(bank.title)).toBe(false)
  await visit('/profile')
  await press('Logout')
  await expect.poll(stored).toBeNull()
})

test('a heart is reached and pressed with the keyboard', async () => {
  await visit('/projects')
  heart(desk.title).focus()
  await user.keyboard('{Enter}')
  expect(isSaved(desk.title)).toBe(true)
  await user.keyboard(' ')
  expect(isSaved(desk.title)).toBe(false)
  expect(document.activeElement).toBe(heart(desk.title))
})

test('on its own page a project is saved too; the empty list says what to do', async () => {
  await visit('/wishlist')
  screen.getByRole('heading', { name: 'Your wishlist is empty' })
  await user.click(within(main()).getByRole('link', { name: 'Browse Projects' }))
  await expect.poll(address).toBe('/projects')
  await visit(`/projects/${desk.id}`)
  const label = await screen.findByRole('complementary', { name: 'Buy this project' })
  await user.click(within(label).getByRole('button', { name: `Save ${desk.title}` }))
  await user.click(screen.getByRole('link', { name: 'Wishlist' }))
  await screen.findByRole('heading', { level: 1, name: 'Wishlist' })
  await press(/^Add to Cart/)
  await screen.findByRole('link', { name: 'Cart, 1 item' })
})

test('what is withdrawn is said to be no longer available, and can be removed', async () => {
  const item = { projectId: '01890000-0000-7000-8000-000000000000', title: 'Gone Project' }
  localStorage.setItem('wishlist', JSON.stringify({ items: [item], memberId: null, at: 0 }))
  await visit('/wishlist')
  await expect.poll(rows).toEqual([expect.stringMatching(/Gone Project.*No longer available/)])
  await press('Remove Gone Project')
  await screen.findByText('Your wishlist is empty')
})

test('a press that the server does not take is taken back and says so', async () => {
  await visit('/projects', { as: await aMember(app) })
  failing('wishlist.save', 'cut')
  await user.click(heart(desk.title))
  await screen.findByText('The wishlist could not be changed. Please try again.')
  expect(isSaved(desk.title)).toBe(false)
})

test('a heart pressed before the scripts have come leads to the wishlist, with the project on it', async () => {
  await visit('/projects')
  const button = heart(desk.title) as HTMLButtonElement
  const action = new URL(button.form!.action)
  await visit(`${action.pathname}?${new URLSearchParams({ [button.name]: button.value })}`)
  expect(address()).toBe('/wishlist')
  await expect.poll(rows).toEqual([expect.stringContaining(desk.title)])
})
