import { expect, test } from 'vitest'

import { imageProblem } from './pictures.ts'

test('a picture is refused before it is sent for its size and type, in the words of the server', () => {
  const megabytes = (count: number) => count * 1024 * 1024
  expect(imageProblem({ name: 'a.png', size: megabytes(10), type: 'image/png' })).toBeUndefined()
  expect(imageProblem({ name: 'a.png', size: megabytes(10) + 1, type: 'image/png' })).toBe(
    'a.png exceeds 10MB limit',
  )
  expect(imageProblem({ name: 'a.gif', size: 1, type: 'image/gif' })).toBe('Images must be jpeg, png or webp')
  expect(imageProblem({ name: 'shot', size: 1, type: '' })).toBeUndefined()
})
