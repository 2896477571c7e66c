import { expect, test } from 'vitest'

import { meanwhile, reviewNote } from './review-note.ts'

test('a form says before saving what goes back to review, and nothing when nothing does', () => {
  expect(reviewNote({ title: 'title', githubUrl: 'link' })).toBe(
    `Saving sends the project back to review. ${meanwhile}`,
  )
  expect(reviewNote({ category: 'category', price: 'price' })).toBe(
    'A new category sends the project back to review; the rest does not.',
  )
  expect(reviewNote({ price: 'price', tags: 'tags' })).toBeUndefined()
})
