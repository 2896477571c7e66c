import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { address, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aShop } from '../../test/shop.ts'
import { labelled } from '../../test/testing-library.ts'

const app = await startJourneys()
await aShop(app)

test('the button of a card puts the project in the cart once', async () => {
  await visit('/')
  const card = within(screen.getByRole('heading', { name: 'Stock Register', level: 3 }).closest('article')!)
  await user.click(card.getByRole('button', { name: /^Add to Cart/ }))
  const notices = screen.getByRole('status', { name: 'Notices' })
  await within(notices).findByText('Added Stock Register to cart!')
  screen.getByRole('link', { name: 'Cart, 1 item' })
  await user.click(card.getByRole('button', { name: /^In your cart/ }))
  await within(notices).findByText('In your cart already: Stock Register')
  screen.getByRole('link', { name: 'Cart, 1 item' })
})

test('the search of the home page offers what fits while one types, and leads there', async () => {
  await visit('/')
  await user.type(screen.getByLabelText(labelled('Search projects')), 'hosp')
  await user.click(await screen.findByRole('option', { name: /Management System/ }))
  await screen.findByRole('heading', { level: 1, name: 'Hospital Management System' })
  expect(address()).toMatch(/^\/projects\/[0-9a-f-]{36}$/)
})
