import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { startJourneys, user, visit } from '../../test/in-process.tsx'

await startJourneys()

test('the team stands in three tabs, which are changed with the pointer and with the arrow keys', async () => {
  await visit('/about')
  const tab = (name: string) => screen.getByRole('tab', { name })
  const names = () => screen.getByRole('tabpanel').textContent
  const leaders = names()
  expect(within(screen.getByRole('tabpanel')).getAllByRole('heading').length).toBeGreaterThan(0)
  await user.click(tab('Developers'))
  expect(tab('Developers').getAttribute('aria-selected')).toBe('true')
  expect(names()).not.toBe(leaders)
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tab('Advisors'))
  expect(tab('Advisors').getAttribute('aria-selected')).toBe('true')
})
