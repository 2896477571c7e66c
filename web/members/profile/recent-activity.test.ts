import { expect, test } from 'vitest'

import { activityText, isAmbiguous } from './recent-activity.tsx'

test('a decision on a later release names the release, so that two approvals of a project differ', () => {
  const approved = { kind: 'project_decided', at: '', title: 'Bus Pass Desk', status: 'approved' } as const
  expect(activityText(approved)).toBe('Bus Pass Desk was approved')
  expect(activityText({ ...approved, release: 1 })).toBe('Bus Pass Desk was approved')
  expect(activityText({ ...approved, release: 2 })).toBe('Release 2 of Bus Pass Desk was approved')
})

test('events with the same text on the same day show their times', () => {
  const approved = { kind: 'project_decided', title: 'Bus Pass Desk', status: 'approved' } as const
  const morning = { ...approved, at: '2026-11-12T05:00:00.000Z' }
  const evening = { ...approved, at: '2026-11-12T12:00:00.000Z' }
  const later = { ...approved, at: '2026-11-13T12:00:00.000Z' }
  expect([morning, evening, later].map((event, _, all) => isAmbiguous(event, all))).toEqual([
    true,
    true,
    false,
  ])
})
