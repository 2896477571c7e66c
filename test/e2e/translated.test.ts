import { projectWith } from './catalogue.ts'
import { expect, test } from './journey.ts'
import { missedNodes, openTranslated } from './translation.ts'

test('a visitor whose browser translates finds a project, looks at it and puts it in the cart', async ({
  page,
}) => {
  const missed = missedNodes(page)
  const address = await projectWith(
    page,
    ({ images, hasReport, price }) => images.length > 1 && hasReport && price > 0,
  )

  await openTranslated(page, '/projects')
  const main = page.getByRole('main')
  const found = main.getByText(/^[\d,]+ Projects? Found$/)
  const all = await found.textContent()
  // What is offered comes while one types.
  await main.getByRole('combobox', { name: /search/i }).pressSequentially('li', { delay: 350 })
  await main.getByRole('combobox', { name: /search/i }).pressSequentially('brary')
  await expect(main.getByRole('link', { name: /Library Management/ }).first()).toBeVisible()
  await expect(found).not.toHaveText(all!)
  await main.getByRole('radio', { name: /^Beginner/ }).check()
  await expect(main.getByRole('link', { name: 'Remove filter Beginner' })).toBeVisible()
  await main.getByRole('link', { name: 'Remove filter Beginner' }).click()
  await main.getByRole('combobox', { name: /search/i }).fill('nothinglikethis')
  await expect(main.getByText('No projects found')).toBeVisible()
  await main.getByRole('link', { name: 'Clear All' }).click()
  await expect(found).toHaveText(all!)
  await main.getByLabel('Sort by').selectOption({ index: 2 })
  await main.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)

  await openTranslated(page, address)
  await main.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(main.getByRole('button', { name: 'In your cart', exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Add the report to the cart' }).click()
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  for (const tab of await main.getByRole('tab').all()) await tab.click()
  const gallery = page.getByRole('region', { name: /^Pictures of/ })
  await gallery.getByRole('listitem').first().click()
  const larger = page.getByRole('dialog', { name: /^Pictures of/ })
  await larger.getByRole('button', { name: 'Next picture' }).click()
  // A moment later it is announced too.
  await expect(larger.getByText(/^2 of \d+$/).first()).toBeVisible()
  await larger.getByRole('button', { name: 'Close' }).click()
  expect(missed).toEqual([])
})
