import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import type { ToDo } from '#contract/dashboard/dashboard.ts'

import { ToDoToday } from './to-do.tsx'

test('the task for which somebody has waited longest stands first, what the shop needs after that, and the reminder of the rules last', () => {
  const none = { count: 0, oldest: null }
  const toDo: ToDo = {
    missingIdentity: ['PAN'],
    reminderDueSince: '2026-01-01T00:00:00Z',
    projects: 2,
    oldestProject: { _id: '1', title: 'Ward Desk', waitingSince: '2026-11-03T00:00:00Z' },
    refunds: { count: 1, oldest: '2026-11-02T00:00:00Z' },
    recallRefunds: { count: 0, amount: 0, oldest: null },
    payouts: none,
    heldPayments: none,
    disputes: none,
    help: { count: 0, oldest: null, late: 2 },
    messages: { count: 3, oldest: '2026-11-01T00:00:00Z' },
    complaints: {
      count: 1,
      late: 0,
      oldest: '2026-11-04T00:00:00Z',
      nextDue: null,
      reviews: 0,
      questions: 0,
    },
    held: { count: 1, oldest: null },
    runs: { count: 4, oldest: '2026-11-03T12:00:00Z' },
    failedJobs: 1,
    ledger: null,
    stranded: [],
    reconciled: null,
  }
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <ToDoToday toDo={toDo} />
    </MemoryRouter>,
  )
  const order = [
    'unread messages',
    'refund to decide',
    'projects to verify',
    'runs to look at',
    'complaint to decide',
    'help requests with a late answer',
    'held text to read',
    'The law asks who runs the shop',
    'job given up',
    'Remind all members of the rules',
  ]
  expect(order.map((words) => page.indexOf(words)).toSorted((one, other) => one - other)).toEqual(
    order.map((words) => page.indexOf(words)),
  )
  for (const words of order) expect(page).toContain(words)
  expect(page).not.toContain('help requests for staff')
})
