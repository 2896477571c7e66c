import { expect, test } from 'vitest'

import { complaintKinds, complaintReasons, dueAt, timesToDecide, timeToDecide } from './complaint-kinds.ts'

test('personal and private data, harm and abuse are decided in 36 hours, all else in 7 days, and texts say the same', () => {
  const sentAt = '2026-11-01T10:00:00.000Z'
  const hours = (kind: Parameters<typeof dueAt>[0]) =>
    (dueAt(kind, sentAt).getTime() - Date.parse(sentAt)) / 3_600_000
  const urgent = new Set(['personal_data', 'private_data', 'harmful', 'abuse'])
  for (const kind of [...complaintKinds, ...complaintReasons]) {
    expect([kind, hours(kind)]).toEqual([kind, urgent.has(kind) ? 36 : 7 * 24])
    expect(timeToDecide(kind)).toBe(urgent.has(kind) ? '36 hours' : '7 days')
  }
  expect(timesToDecide).toMatch(/^within 7 days, and within 36 hours when/)
})
