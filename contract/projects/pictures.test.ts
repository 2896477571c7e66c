import { expect, test } from 'vitest'

import { imageProblem, inStrip, languageShares, languageTints } from './pictures.ts'

const language = (name: string, size: number) => ({ name, size })

test('languages are shares of the bytes that are in a known language, the largest first', () => {
  expect(languageShares([language('PHP', 300), language('CSS', 100), language('SQL', 0)])).toEqual([
    { name: 'PHP', percent: 75 },
    { name: 'CSS', percent: 25 },
  ])
})

test('from the fifth on, languages are counted together', () => {
  const known = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, index) => language(name, 100 - index))
  expect(languageShares(known).map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'Others'])
  const sizes = [548, 221, 109, 66, 16, 15, 15, 10]
  const shares = languageShares(sizes.map((size, index) => language(`${index}`, size)))
  expect(shares.map(({ percent }) => percent)).toEqual([55, 22, 11, 7, 5])
})

test('a project without known languages has none', () => {
  expect(languageShares([])).toEqual([])
})

test('a picture is refused before it is sent for its size and type, with the message of the server', () => {
  const megabytes = (count: number) => count * 1024 * 1024
  expect(imageProblem({ name: 'a.png', size: megabytes(10), type: 'image/png' })).toBeUndefined()
  expect(imageProblem({ name: 'a.png', size: megabytes(10) + 1, type: 'image/png' })).toBe(
    'a.png exceeds 10MB limit',
  )
  expect(imageProblem({ name: 'a.gif', size: 1, type: 'image/gif' })).toMatch(/^a\.gif is a GIF\./)
  expect(imageProblem({ name: 'a.svg', size: 1, type: 'image/svg+xml' })).toBe(
    'Images must be jpeg, png or webp',
  )
  expect(imageProblem({ name: 'shot', size: 1, type: '' })).toBeUndefined()
})

test('the strip shows what a project is written in, without documents, data and the rest', () => {
  const named = (name: string) => ({ name, percent: 10 })
  const shares = ['PHP', 'Markdown', 'SQL', 'XML', 'JSON', 'YAML', 'TOML', 'Text', 'Go', 'Others'].map(named)
  expect(inStrip(shares).map(({ name }) => name)).toEqual(['PHP', 'SQL', 'Go'])
  expect(Object.keys(languageTints)).toHaveLength(10)
})
