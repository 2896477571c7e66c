import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { field, main, press, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aMember, anAdmin } from '../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, source } from '../../test/orders.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()
const owner = await aBuyer(app)
const [desk, bank, rooms] = [
  await aListing(app.db, owner.id, 49_900, { title: 'Library Desk' }),
  await aListing(app.db, owner.id, 99_900, { title: 'Blood Bank' }),
  await aListing(app.db, owner.id, 29_900, { title: 'Hostel Rooms' }),
]

test('the cart is whole until its payment completes, then exactly what was bought leaves it', async () => {
  fillCart(desk, bank)
  await visit('/checkout', { as: await aMember(app) })
  await pay()
  history.back()
  await screen.findByRole('link', { name: 'Cart, 2 items' })
  within(main()).getByText(desk.title)
  await pay()
  // In another tab one more is added meanwhile.
  fillCart(desk, bank, rooms)
  await press('Fail')
  await screen.findByRole('heading', { name: 'The payment failed' })
  const again = /^Pay|^Retry/
  const ways = ['button', 'link'].flatMap((role) => within(main()).queryAllByRole(role, { name: again }))
  expect(ways).toHaveLength(1)
  screen.getByRole('link', { name: 'Cart, 3 items' })
  await user.click(screen.getByRole('link', { name: 'Retry' }))
  await screen.findByRole('heading', { level: 1, name: 'Checkout' })
  within(main()).getByText(desk.title)
  expect(within(main()).queryByText(rooms.title)).toBeNull()
  await pay()
  await user.dblClick(screen.getByRole('button', { name: 'Succeed' }))
  await screen.findByRole('heading', { name: 'Payment received' })
  // Only the next download has the primary style.
  const downloads = within(main()).getAllByRole('button', { name: 'Download' })
  expect(downloads.map(({ className }) => className.includes('button-quiet'))).toEqual([false, true])
  await user.click(await screen.findByRole('link', { name: 'Cart, 1 item' }))
  expect((await screen.findByText('Total, 1 item')).parentElement!.textContent).toContain('₹299')
  within(main()).getByText(rooms.title)
})

test('Pay in a second tab of the same cart, when the first has paid, says that it is owned and where; Back does not lead to a finished payment either', async () => {
  fillCart(desk)
  const member = await aMember(app)
  await visit('/checkout', { as: member })
  await user.selectOptions(field('State'), 'Kerala')
  // The first tab pays, which takes it off the cart of both.
  await buyAndPay(app, member, source(desk))
  fillCart()
  await press(/^Pay ₹/)
  await nothingToBuy()
  await within(main()).findByText(`You already own ${desk.title}`, { exact: false })
  within(main()).getByRole('link', { name: 'My Orders' })

  fillCart(bank)
  await visit('/checkout')
  await pay()
  await press('Succeed')
  await screen.findByText('Payment received')
  history.back()
  await nothingToBuy()
})

test('a price that changed between the page and Pay is shown again instead of charged, free ones too, and what is free is got', async () => {
  const { api } = await anAdmin(app)
  const reprice = (price: number) => api.projects.update({ params: { id: rooms.id }, body: { price } })
  const address = `/checkout?project=${rooms.id}`
  await visit(address, { as: await aMember(app) })
  await user.selectOptions(field('State'), 'Kerala')
  let shown = 'Pay ₹299'
  for (const [price, next] of [
    [1234, 'Pay ₹1,234'],
    [0, 'Get It Free'],
    [77, 'Pay ₹77'],
  ] as const) {
    await reprice(price)
    await press(shown)
    await screen.findByRole('button', { name: next })
    within(main()).getByText('A price has changed since this page was opened.', { exact: false })
    expect(field('State').closest('div[hidden], li[hidden]') !== null).toBe(price === 0)
    if (price > 0) expect(field('State').value).toBe('Kerala')
    shown = next
  }
  await visit('/profile?tab=orders')
  await screen.findByText('No orders yet')
  await visit(address)
  await pay()
  screen.getByText('₹77')

  await reprice(0)
  await visit(address)
  expect(main().textContent).not.toContain('money back')
  await user.dblClick(screen.getByRole('button', { name: 'Get It Free' }))
  await screen.findByText('It is yours')
  screen.getByRole('heading', { name: 'As it was when you got it' })
  expect(screen.queryByRole('button', { name: /Request Refund|Receipt|Invoice/ })).toBeNull()
  expect(within(main()).getAllByRole('button', { name: 'Download' })).toHaveLength(1)
})

const fillCart = (...projects: (typeof desk)[]) => {
  const items = projects.map(({ id, title }) => ({ projectId: id, kind: 'source', title }))
  localStorage.setItem('cart', JSON.stringify(items))
}

/** Presses Pay twice, as impatient people do, and waits for the gateway. */
async function pay() {
  await user.selectOptions(await screen.findByLabelText(labelled('State')), 'Kerala')
  await user.dblClick(await screen.findByRole('button', { name: /^Pay ₹/ }))
  await screen.findByRole('button', { name: 'Succeed' })
}

const nothingToBuy = () => screen.findByRole('heading', { name: 'There is nothing to buy' })
