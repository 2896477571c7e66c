import { randomUUID } from 'node:crypto'

import { screen, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'

import {
  address,
  calls,
  failing,
  field,
  holding,
  startJourneys,
  user,
  visit,
} from '../../test/in-process.tsx'
import { aProject, aRelease } from '../../test/makers.ts'
import { aShop } from '../../test/shop.ts'

const app = await startJourneys()
const { owner, admin } = await aShop(app)

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search projects' })
const list = () => screen.queryByRole('listbox')
const selected = () => list()?.querySelector('[aria-selected=true]')?.textContent
const offered = (name: RegExp = /^Search for/) => screen.findByRole('option', { name })
const project = 'Hospital Management System'
/** As it is offered for its first letters, which stand out. */
const offeredProject = /^Hosp ?ital Management System$/
const data = '/projects/suggestions.data'

beforeEach(() => visit('/projects?category=Web+Development'))

test('arrow keys go through what is offered, Enter follows it, and the field keeps the focus', async () => {
  await user.type(box(), 'hosp')
  const option = await offered(offeredProject)
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(selected()).toBeUndefined()
  await user.keyboard('{ArrowDown}')
  expect(option.getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(box())
  expect(box().getAttribute('aria-activedescendant')).toBe(option.id)
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 1, name: project })
})

test('the last one searches for the words; Escape closes, and a second time empties the field', async () => {
  await user.type(box(), 'hosp')
  await offered()
  await user.keyboard('{ArrowUp}')
  expect(selected()).toBe('Search for “hosp”')
  await user.keyboard('{Escape}')
  expect(list()).toBeNull()
  expect(box().value).toBe('hosp')
  await user.keyboard('{ArrowDown}')
  await offered()
  await user.keyboard('{ArrowUp}{Enter}')
  await expect.poll(list).toBeNull()
  await expect.poll(address).toBe('/projects?search=hosp&category=Web+Development')
  await user.keyboard('{Escape}')
  expect(box().value).toBe('')
})

test('what is offered has the picture of its project', async () => {
  const { _id: id } = await aProject(owner, { title: 'Railway Booking' })
  await aRelease(owner, id)
  const size = { width: 640, height: 400 }
  const picture = { id: randomUUID(), projectId: id, position: 0, ...size }
  await app.db.insertInto('projectImages').values(picture).execute()
  await admin.api.projects.update({ params: { id }, body: { verificationStatus: 'approved' } })
  await user.type(box(), 'railw')
  const option = await offered(/ay Booking$/)
  expect(option.querySelector('img')!.getAttribute('src')).toMatch(/^\/media\//)
})

test('a technology leads to its projects, and takes the words away', async () => {
  await user.type(box(), 'post')
  const technologies = await screen.findByRole('group', { name: 'Technologies' })
  await user.click(within(technologies).getByRole('option', { name: /greSQL/ }))
  await expect.poll(address).toBe('/projects?technology=PostgreSQL')
  await expect.poll(() => field('Technology').value).toBe('PostgreSQL')
  expect(box().value).toBe('')
  expect(list()).toBeNull()
})

test('misspelt words are offered what they mean', async () => {
  await user.type(box(), 'hosptal')
  const group = await screen.findByRole('group', { name: 'Projects for “hospital”' })
  within(group).getByRole('option', { name: / Management System$/ })
})

test('nothing opens for one letter or for words that nothing has, and leaving the field closes', async () => {
  await user.type(box(), 'h')
  await expect.poll(address).toBe('/projects?search=h&category=Web+Development')
  expect(asked()).toBe(0)
  await user.type(box(), 'qxzv')
  await expect.poll(address).toBe('/projects?search=hqxzv&category=Web+Development')
  await expect.poll(asked).toBe(1)
  await screen.findByText('No projects found')
  expect(list()).toBeNull()
  await user.clear(box())
  await user.type(box(), 'hosp')
  await offered()
  await user.tab()
  await expect.poll(list).toBeNull()
})

test('an answer that was overtaken is dropped', async () => {
  const arrive = holding(data)
  await user.type(box(), 'hosp')
  await expect.poll(asked).toBe(1)
  // What is asked from here on comes at once.
  holding(data)()
  await user.clear(box())
  await user.type(box(), 'post')
  await offered(/greSQL/)
  arrive()
  await expect.poll(address).toBe('/projects?search=post&category=Web+Development')
  expect(screen.queryByRole('option', { name: offeredProject })).toBeNull()
})

test('suggestions that fail leave the list alone', async () => {
  failing(data)
  await user.type(box(), 'hosp')
  await expect.poll(asked).toBe(1)
  await expect.poll(address).toBe('/projects?search=hosp&category=Web+Development')
  await expect.poll(() => screen.getByRole('heading', { level: 1 }).textContent).toBe('1 Project Found')
  expect(list()).toBeNull()
})

test('a project chosen right after typing is not overtaken by the list', async () => {
  await user.type(box(), 'hosp')
  await user.click(await offered(offeredProject))
  await expect.poll(address).toMatch(/^\/projects\/[0-9a-f-]{36}$/)
  await screen.findByRole('heading', { level: 1, name: project })
  history.back()
  await screen.findByRole('heading', { level: 1, name: /Projects? Found/ })
})

/** How often the page has asked for suggestions. */
const asked = () => calls.filter(({ name }) => name === data).length
