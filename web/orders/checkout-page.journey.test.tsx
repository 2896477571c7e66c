import { screen, within } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'

import { settingsDefaults as defaults } from '#contract/staff/settings.ts'

import { address, field, main, press, reload, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aMember, anAdmin, codeMailedTo, resetSettings } from '../../test/makers.ts'
import { aBuyer, aListing } from '../../test/orders.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()
const owner = await aBuyer(app)
const projects = [
  await aListing(app.db, owner.id, 49_900, { title: 'Library Desk', reportPricePaise: 19_900 }),
  await aListing(app.db, owner.id, 99_900, { title: 'Blood Bank' }),
  await aListing(app.db, owner.id, 29_900, { title: 'Hostel Rooms' }),
]

const pay = () => press(/^Pay ₹/)
/** The price on the button, which is there once for each width. */
const price = () => screen.queryAllByRole('button', { name: /^Pay ₹/ })[0]?.textContent

test('at checkout the report is a row of its project: ticked it is paid for too, and it is never ticked by itself', async () => {
  const { id } = projects[0]!
  await visit(`/checkout?project=${id}`, { as: await aMember(app) })
  await user.selectOptions(await screen.findByLabelText(labelled('State')), 'Kerala')
  const report = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Add the report/ })
  expect(report().checked).toBe(false)
  expect(price()).toContain('₹499')
  await user.click(report())
  await expect.poll(price).toContain('₹698')
  expect(report().checked).toBe(true)
  expect(field('State').value).toBe('Kerala')
  await reload()
  await expect.poll(price).toContain('₹698')
  expect(report().checked).toBe(true)
  await user.click(report())
  await expect.poll(price).toContain('₹499')
  expect(report().checked).toBe(false)
  expect(address()).toBe(`/checkout?project=${id}`)
})

test('after a wrong coupon was cleared, the first press on Pay pays', async () => {
  await aCheckout(1)
  await openCoupon()
  expect(document.activeElement).toBe(field('Coupon'))
  await user.type(field('Coupon'), 'NOSUCHCODE')
  await press('Apply')
  await screen.findByText('There is no coupon with this code.')
  await user.clear(field('Coupon'))
  await pay()
  await screen.findByRole('button', { name: 'Succeed' })
})

test('one payment has one document, and without GST it is a receipt on every page and in the mail', async () => {
  const { email } = await aCheckout(3)
  expect(main().textContent).toContain('No tax is charged')
  expect(main().textContent).toContain('You get a receipt.')
  expect(main().textContent).not.toContain('tax rules')
  await pay()
  await press('Succeed')
  await screen.findByText('Payment received')
  const documents = () => screen.queryAllByRole('button', { name: /^(Receipt|Invoice)/ })
  expect(documents().map(({ textContent }) => textContent)).toEqual(['Receipt'])
  await visit('/profile?tab=orders')
  await expect.poll(() => screen.queryAllByRole('link', { name: /^View Details/ })).toHaveLength(3)
  expect(documents()).toHaveLength(1)
  await user.click(screen.getAllByRole('link', { name: /^View Details/ }).at(-1)!)
  await expect.poll(() => main().textContent).toMatch(/Order RM-/)
  expect(documents().map(({ textContent }) => textContent)).toEqual(['Receipt'])
  await app.jobs.run()
  const mail = app.mails.find(({ to, subject }) => to === email && subject.includes('Your receipt'))
  expect(mail?.text).toContain('Your receipt is RM/')
})

test('with GST the price says so before anybody pays, and the document is an invoice', async () => {
  await registerForGst()
  await aCheckout(1)
  expect(main().textContent).toContain('contains 18% GST')
  expect(main().textContent).not.toContain('No tax is charged')
  await pay()
  await press('Succeed')
  await screen.findByText('Payment received')
  screen.getByRole('button', { name: 'Invoice' })
  expect(screen.queryByRole('button', { name: 'Receipt' })).toBeNull()
})

test('a session that ended on the way is asked for at Pay, and then all that was chosen is still there', async () => {
  const { email } = await aCheckout(1)
  await user.selectOptions(field('State'), 'Goa')
  localStorage.setItem('accessToken', '')
  localStorage.setItem('refreshToken', 'over')
  await pay()
  await screen.findByText('Your session has ended.', { exact: false })
  await user.type(field('Email'), email)
  await press('Send Code')
  await user.type(await screen.findByLabelText(labelled('6-digit code')), codeMailedTo(app, email))
  await expect.poll(() => screen.queryByLabelText<HTMLSelectElement>(labelled('State'))?.value).toBe('Goa')
  await pay()
  await screen.findByRole('button', { name: 'Succeed' })
})

/** A new member at the checkout with so many projects in the cart, who lives in Kerala. */
async function aCheckout(count: number) {
  const member = await aMember(app)
  const items = projects.slice(0, count).map(({ id, title }) => ({ projectId: id, kind: 'source', title }))
  localStorage.setItem('cart', JSON.stringify(items))
  await visit('/checkout', { as: member })
  await user.selectOptions(await screen.findByLabelText(labelled('State')), 'Kerala')
  return member
}

/** Registers the shop for GST for the rest of the test. */
async function registerForGst() {
  const { settings } = (await anAdmin(app)).api
  const company = { legalName: 'Readymade Technologies Private Limited', address: 'Brigade Road, Bengaluru' }
  const place = { state: 'Karnataka', gstin: '29AAGCB7383J1Z4' } as const
  await settings.identity({ query: { version: 0 }, body: { ...defaults.identity, ...company, ...place } })
  await settings.tax({ query: { version: 0 }, body: { ...defaults.tax, registered: true } })
  onTestFinished(async () => void (await resetSettings(app.db)))
}

const openCoupon = () => user.click(within(main()).getByText('Add a coupon'))
