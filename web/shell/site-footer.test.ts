import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { startSite } from '../../test/site.ts'

const site = await startSite()

test('every link of the footer leads to a page of its own', async () => {
  const footer = within((await site.pageAt('/')).getByRole('contentinfo'))
  const addresses = ['Quick Links', 'Categories', 'Support'].flatMap((name) =>
    within(footer.getByRole('navigation', { name }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')!),
  )
  expect(footer.getByText(`© ${new Date().getFullYear()} Readymade`, { exact: false })).toBeDefined()
  expect(addresses.length).toBeGreaterThanOrEqual(16)
  for (const address of addresses) {
    const { status, body } = await site.request(address)
    expect(status, address).toBe(200)
    expect(body, address).toContain('<h1')
  }
})

test('the social icons share the page one is on', async () => {
  const page = await site.pageAt('/about')
  for (const [name, address] of [
    ['WhatsApp', 'https://wa.me/?text='],
    ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/?url='],
    ['X', 'https://x.com/intent/post?url='],
  ] as const) {
    const link = page.getByRole('link', { name: `Share this page on ${name} (opens in a new tab)` })
    const href = link.getAttribute('href')!
    expect(href.startsWith(`${address}http`), name).toBe(true)
    expect(href, name).toMatch(/%2Fabout$/)
  }
})
