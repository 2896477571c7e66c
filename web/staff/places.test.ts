import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import type { ToDo } from '#contract/dashboard/dashboard.ts'

import table from '../routes.ts'
import { labelOf } from '../shell/staff-frame.tsx'
import { entriesFor, placesOf } from './places.tsx'

const labelsFor = (role: 'admin' | 'super_admin') => entriesFor(role).map(labelOf)

test('the sidebar has fourteen entries at most, those of the specification by their names', () => {
  const specified = ['Dashboard', 'Projects', 'Contacts', 'Analytics', 'Settings']
  expect(labelsFor('admin')).toEqual(expect.arrayContaining(specified))
  expect(labelsFor('super_admin').filter((label) => !labelsFor('admin').includes(label))).toEqual([
    'Admin Users',
  ])
  expect(labelsFor('super_admin').length).toBeLessThanOrEqual(14)
})

test('the entries lead a super admin to every page that is not about one thing, and others to all but three', () => {
  const addressesFor = (role: 'admin' | 'super_admin') => placesOf(entriesFor(role)).map(({ to }) => to)
  const staffPages = table.find(({ path }) => path === 'admin')!.children!
  const pages = pagesIn(staffPages).filter((path) => !/[:*]|\/new$/.test(path))
  expect(addressesFor('super_admin').toSorted()).toEqual(pages.toSorted())
  expect(pages.filter((path) => !addressesFor('admin').includes(path)).toSorted()).toEqual([
    '/admin/admins',
    '/admin/notices',
    '/admin/sealed',
  ])
})

/** The addresses of the pages among some routes below /admin. */
const pagesIn = (routes: RouteConfigEntry[]): string[] =>
  routes.flatMap(({ file, path, children = [] }) => [
    ...(path !== undefined && file.endsWith('-page.tsx') ? [`/admin/${path}`] : []),
    ...pagesIn(children),
  ])

test('each page has the number of what waits there: a review that was reported waits among the reviews too', () => {
  const toDo = {
    projects: 1,
    messages: { count: 2 },
    help: { count: 10 },
    refunds: { count: 3 },
    heldPayments: { count: 4 },
    disputes: { count: 5 },
    payouts: { count: 6 },
    complaints: { count: 30, reviews: 7, questions: 8 },
    held: { count: 9 },
    runs: { count: 11 },
    reminderDueSince: '2026-01-01T00:00:00Z',
  } as ToDo
  const pages = entriesFor('super_admin', toDo).flatMap(({ pages: all }) => all)
  const waiting = pages.filter(({ count = 0 }) => count > 0)
  expect(Object.fromEntries(waiting.map(({ label, count }) => [label, count]))).toEqual({
    Verification: 1,
    'Runs to look at': 11,
    Contacts: 2,
    'Help requests': 10,
    Refunds: 3,
    'Held payments': 4,
    Disputes: 5,
    Payouts: 6,
    Complaints: 30,
    Reviews: 7,
    Questions: 8,
    'Held texts': 9,
    Notices: 1,
  })
})
