import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { field, press, startJourneys, user, visit } from '../../../test/in-process.tsx'
import { anAdmin } from '../../../test/makers.ts'
import { aBuyer, aListing } from '../../../test/orders.ts'

const app = await startJourneys()
await aListing(app.db, (await aBuyer(app)).id, 49_900, { title: 'Hospital Desk' })

test('staff see what was searched in vain, and add a synonym with one press', async () => {
  const word = 'vastuxyz'
  await visit(`/projects?search=${word}`)
  screen.getByRole('heading', { name: 'No projects found' })
  await visit('/admin/synonyms', { as: await anAdmin(app) })
  await user.click(screen.getByRole('link', { name: `Add a synonym for ${word}` }))
  const words = () => field('Words that mean the same')
  await expect.poll(() => document.activeElement === words()).toBe(true)
  expect(words().value).toBe(`${word}, `)
  await user.type(words(), 'hospital')
  await press('Save Words')
  await screen.findByText('Searches know these words now.')
  await screen.findByText(`${word}, hospital`)
  await visit(`/projects?search=${word}`)
  expect(screen.getAllByRole('article')[0]!.textContent).toContain('Hospital Desk')
  await visit('/admin/synonyms')
  await press(`Delete ${word}`)
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Searches no longer know these words as the same.')
  await visit('/admin/analytics')
  const poor = await screen.findAllByRole('region', { name: 'Searches that found little' })
  expect(poor[0]!.textContent).toContain(word)
})
