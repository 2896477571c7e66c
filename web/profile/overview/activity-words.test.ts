import { expect, test } from 'vitest'

import { activityText } from './activity-words.ts'

test('what was decided of a later release names it, so that two approvals of a project differ', () => {
  const approved = { kind: 'project_decided', at: '', title: 'Bus Pass Desk', status: 'approved' } as const
  expect(activityText(approved)).toBe('Bus Pass Desk was approved')
  expect(activityText({ ...approved, release: 1 })).toBe('Bus Pass Desk was approved')
  expect(activityText({ ...approved, release: 2 })).toBe('Release 2 of Bus Pass Desk was approved')
})
