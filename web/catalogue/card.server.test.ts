import { expect, test } from 'vitest'

import type { ProjectCard } from '#contract/projects/projects.ts'

import { drawnCard } from './card.server.ts'

const card = (runs: ProjectCard['runs'], technologies: string[] = []) =>
  drawnCard({ description: '', images: [], fileTree: [], technologies, runs } as unknown as ProjectCard)

test.each([
  [null, null],
  [{ ran: 18, of: 20, isStamped: true }, 'ran for 18 of 20'],
])('a card shows for how many buyers the project ran, when it has that figure: %o', (runs, words) => {
  expect(card(runs).ran).toBe(words)
})

test.each([
  [
    ['HTML', 'CSS', 'SVG'],
    ['HTML', 'CSS', 'SVG'],
  ],
  [
    ['JavaScript', 'PWA', 'IndexedDB', 'CSS'],
    ['JavaScript', 'PWA', 'IndexedDB'],
  ],
  [
    ['Python', 'Collaborative Filtering', 'TF-IDF', 'http.server'],
    ['Python', 'TF-IDF'],
  ],
  [
    ['PHP', 'SQL', 'CSS', 'HTML'],
    ['PHP', 'SQL', 'CSS'],
  ],
  [
    ['A technology with a name that is longer than a line'],
    ['A technology with a name that is longer than a line'],
  ],
])('up to three technologies that fit on a line come first, then the rest: %o', (given, shown) => {
  const { technologies, technologiesShown } = card(null, given)
  expect(technologies.slice(0, technologiesShown)).toEqual(shown)
  expect([...technologies].sort()).toEqual([...given].sort())
})

test('every card has the start of its description, and the first and the last of a list have a longer one', () => {
  const description = `${'It keeps the books of a shop. '.repeat(9)}The end of it.`
  const of = { description, images: [], fileTree: [], technologies: [], runs: { ran: 0, of: 0 } }
  const cards = Array.from({ length: 3 }, () => of as unknown as ProjectCard).map(drawnCard)
  for (const card of cards) expect(description.startsWith(card.description)).toBe(true)
  expect(cards.map((card) => card.description.length > 180)).toEqual([true, false, true])
})
