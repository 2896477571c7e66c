import { expect, test } from 'vitest'

import { namesOf } from './edition-changes.tsx'

test('what waits is named in a few words, without the prices, which act at once', () => {
  const changes = [
    { what: 'title', before: ['One'], after: ['Two'] },
    { what: 'price', before: ['₹499'], after: ['₹799'] },
    { what: 'demo', before: [], after: ['https://demo.example.in/'] },
    { what: 'pictures', before: [], after: ['2 pictures added', '1 picture removed'] },
  ] as const
  const lines = changes.map(({ what, before, after }) => ({ what, before: [...before], after: [...after] }))
  expect(namesOf(lines)).toBe('title, demo link, 2 pictures added, 1 picture removed')
  expect(namesOf([], 4)).toBe('release 4')
  expect(namesOf([])).toBe('')
})
