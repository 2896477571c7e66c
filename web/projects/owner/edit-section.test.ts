import { expect, test } from 'vitest'

import type { VerificationStatus } from '#contract/projects/verification.ts'

import { reviewNote } from './edit-section.tsx'

const edition = { number: 3, since: '2026-11-12T10:00:00Z', isOnSale: true, staysOnSale: false }
const at = (verificationStatus: VerificationStatus, staysOnSale = false) => ({
  verificationStatus,
  edition: { ...edition, staysOnSale },
})

test('a form says before saving what goes back to review, and nothing when nothing does', () => {
  expect(reviewNote({ title: 'title', githubUrl: 'link' }, at('approved'))).toBe(
    'Saving sends the project back to review. It is not listed until staff have checked it.',
  )
  expect(reviewNote({ category: 'category', price: 'price' }, at('approved'))).toBe(
    'A new category sends the project back to review; the rest does not.',
  )
  expect(reviewNote({ price: 'price', tags: 'tags' }, at('approved'))).toBeUndefined()
})

test('where editions stay on sale, a form says that this one does', () => {
  expect(reviewNote({ title: 'title' }, at('approved', true))).toBe(
    'Saving sends the project back to review. Edition 3 stays on sale until staff have checked it.',
  )
  const off = { verificationStatus: 'approved', edition: { ...edition, isOnSale: false } } as const
  expect(reviewNote({ title: 'title' }, off)).toContain('It is not listed')
  expect(reviewNote({ title: 'title' }, { ...off, edition: null })).toContain('It is not listed')
})

test('a change sends neither a pending project nor one that needs changes back to review', () => {
  expect(reviewNote({ title: 'title' }, at('pending'))).toBeUndefined()
  expect(reviewNote({ title: 'title' }, at('needs_changes'))).toBeUndefined()
  expect(reviewNote({ title: 'title' }, at('rejected'))).toContain('back to review')
})
