import { expect, test } from 'vitest'

import { meanwhile, reviewNote } from './edit-section.tsx'

test('a form says before saving what goes back to review, and nothing when nothing does', () => {
  expect(reviewNote({ title: 'title', githubUrl: 'link' }, 'approved')).toBe(
    `Saving sends the project back to review. ${meanwhile}`,
  )
  expect(reviewNote({ category: 'category', price: 'price' }, 'approved')).toBe(
    'A new category sends the project back to review; the rest does not.',
  )
  expect(reviewNote({ price: 'price', tags: 'tags' }, 'approved')).toBeUndefined()
})

test('a pending project is not sent back to review', () => {
  expect(reviewNote({ title: 'title' }, 'pending')).toBeUndefined()
  expect(reviewNote({ title: 'title' }, 'needs_changes')).toContain('back to review')
})
