import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { address, main, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aColleague, anAdmin } from '../../test/makers.ts'
import { aBuyer, aListing } from '../../test/orders.ts'
import { sendForm } from '../../test/sign-in-form.ts'

const app = await startJourneys()

test("staff stay on staff's pages: the sign-in, the logo, unknown addresses and those of sign-in", async () => {
  await anAdmin(app)
  await visit('/admin/login')
  await sendForm({ Email: 'admin@readymade.example', Password: 'readymade-demo' }, 'Sign In')
  await expect.poll(address).toBe('/admin/dashboard')
  for (const unknown of ['/admin/nothing/here', '/admin/dashboards', '/admin/projects/a/b']) {
    await visit(unknown)
    await screen.findByRole('heading', { name: 'There is no such page' })
    expect(address()).toBe(unknown)
    const links = within(main()).getAllByRole('link')
    for (const link of links) expect(link.getAttribute('href')).toMatch(/^\/admin\//)
  }
  await user.click(screen.getAllByRole('link', { name: 'Readymade admin' })[0]!)
  await expect.poll(address).toBe('/admin/dashboard')
  await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
  for (const page of ['/admin', '/admin/login']) {
    await visit(page)
    await expect.poll(address).toBe('/admin/dashboard')
  }
})

test.each([
  '/admin',
  '/admin/projects',
  '/admin/projects/01890000-0000-7000-8000-000000000000',
  '/admin/nothing/here',
])('who is signed out is led from %s to the sign-in of staff', async (page) => {
  await visit(page)
  await expect.poll(address).toBe('/admin/login')
})

const sidebar = () => within(screen.getAllByRole('complementary', { name: 'Admin' })[0]!)
const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace('/', ''))
const currentIn = (place: Pick<typeof screen, 'queryAllByRole'>) =>
  place
    .queryAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(({ textContent }) => textContent)

test.each([
  ['/admin/payments/held', 'Refunds', ['Admin', 'Refunds', 'Held payments']],
  [
    '/admin/disputes/01890000-0000-7000-8000-000000000000',
    'Refunds',
    ['Admin', 'Refunds', 'Disputes', 'Dispute'],
  ],
  ['/admin/questions', 'Said in public', ['Admin', 'Said in public', 'Questions']],
  ['/admin/audit', 'Settings', ['Admin', 'Settings', 'Audit log']],
  ['/admin/account', 'AYour account: AdminSuper admin', ['Admin', 'Your account']],
])('%s is below %s in the sidebar, and its breadcrumbs say so', async (page, entry, steps) => {
  await visit(page, { as: await anAdmin(app) })
  expect(currentIn(sidebar())).toEqual([entry])
  expect(crumbs()).toEqual(steps)
})

test('pages of one entry stand in tabs beside each other, each with what waits there and the entry with the sum', async () => {
  const admin = await anAdmin(app)
  const [owner, asker, reader] = [await aBuyer(app), await aBuyer(app), await aBuyer(app)]
  const { id } = await aListing(app.db, owner.id, 49_900)
  const ask = (text: string) => asker.api.questions.ask({ params: { id }, body: { text } })
  const { question } = await ask('Does it run on Windows?')
  await ask('Write to me at asha@example.in')
  const body = { kind: 'harmful', text: 'It is an advert', question: question._id } as const
  await reader.api.complaints.send({ params: { id }, body })
  await visit('/admin/dashboard', { as: admin })
  expect(screen.queryByRole('navigation', { name: /^Pages of/ })).toBeNull()
  await user.click(await sidebar().findByRole('link', { name: 'Said in public 2 waiting' }))
  await screen.findByRole('heading', { level: 1, name: 'Reviews' })
  const tabs = () => within(screen.getByRole('navigation', { name: 'Pages of Said in public' }))
  expect(
    tabs()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Reviews', 'Held texts1 waiting', 'Questions1 waiting'])
  await user.click(tabs().getByRole('link', { name: /^Questions/ }))
  await screen.findByRole('heading', { level: 1, name: 'Questions' })
  within(main()).getByText('It is an advert')
  expect(currentIn(tabs())).toEqual(['Questions1 waiting'])
  expect(currentIn(sidebar())).toEqual(['Said in public2 waiting'])
})

test('the search of staff goes to every page, also by the name of its entry, and only to those of the role', async () => {
  await visit('/admin/dashboard', { as: await aColleague(app, await anAdmin(app)) })
  await user.keyboard('{Control>}k{/Control}')
  const search = await screen.findByRole('combobox')
  const found = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  await user.type(search, 'settings')
  await expect.poll(found).toEqual(['Go toSettings', 'Go toAudit logSettings'])
  await user.clear(search)
  await user.type(search, 'held pay')
  await expect.poll(found).toEqual(['Go toHeld paymentsRefunds'])
  await user.keyboard('{Enter}')
  await expect.poll(address).toBe('/admin/payments/held')
})
