import { expect, test } from 'vitest'

import { differenceOf, namesOf } from './edition-changes.tsx'

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

test('of two long texts only the words around what differs are shown', () => {
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `word${from + at}`).join(' ')
  const before = `${words(0, 40)} comma here ${words(50, 90)}`
  const after = `${words(0, 40)} comma, here ${words(50, 90)}`
  const { start, end, ...middle } = differenceOf(before, after)
  expect(middle).toEqual({ before: 'comma ', after: 'comma, ' })
  expect(start).toMatch(/^… word\d+ .* word39 $/)
  expect(end).toMatch(/^here word50 .* word\d+ …$/)
  expect(start.length + end.length).toBeLessThan(200)
  expect(differenceOf('a b c', 'a b c d')).toEqual({ start: 'a b ', before: 'c', after: 'c d', end: '' })
  expect(differenceOf('a a', 'a a a')).toEqual({ start: 'a ', before: '', after: 'a ', end: 'a' })
})
