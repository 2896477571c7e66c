import { expect, test } from 'vitest'

import { namedDay } from '../kit/format.ts'
import { answerBy } from './answer-times.ts'

test.each([
  // 26 November 2026 is a Thursday.
  ['2026-11-26T10:00+05:30', 'Friday, 27 Nov 2026', 'Thursday, 3 Dec 2026'],
  ['2026-11-27T10:00+05:30', 'Monday, 30 Nov 2026', 'Friday, 4 Dec 2026'],
  ['2026-11-28T10:00+05:30', 'Monday, 30 Nov 2026', 'Friday, 4 Dec 2026'],
  ['2026-11-29T23:59+05:30', 'Monday, 30 Nov 2026', 'Friday, 4 Dec 2026'],
  // Half past midnight on Friday in India is still Thursday in London.
  ['2026-11-26T19:00Z', 'Monday, 30 Nov 2026', 'Friday, 4 Dec 2026'],
  ['2026-12-31T18:00Z', 'Friday, 1 Jan 2027', 'Thursday, 7 Jan 2027'],
])('what was sent at %s is answered by %s, a refund request by %s', (sentAt, message, refund) => {
  expect(namedDay(answerBy('message', sentAt))).toBe(message)
  expect(namedDay(answerBy('refund', sentAt))).toBe(refund)
})
