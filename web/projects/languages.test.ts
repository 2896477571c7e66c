import { expect, test } from 'vitest'

import { languagesIn } from './languages.ts'

const file = (language: string | null, size: number) => ({ language, size })

test('languages are shares of the bytes that are in a known language, the largest first', () => {
  expect(
    languagesIn([file('CSS', 100), file('PHP', 200), file(null, 5000), file('PHP', 100), file('SQL', 0)]),
  ).toEqual([
    { name: 'PHP', percent: 75 },
    { name: 'CSS', percent: 25 },
  ])
})

test('from the fifth on, languages are counted together', () => {
  const files = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, index) => file(name, 100 - index))
  expect(languagesIn(files).map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'Others'])
})

test('a project without known languages has none', () => {
  expect(languagesIn([file(null, 10)])).toEqual([])
  expect(languagesIn([])).toEqual([])
})
