import { expect, test } from 'vitest'

import { unlistedNote, reviewNote } from './edit-section.tsx'

test('a form says before saving what goes back to review, and nothing when nothing does', () => {
  expect(reviewNote({ title: 'title', githubUrl: 'link' }, 'approved')).toBe(
    `Saving sends the project back to review. ${unlistedNote}`,
  )
  expect(reviewNote({ category: 'category', price: 'price' }, 'approved')).toBe(
    'A new category sends the project back to review; the rest does not.',
  )
  expect(reviewNote({ price: 'price', tags: 'tags' }, 'approved')).toBeUndefined()
})

test('a change sends neither a pending project nor one that needs changes back to review', () => {
  expect(reviewNote({ title: 'title' }, 'pending')).toBeUndefined()
  expect(reviewNote({ title: 'title' }, 'needs_changes')).toBeUndefined()
  expect(reviewNote({ title: 'title' }, 'rejected')).toContain('back to review')
})
