import { expect, test } from 'vitest'

import { notTriedReason, runLabel, runSentence } from './run-sentence.ts'

const page = { title: '', path: '/', status: 200, broken: false, after: '', problems: [], picture: null }
const pages = (count: number, broken = 0) =>
  Array.from({ length: count }, (_, n) => ({ ...page, broken: n < broken }))
const ran = {
  outcome: 'ran' as const,
  reason: '',
  what: '',
  runtime: 'PHP 8.2 and MariaDB 10.11',
  ranAt: '2026-11-25T08:00:00.000Z',
  tables: 17,
  pages: pages(12),
  signIns: [
    { role: 'student', worked: false },
    { role: 'admin', worked: true },
  ],
}

test.each([
  [ran, 'Ran on 25 Nov 2026 with PHP 8.2 and MariaDB 10.11: 17 tables, 12 pages, signed in as admin'],
  [
    { ...ran, signIns: [], tables: 1, pages: pages(1) },
    'Ran on 25 Nov 2026 with PHP 8.2 and MariaDB 10.11: 1 table, 1 page',
  ],
  [
    { ...ran, runtime: '', tables: 0, signIns: [], pages: pages(3, 1) },
    'Ran on 25 Nov 2026: 3 pages, 1 of them with errors',
  ],
  [
    { ...ran, signIns: [{ role: 'admin', worked: false }], runtime: 'PHP 8.2', tables: 0 },
    'Ran on 25 Nov 2026 with PHP 8.2: 12 pages, nobody could sign in',
  ],
  [
    { ...ran, runtime: 'MariaDB 10.11', pages: [], signIns: [] },
    'Ran on 25 Nov 2026 with MariaDB 10.11: 17 tables',
  ],
  [
    { ...ran, outcome: 'failed' as const, reason: 'It calls mysql_connect(), which PHP no longer has.' },
    'Did not run on 25 Nov 2026 with PHP 8.2 and MariaDB 10.11: It calls mysql_connect(), which PHP no longer has.',
  ],
  [
    { ...ran, outcome: 'not_tried' as const, reason: notTriedReason('Java') },
    'Not run by us: Java is not run yet.',
  ],
])('%o', (run, sentence) => {
  expect(runSentence(run)).toBe(sentence)
})

test('the label says when it was seen, or of what it is', () => {
  expect(runLabel(ran)).toBe('seen 25 Nov 2026')
  expect(runLabel({ ...ran, outcome: 'failed' })).toBe('did not run on 25 Nov 2026')
  expect(runLabel({ ...ran, outcome: 'not_tried', what: 'Java' })).toBe('not run by us: Java')
  expect(runLabel({ ...ran, outcome: 'not_tried' })).toBe('not run by us')
})

test.each([
  ['', 'Nothing in it says how it starts.'],
  ['Composer', 'It needs packages from Composer, which are not part of an upload.'],
  ['Python notebooks', 'Python notebooks are not run yet.'],
  ['.NET', '.NET is not run yet.'],
])('%s is not tried: %s', (what, reason) => {
  expect(notTriedReason(what)).toBe(reason)
})
