import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { aShop, withPictures } from '../../test/shop.ts'
import { startSite } from '../../test/site.ts'

const site = await startSite()
const { owner, admin, projects } = await aShop(site)
const [hospital] = projects
// All that the page shows: the newest are first, and the seventh is the open label.
for (const { _id } of [hospital!, ...projects.slice(-7)]) {
  await withPictures(owner, _id, 1)
  await admin.api.projects.update({ params: { id: _id }, body: { verificationStatus: 'approved' } })
}

test('the hero leads to the projects and down to the categories, whose tiles lead to their lists', async () => {
  const { getByRole, document } = await site.pageAt('/')
  getByRole('heading', { level: 1 })
  expect(getByRole('link', { name: 'Browse Projects' }).getAttribute('href')).toBe('/projects')
  expect(getByRole('link', { name: 'How It Works' }).getAttribute('href')).toBe('/#categories')
  const section = within(document.getElementById('categories')!)
  section.getByRole('heading', { name: 'How it works' })
  const tiles = section.getAllByRole('link', { name: /[0-9]+ projects?/ })
  expect(tiles.map((tile) => tile.getAttribute('href'))).toContain('/projects?category=Web%20Development')
  expect(tiles.length).toBeLessThanOrEqual(4)
  for (const tile of tiles) expect(tile.getAttribute('href')).toMatch(/^\/projects\?category=/)
})

test('the figures of the page are those of the catalogue', async () => {
  const { figures } = await site.api.content.figures()
  const { getAllByRole } = await site.pageAt('/')
  expect(figures.projects).toBe(projects.length)
  const shown = getAllByRole('definition').map((value) => value.parentElement!.textContent)
  for (const [value, label] of [
    [figures.projects, 'projects'],
    [figures.students, 'student'],
    [figures.technologies, 'technologies'],
    ['24/7', 'download access'],
  ])
    expect(shown.filter((text) => text.includes(String(value)) && text.includes(String(label)))).toHaveLength(
      1,
    )
})

test('six projects are featured, and View All Projects leads to the rest', async () => {
  const featured = within((await site.pageAt('/')).getByRole('region', { name: 'Featured projects' }))
  expect(featured.getAllByRole('article')).toHaveLength(6)
  expect(featured.getByRole('link', { name: 'View All Projects' }).getAttribute('href')).toBe('/projects')
})

test('a card has every part, and of many technologies the first and how many more', async () => {
  const { getAllByRole } = await site.pageAt('/projects?search=hospital')
  const [article] = getAllByRole('article')
  const card = within(article!)
  const { project } = await site.api.projects.get({ params: { id: hospital!._id } })
  expect(card.getByRole('link', { name: project.title }).getAttribute('href')).toBe(
    `/projects/${project._id}`,
  )
  expect(article!.querySelector('picture img')).not.toBeNull()
  for (const text of [project.difficulty, 'PHP', 'MySQL', 'Price ₹1,499', '0 downloads'])
    expect(article!.textContent).toContain(text)
  const words = within(card.getByRole('list', { name: 'Technologies' })).getAllByRole('listitem')
  const named = words.filter(({ textContent }) => !textContent.startsWith('+'))
  // Phones name fewer, and count more.
  const [rest] = words.slice(named.length)
  expect(rest!.textContent).toBe(`+${project.technologies.length - named.length}`)
  // The languages are drawn; their names and shares are read out alone.
  expect(card.getByRole('img', { name: /^Languages: .+ [0-9]+%$/ }).tagName).toBe('svg')
  expect(article!.textContent).not.toContain('%')
})

test('the first picture comes at once in a size that fits, those below the fold when they are near', async () => {
  const { getByRole } = await site.pageAt('/')
  const [first, ...others] = [...getByRole('main').querySelectorAll('picture')]
  const imageOf = (picture: Element) => picture.querySelector('img')!
  expect(imageOf(first!).getAttribute('fetchpriority')).toBe('high')
  expect(imageOf(first!).getAttribute('loading')).not.toBe('lazy')
  expect(others.length).toBe(6)
  for (const picture of others) {
    expect(imageOf(picture).getAttribute('loading')).toBe('lazy')
    expect(imageOf(picture).hasAttribute('fetchpriority')).toBe(false)
  }
  for (const picture of [first!, ...others]) {
    const sources = [...picture.querySelectorAll('source')]
    expect(sources.map(({ type }) => type)).toEqual(['image/avif'])
    expect(sources.map((source) => source.getAttribute('srcset')!.match(/[0-9]+w/g))).toEqual([
      ['320w', '640w', '1280w'],
    ])
    expect(sources.map(({ sizes }) => sizes)).not.toContain('')
    expect(imageOf(picture).getAttribute('src')).toMatch(/640\.webp$/)
    // What keeps the room for it.
    for (const side of ['width', 'height'])
      expect(Number(imageOf(picture).getAttribute(side))).toBeGreaterThan(0)
  }
})
