import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { aBuyer, aListing, buyAndPay, source } from '../../test/orders.ts'
import { startSite } from '../../test/site.ts'

const site = await startSite()
const owner = await aBuyer(site)
for (const title of ['Library Desk', 'Blood Bank']) {
  const project = await aListing(site.db, owner.id, 0, { title })
  await buyAndPay(site, await aBuyer(site), source(project))
}

test('the about page has every section, with figures above one', async () => {
  const page = await site.pageAt('/about')
  const main = within(page.getByRole('main'))
  for (const label of ['projects listed', 'students'])
    expect(main.getByText(label).closest('dl > div')!.textContent).toMatch(/[2-9]/)
  expect(main.queryByText('country served')).toBeNull()
  const steps = main.getByRole('region', { name: 'How a project gets its label' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(5)
  for (const name of ['Our mission', 'Our vision', 'What we stand for', 'What we do', 'Technologies', 'Team'])
    main.getByRole('heading', { name })
  for (const layer of ['Frontend', 'Backend', 'Database', 'DevOps', 'Cloud'])
    expect(main.getAllByRole('term').map((term) => term.textContent)).toContain(layer)
  expect(main.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact')
  expect(main.getByRole('link', { name: 'Browse Projects' }).getAttribute('href')).toBe('/projects')
})

test('without scripts the whole team is there', async () => {
  const { getByRole } = await site.pageAt('/about')
  const { team } = await site.api.content.team()
  const words = getByRole('main').textContent
  for (const name of ['Developers', 'Advisors']) getByRole('heading', { name })
  for (const { name } of [...team.leadership, ...team.developers, ...team.advisors])
    expect(words).toContain(name)
})
