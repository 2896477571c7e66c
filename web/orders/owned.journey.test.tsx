import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import {
  address,
  calls,
  clock,
  main,
  press,
  startJourneys,
  timePasses,
  user,
  visit,
} from '../../test/in-process.tsx'
import { aMember, anAdmin } from '../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, source, payAtGateway } from '../../test/orders.ts'
import { reason } from '../../test/refunds.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()
const owner = await aBuyer(app)
const [mine, other] = [
  await aListing(app.db, owner.id, 49_900, { title: 'Library Desk' }),
  await aListing(app.db, owner.id, 99_900, { title: 'Blood Bank' }),
]
const inCart = ({ id, title }: typeof mine) => ({ projectId: id, kind: 'source', title })
const fillCart = (...projects: (typeof mine)[]) =>
  localStorage.setItem('cart', JSON.stringify(projects.map(inCart)))

test('an owned project says so and offers its download: on its page, its card and in the cart', async () => {
  await visit(`/projects/${mine.id}`, { as: await aMember(app) })
  expect(screen.queryByText('You own this')).toBeNull()
  await pay(mine)
  await press('Succeed')
  await screen.findByText('Payment received')
  fillCart(mine, other)
  calls.length = 0
  await visit(`/projects/${mine.id}`)
  await screen.findAllByText('You own this')
  expect(screen.queryByRole('link', { name: 'Purchase Now' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add to Cart' })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Download' }).length).toBeGreaterThan(0)
  await visit(`/projects?search=${encodeURIComponent(mine.title)}`)
  const card = within(screen.getByRole('heading', { name: mine.title, level: 3 }).closest('article')!)
  await card.findByText('You own this')
  card.getByRole('button', { name: /^Download ?: Library Desk$/ })
  await visit('/cart')
  const row = within((await screen.findByText(mine.title)).closest('li')!)
  row.getByText('You own this')
  row.getByRole('button', { name: /^Download ?: Library Desk$/ })
  expect(screen.getByText('Total, 1 item').parentElement!.textContent).toContain('₹999')
  await user.click(screen.getAllByRole('link', { name: 'Checkout' })[0]!)
  await expect.poll(() => main().textContent).toContain('Library Desk is yours already')
  await screen.findAllByRole('button', { name: 'Pay ₹999' })
  await visit(`/checkout?project=${mine.id}`)
  await screen.findByRole('heading', { name: 'There is nothing to buy' })
  within(main()).getByRole('link', { name: 'My Orders' })
  // At most one request per page, however many parts of the page need it.
  expect(calls.filter(({ name }) => name === 'orders.owned').length).toBeLessThanOrEqual(5)
  await visit('/profile')
  // Who has bought and never sold finds the last order first.
  const last = within(await screen.findByRole('region', { name: 'Last order' }))
  last.getByRole('link', { name: mine.title })
  last.getByRole('button', { name: /^Download/ })
  await press('Logout')
  await expect.poll(address).toBe('/')
  await visit(`/projects/${mine.id}`)
  expect(screen.getAllByRole('link', { name: 'Purchase Now' }).length).toBeGreaterThan(0)
  expect(screen.queryByText('You own this')).toBeNull()
})

test('what was paid without seeing its order page leaves the cart too', async () => {
  const member = await aMember(app)
  fillCart(mine)
  await visit('/checkout', { as: member })
  await user.selectOptions(await screen.findByLabelText(labelled('State')), 'Kerala')
  await press(/^Pay ₹/)
  await screen.findByRole('button', { name: 'Succeed' })
  // The window of the gateway is closed after paying, so the gateway alone reports the payment.
  const orderId = location.pathname.split('/').at(-1)!
  const callback = await payAtGateway(app, orderId)
  await member.api.orders.callback({ body: callback })
  await visit(`/projects/${other.id}`)
  await screen.findByRole('link', { name: 'Cart, empty' })
})

test('one payment has one button to pay it, wherever it stands', async () => {
  fillCart(mine, other)
  await visit('/checkout', { as: await aMember(app) })
  await press(/^Pay ₹/)
  await screen.findAllByText('Choose your State')
  await user.selectOptions(screen.getByLabelText(labelled('State')), 'Kerala')
  await press(/^Pay ₹/)
  await user.click(await screen.findByRole('link', { name: 'Close' }))
  await screen.findByRole('heading', { name: 'Waiting for your payment' })
  const pays = () => within(main()).queryAllByRole('button', { name: /^Pay/ })
  const links = () => within(main()).queryAllByRole('link', { name: /^Pay/ })
  expect([pays().length, links().length]).toEqual([1, 0])
  await visit('/profile?tab=orders')
  await expect.poll(() => screen.queryAllByText('Pending')).toHaveLength(2)
  expect(links().map(({ textContent }) => textContent)).toEqual(['Pay ₹1,498 for 2 Orders'])
  await user.click(links()[0]!)
  await expect.poll(() => pays().length).toBe(1)
  await user.click(pays()[0]!)
  await press('Fail')
  await screen.findByRole('heading', { name: 'The payment failed' })
  await visit('/profile?tab=orders')
  await expect.poll(() => screen.queryAllByText('Failed')).toHaveLength(2)
  expect(links()).toEqual([])
  await visit('/checkout')
  await press(/^Pay ₹/)
  await press('Succeed')
  await screen.findByText('Payment received')
  await visit('/profile?tab=orders')
  await expect.poll(() => screen.queryAllByText('1 earlier try')).toHaveLength(2)
})

test('what was bought on another device is owned here, and what was refunded is offered again: as soon as the tab comes back or a page shows', async () => {
  vi.useFakeTimers(clock)
  const member = await aMember(app)
  const label = () => screen.getByRole('complementary', { name: 'Buy this project' })
  const buys = () => within(label()).queryAllByRole('link', { name: 'Purchase Now' }).length > 0
  const owns = () => within(label()).queryAllByText('You own this').length > 0
  await visit(`/projects/${mine.id}`, { as: member })
  expect([buys(), owns()]).toEqual([true, false])
  await buyAndPay(app, member, source(mine))
  await comeBack()
  await expect.poll(() => [buys(), owns()]).toEqual([false, true])

  fillCart(other)
  await visit('/cart')
  await screen.findByText('Total, 1 item')
  const { orders } = await buyAndPay(app, member, source(other))
  await comeBack()
  await screen.findByText('You own this')
  await screen.findByText('Nothing here can be bought any more.', { exact: false })

  const params = { id: orders[0]!._id }
  const downloads = () => screen.queryAllByRole('button', { name: 'Download' }).length
  await visit(`/orders/${params.id}`)
  expect(downloads()).toBeGreaterThan(0)
  const { refund } = await member.api.refundRequests.ask({ params, body: { reason } })
  const asked = { params: { id: refund.request!._id } }
  await (await anAdmin(app)).api.refundRequests.decide({ ...asked, body: { decision: 'approve', note: '' } })
  await comeBack()
  await screen.findByText('Refunded')
  expect(downloads()).toBe(0)
  await visit(`/projects/${other.id}`)
  await expect.poll(() => [buys(), owns()]).toEqual([true, false])
})

/** Leaves the tab and returns a minute later. */
async function comeBack() {
  await timePasses(60_000)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Opens the checkout of a project and presses Pay. */
async function pay({ id }: typeof mine) {
  await visit(`/checkout?project=${id}`)
  await user.selectOptions(await screen.findByLabelText(labelled('State')), 'Kerala')
  await press(/^Pay ₹/)
}
