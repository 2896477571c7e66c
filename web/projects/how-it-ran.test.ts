import { expect, test } from 'vitest'

import type { RunRecord } from '#contract/projects/runs.ts'

import { runHtml } from './how-it-ran.server.tsx'
import { toRunWords } from './run-words.ts'

const page: RunRecord['pages'][number] = {
  title: 'Rooms',
  path: '/hostel/rooms.php',
  status: 200,
  broken: false,
  after: '',
  problems: [],
  picture: null,
}
const run: RunRecord = {
  _id: 'r1',
  outcome: 'ran',
  reason: '',
  advice: '',
  kind: 'php-mysql',
  what: '',
  runtime: 'PHP 8.2 and MariaDB 10.11',
  ranAt: '2026-11-25T08:00:00.000Z',
  release: 2,
  statements: { run: 0, failed: 0 },
  tables: 0,
  pages: [],
  signIns: [],
  failedStatements: [],
  standIns: [],
  outside: [],
  otherCase: [],
  ownerNote: null,
}

test('where there is nothing to show, or the server is of the release before, nothing is said', () => {
  for (const none of [null, undefined]) expect([toRunWords(none), runHtml(none)]).toEqual([undefined, ''])
})

test('of what is not tried there are words alone', () => {
  const java: RunRecord = { ...run, outcome: 'not_tried', what: 'Java', reason: 'Java is not run yet.' }
  expect(toRunWords(java)).toMatchObject({
    sentence: 'Not run by us: Java is not run yet.',
    label: 'not run by us: Java',
  })
  expect(runHtml(java)).toBe('')
})

test('what was not seen has no row: a site of plain pages has neither tables nor sign-ins nor a dump', () => {
  const html = runHtml({ ...run, kind: 'static', runtime: '', pages: [page] })
  expect(html).toContain('/hostel/rooms.php')
  expect(html).not.toMatch(/tables|sign-in|statements|started with|stood in|not reached|Before a sign-in/)
})

test('each role is named once, as worked when one of its sign-ins did, and a page that shows no message says what it answered', () => {
  const html = runHtml({
    ...run,
    signIns: [
      { role: 'a user', worked: false },
      { role: 'admin', worked: false },
      { role: 'a user', worked: true },
    ],
    pages: [
      { ...page, broken: true, status: 404 },
      { ...page, broken: true, status: 0 },
    ],
  })
  expect(html).toContain('a user worked, admin did not work')
  expect(html).toContain('It answered 404.')
  expect(html).toContain('It did not answer.')
})
