import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { startJourneys, user, visit } from '../test/in-process.tsx'

await startJourneys()

test('going on without loading anew changes title and address alike', async () => {
  await visit('/')
  const [menu] = screen.getAllByRole('navigation', { name: 'Main' })
  await user.click(within(menu!).getByRole('link', { name: 'About' }))
  await expect.poll(() => document.title).toBe('About | Readymade')
  expect(document.querySelector<HTMLLinkElement>('link[rel="canonical"]')!.href).toBe(location.href)
})
