import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { unknownId } from '../../test/calls.ts'
import {
  address,
  failing,
  holding,
  main,
  reload,
  type Somebody,
  startJourneys,
  user,
  visit,
} from '../../test/in-process.tsx'
import { aMember } from '../../test/makers.ts'
import { aBuyer, aListing, buyAndPay, source } from '../../test/orders.ts'

const app = await startJourneys()
const owner = await aBuyer(app)
const project = await aListing(app.db, owner.id, 49_900, { title: 'Library Desk', reportPricePaise: 19_900 })
const inCart = { ...source(project), title: 'Library Desk' }
const gone = { projectId: unknownId, kind: 'source', title: 'Gone Project' }

test('an empty cart says what to do, and the header says it is empty', async () => {
  await visit('/cart')
  await screen.findByRole('heading', { name: 'Your cart is empty' })
  screen.getByRole('link', { name: 'Cart, empty' })
  await user.click(within(main()).getByRole('link', { name: 'Browse Projects' }))
  await expect.poll(address).toBe('/projects')
})

test('a project and its report are two things on one label, each once, priced and added up, until they are removed', async () => {
  await visit(`/projects/${project.id}`)
  const [add] = screen.getAllByRole('button', { name: 'Add to Cart' })
  await user.dblClick(add!)
  await user.click(screen.getAllByRole('button', { name: 'In your cart' })[0]!)
  screen.getByRole('link', { name: 'Cart, 1 item' })
  await user.click(screen.getByRole('button', { name: 'Add the report to the cart' }))
  await user.click(screen.getByRole('link', { name: 'Cart, 2 items' }))
  await screen.findByText('Total, 2 items')
  const label = () => within(main()).getByRole('listitem')
  const report = () => within(label()).getByRole<HTMLInputElement>('checkbox', { name: /^Add the report/ })
  expect(label().textContent).toMatch(/source code.*₹499.*₹199/)
  expect(report().checked).toBe(true)
  expect(total('2 items')).toContain('₹698')
  await reload()
  await user.click(await screen.findByRole('checkbox', { name: /^Add the report/ }))
  await screen.findByText('Total, 1 item')
  expect(total('1 item')).toContain('₹499')
  screen.getByRole('link', { name: 'Cart, 1 item' })
  await user.click(report())
  await screen.findByText('Total, 2 items')
  await user.click(within(label()).getByRole('button', { name: /^Remove/ }))
  await screen.findByText('Total, 1 item')
  expect(label().textContent).toMatch(/project report.*₹199/)
  await user.click(screen.getAllByRole('link', { name: 'Checkout' })[0]!)
  await expect.poll(address).toBe('/signin?next=%2Fcheckout')
})

test('the report of a project that one owns has a label of its own, with its price and a way to remove it', async () => {
  const ravi = await aMember(app)
  await buyAndPay(app, ravi, source(project))
  await openCart([inCart, { ...inCart, kind: 'report' }], ravi)
  await screen.findByText('Total, 1 item')
  screen.getByRole('link', { name: 'Cart, 1 item' })
  const label = screen.getByText('project report').closest('li')!
  within(label).getByText('₹199')
  await user.click(within(label).getByRole('button', { name: /^Remove/ }))
  await expect.poll(() => screen.queryByText('Total, 1 item')).toBeNull()
})

test('what is no longer for sale is pointed out, not added up, and cannot be bought alone', async () => {
  await openCart([gone])
  const row = (await screen.findByText('Gone Project')).closest('li')!
  within(row).getByText('No longer available')
  screen.getByText('Nothing here can be bought any more.')
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
  await user.click(within(row).getByRole('button', { name: 'Remove Gone Project' }))
  await screen.findByText('Your cart is empty')
})

test('what cannot be bought is not counted in the header, and leaves the cart with one press', async () => {
  const other = { ...gone, projectId: unknownId.replace('7000', '7001') }
  await openCart([gone, inCart, other])
  await screen.findByText('2 items cannot be bought.')
  expect(within(main()).getAllByRole('listitem')).toHaveLength(3)
  screen.getByRole('link', { name: 'Cart, 1 item' })
  await user.click(screen.getByRole('button', { name: 'Remove Them' }))
  await expect.poll(() => within(main()).getAllByRole('listitem')).toHaveLength(1)
  screen.getByText('Total, 1 item')
  await visit('/about')
  screen.getByRole('link', { name: 'Cart, 1 item' })
})

test('a cart that cannot be priced keeps what is in it and can be tried again', async () => {
  const mend = failing('orders.quote')
  await openCart([gone])
  await screen.findByRole('heading', { name: 'Your cart could not be priced' })
  mend()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Gone Project')
})

test('while it is priced the cart says so', async () => {
  const priced = holding('orders.quote')
  await openCart([gone])
  await screen.findByText('Loading your cart...')
  priced()
  await screen.findByText('Gone Project')
})

test('a stored cart that is not ours counts as empty', async () => {
  localStorage.setItem('cart', '{"a":1}')
  await visit('/cart')
  await screen.findByText('Your cart is empty')
})

/** What stands beside the sum of so many items. */
const total = (items: string) => screen.getByText(`Total, ${items}`).parentElement!.textContent

async function openCart(items: object[], as?: Somebody) {
  localStorage.setItem('cart', JSON.stringify(items))
  await visit('/cart', { as })
}
