import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { address, failing, holding, main, press, startJourneys, user, visit } from '../../test/in-process.tsx'
import { aPublishedProject } from '../../test/makers.ts'

const app = await startJourneys()
const project = await aPublishedProject(app)

const pages = [
  ['Home', '/.data', 'Loading amazing projects...', 'Failed to load featured projects'],
  ['Projects', '/projects.data', 'Loading projects...', 'Failed to fetch projects'],
  ['Categories', '/categories.data', 'Loading categories...', 'Failed to load categories'],
  ['About', '/about.data', 'Loading...', 'Failed to load about information'],
  ['Contact', '/contact.data', 'Loading...', 'This page could not be loaded'],
] as const

test.each(pages)('%s says in its own words that it is on its way', async (name, data, pending) => {
  await visit('/support/help')
  const arrive = holding(data)
  await user.click(mainLink(name))
  await expect.poll(onItsWay).toBe(pending)
  arrive()
  await expect.poll(onItsWay).toBe(undefined)
  await expect.poll(() => mainLink(name).getAttribute('aria-current')).toBe('page')
})

test.each(pages)('%s says what failed, and Try Again brings it', async (name, data, _pending, failed) => {
  await visit('/support/help')
  const mend = failing(data)
  await user.click(mainLink(name))
  await screen.findByRole('heading', { name: failed })
  mainLink(name)
  mend()
  await press('Try Again')
  await expect.poll(() => screen.queryByRole('heading', { name: failed })).toBeNull()
  await expect.poll(() => main().querySelector('h1')).not.toBeNull()
})

test('a project says that it is on its way, and what failed until it is tried again', async () => {
  const data = `/projects/${project._id}.data` as const
  await visit('/projects')
  const arrive = holding(data)
  await user.click(card())
  await screen.findAllByText('Loading project...')
  arrive()
  await expect.poll(address).toBe(`/projects/${project._id}`)
  await visit('/projects')
  const mend = failing(data)
  await user.click(card())
  await screen.findByRole('heading', { name: 'Failed to load project' })
  mend()
  await press('Try Again')
  await screen.findAllByRole('link', { name: 'Purchase Now' })
})

test('a page without words of its own for a failure says a plain sentence with a way home', async () => {
  await visit('/about')
  failing('/support/terms.data')
  await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Terms' }))
  await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })
  expect(document.title).toBe('Readymade')
  screen.getByRole('banner')
  await user.click(screen.getByRole('link', { name: 'Go to the Home Page' }))
  await expect.poll(address).toBe('/')
  await screen.findAllByRole('link', { name: 'Browse Projects' })
})

const onItsWay = () => document.querySelector('.pending-line-text')?.textContent ?? undefined

const mainLink = (name: string) =>
  within(screen.getAllByRole('navigation', { name: 'Main' })[0]!).getByRole('link', { name })

const card = () => within(screen.getAllByRole('article')[0]!).getAllByRole('link')[0]!
