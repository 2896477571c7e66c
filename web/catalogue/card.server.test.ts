import { expect, test } from 'vitest'

import type { ProjectCard } from '#contract/projects/project.ts'

import { toCard } from './card.server.ts'

const card = (runs: ProjectCard['runs'], technologies: string[] = []) =>
  toCard({
    description: '',
    images: [],
    fileTree: [],
    technologies,
    runs,
    totalFileSize: 103_424,
    lines: 2157,
    verifiedAt: '2026-08-19T10:00:00.000Z',
  } as unknown as ProjectCard)

test.each([
  [null, null],
  [
    { ran: 18, of: 20, isStamped: true },
    { ran: 18, of: 20 },
  ],
])('a card shows for how many buyers the project ran, when it has that figure: %o', (runs, shown) => {
  expect(card(runs).runs).toEqual(shown)
})

test('a card says when we ran it, and nothing where we did not or the server does not say', () => {
  const seen = (ranAt: string | null | undefined) =>
    toCard({ description: '', images: [], technologies: [], runs: null, ranAt } as unknown as ProjectCard)
      .seen
  expect(seen('2026-11-25T10:00:00.000Z')).toBe('We ran it on 25 Nov 2026')
  expect([seen(null), seen(undefined)]).toEqual([undefined, undefined])
})

test('a card has the size, the lines and the day on which staff approved it', () => {
  expect(card(null).facts).toBe('103\u{A0}kB · 2,157\u{A0}lines · verified\u{A0}19\u{A0}Aug\u{A0}2026')
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
  const of = {
    description,
    images: [],
    fileTree: [],
    technologies: [],
    lines: 0,
    totalFileSize: 0,
    verifiedAt: null,
  }
  const cards = Array.from({ length: 3 }, () => of as unknown as ProjectCard).map(toCard)
  for (const card of cards) expect(description.startsWith(card.description)).toBe(true)
  expect(cards.map((card) => card.description.length > 180)).toEqual([true, false, true])
})
