import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { aShop } from '../../test/shop.ts'
import { startSite } from '../../test/site.ts'

const site = await startSite()
const { projects } = await aShop(site)

test.each(['/signin', '/signup'])(
  'beside the form of %s stands the stamped label of a project from the shop',
  async (address) => {
    const page = await site.pageAt(address)
    const shown = within(page.getByRole('complementary', { name: 'From the shop' }))
    shown.getByText('Verified')
    const title = shown.getByRole('heading').textContent
    expect(projects.map((project) => project.title)).toContain(title)
    within(page.getByRole('main')).getByText(title)
  },
)
