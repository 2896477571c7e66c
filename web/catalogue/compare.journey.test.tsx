import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { address, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aShop } from '../../test/shop.ts'

const app = await startJourneys()
const { projects } = await aShop(app)
const idOf = (title: string) => projects.find((project) => project.title === title)!._id

const tick = (title: string) =>
  screen.getAllByRole<HTMLInputElement>('checkbox', { name: `Compare: ${title}` })[0]!
const bar = () => within(screen.getByRole('form', { name: 'Compare projects' }))

test('what is ticked on cards and on the page of a project is compared, at an address to send', async () => {
  await visit('/projects')
  await user.click(tick('Library Desk'))
  bar().getByText('1 chosen. Tick another to compare.')
  await visit(`/projects/${idOf('Blood Bank')}`)
  await user.click(tick('Blood Bank'))
  await user.click(bar().getByRole('button', { name: 'Compare' }))
  await screen.findByRole('heading', { level: 1, name: 'Compare projects' })
  expect(address()).toBe(`/compare?ids=${idOf('Library Desk')},${idOf('Blood Bank')}`)
  await user.click(screen.getByRole('link', { name: /^Remove.*Library Desk/ }))
  await waitFor(() => expect(address()).toBe(`/compare?ids=${idOf('Blood Bank')}`))
  await visit('/projects')
  expect([tick('Library Desk').checked, tick('Blood Bank').checked]).toEqual([false, true])
  await user.click(bar().getByRole('button', { name: 'Clear' }))
  expect(tick('Blood Bank').checked).toBe(false)
})

test('what a friend sent is what one goes on with, and a fifth project is not taken', async () => {
  const [fourth, ...titles] = projects.slice(0, 4).map(({ title }) => title)
  await visit(`/compare?ids=${titles.map(idOf).join()}`)
  await visit('/projects')
  for (const title of titles) expect(tick(title).checked).toBe(true)
  await user.click(tick(fourth!))
  bar().getByText('4 chosen to compare, the most at once')
  await user.click(tick('Exam Seating'))
  await within(screen.getByRole('status', { name: 'Notices' })).findByText(
    /^You can compare 4 projects at once/,
  )
  expect(tick('Exam Seating').checked).toBe(false)
  bar().getByText('4 chosen to compare, the most at once')
})
