import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import {
  calls,
  clock,
  failing,
  field,
  holding,
  main,
  press,
  reported,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../test/in-process.tsx'
import { aMember, anAdmin } from '../test/makers.ts'
import { aBuyer, aListing } from '../test/orders.ts'
import { labelled } from '../test/testing-library.ts'

const app = await startJourneys()
const owner = await aBuyer(app)
const project = await aListing(app.db, owner.id, 49_900)

test('a sign-in that nobody answers ends with its first call', async () => {
  vi.useFakeTimers(clock)
  await visit('/signin')
  holding('accounts.checkEmail')
  calls.length = 0
  await user.type(await screen.findByLabelText(labelled('Email')), 'lata-waits@e2e.example')
  await press('Send Code')
  await expect.poll(() => calls.map(({ name }) => name)).toEqual(['accounts.checkEmail'])
  await timePasses(11_000)
  await screen.findByText('Failed to send OTP')
  expect(calls).toHaveLength(1)
})

test('a call that nobody answers within 10 seconds says what failed', async () => {
  vi.useFakeTimers(clock)
  await visit('/signup')
  holding('accounts.sendOtp')
  await signUp()
  await screen.findByRole('button', { name: 'Sending the code...' })
  await timePasses(11_000)
  await screen.findByText('Failed to send OTP')
})

test('what nobody saved stays on the page with a message, which is not read again from the same silence', async () => {
  const admin = await anAdmin(app)
  await visit('/admin/account', { as: admin })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  vi.useFakeTimers(clock)
  holding('staff.updateProfile')
  await user.clear(name)
  await user.type(name, 'Lata Nair')
  calls.length = 0
  await user.click(screen.getAllByRole('button', { name: /^Save/ })[0]!)
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  const before = calls.length
  await timePasses(11_000)
  await screen.findByText('Failed to save')
  await timePasses(11_000)
  expect(name.value).toBe('Lata Nair')
  expect(calls.length).toBe(before)
})

const ways = [
  ['is cut', 'cut'],
  ['is answered by a proxy', 502],
] as const

test.each(ways)('a code that %s is not sent, in the words of sign-up', async (_, how) => {
  await visit('/signup')
  failing('accounts.sendOtp', how)
  await signUp()
  await screen.findByText('Failed to send OTP')
})

test.each(ways)('a payment that %s charges nothing, and what was chosen stays', async (_, how) => {
  await visit(`/checkout?project=${project.id}`, { as: await aMember(app) })
  await user.selectOptions(await screen.findByLabelText(labelled('State')), 'Kerala')
  failing('orders.checkout', how)
  await user.click(screen.getAllByRole('button', { name: /^Pay/ })[0]!)
  await screen.findByText('We could not be reached. Nothing was charged; please try again.')
  expect(field('State').value).toBe('Kerala')
})

test.each(ways)('a sign-in of staff that %s says that it failed', async (_, how) => {
  await visit('/admin/login')
  failing('staff.login', how)
  await user.type(field('Email'), 'admin@readymade.example')
  await user.type(field('Password'), 'readymade-demo')
  await press('Sign In')
  await screen.findByText('Login failed. Please check your credentials.')
})

test('a page of the site leaves header and footer when its data does not come, says what to do, and the next link works', async () => {
  await visit('/contact')
  failing('/support/privacy.data')
  const footer = within(screen.getByRole('contentinfo'))
  await user.click(footer.getByRole('link', { name: 'Privacy' }))
  await expect.poll(() => main().textContent).toMatch(/Something went wrong.*[Tt]ry again/)
  screen.getByRole('banner')
  await user.click(within(screen.getByRole('contentinfo')).getAllByRole('link', { name: 'About' })[0]!)
  await screen.findByRole('heading', { level: 1, name: /^About/ })
})

test('a page of staff leaves the sidebar when an answer has another shape, says what to do, and the next link works', async () => {
  await visit('/admin/dashboard', { as: await anAdmin(app) })
  await screen.findByRole('heading', { name: 'To do today' })
  failing('staffOrders.list', { success: true, orders: 7 })
  const sidebar = () => within(screen.getAllByRole('complementary', { name: 'Admin' })[0]!)
  await user.click(sidebar().getByRole('link', { name: 'Orders' }))
  await screen.findByRole('button', { name: 'Try Again' })
  expect(reported.splice(0)).toHaveLength(1)
  const members = sidebar().getByRole('link', { name: 'Members' })
  await user.click(members)
  await screen.findByRole('heading', { level: 1, name: 'Members' })
  expect(sidebar().getByRole('link', { name: 'Members' }).getAttribute('aria-current')).toBe('page')
})

test('a page of the site that cannot be drawn leaves header and footer and says what to do, and staff read of it without what somebody wrote', async () => {
  await visit('/contact')
  const whole = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')!.get!
  const broken = vi.spyOn(Intl.NumberFormat.prototype as { format: unknown }, 'format', 'get')
  broken.mockImplementation(function (this: Intl.NumberFormat) {
    // Prices alone: the footer counts days.
    if (location.pathname === '/projects' && this.resolvedOptions().style === 'currency')
      throw new RangeError('broken “on purpose” while it was drawn')
    return whole.call(this) as unknown
  })
  const footer = () => within(screen.getByRole('contentinfo'))
  await user.click(footer().getByRole('link', { name: 'Projects' }))
  await expect.poll(() => main().textContent).toMatch(/Failed to fetch projects.*[Tt]ry again/)
  screen.getByRole('banner')
  broken.mockRestore()
  await user.click(footer().getAllByRole('link', { name: 'About' })[0]!)
  await screen.findByRole('heading', { level: 1, name: /^About/ })
  expect(reported.splice(0)).toHaveLength(1)

  await visit('/admin/dashboard', { as: await anAdmin(app) })
  const errors = within(await screen.findByRole('region', { name: 'Errors in browsers' }))
  const rows = errors.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows.find((row) => row.includes('/projects'))).toMatch(
    /RangeError: broken … while it was drawn.*1 time/,
  )
  expect(rows.join(' ')).not.toContain('on purpose')
})

async function signUp() {
  await user.type(field('Name'), 'Lata Nair')
  await user.type(field('Email'), `lata-${calls.length}@e2e.example`)
  await user.type(field('Phone'), '9876543210')
  await press('Send Code')
}
