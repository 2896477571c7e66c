import { describe, expect, test } from 'vitest'

import type { RunKind, SeenPage, SeenRun } from '#contract/projects/runners.ts'

import { aPage, aSeenRun } from '../../../test/seen-run.ts'
import { check } from '../findings/check/check.ts'
import { contextOf, outcomeOf } from './outcome.ts'

const files = {
  'config.php':
    "<?php mysql_connect('localhost', 'root', ''); mysql_connect('b', 'c', 'd'); mysql_select_db('hostel_db'); ?>",
  'index.php': "<?php include 'config.php'; mysql_connect('a', 'b', 'c'); ?><body></body>",
  'hostel.sql': 'CREATE TABLE users (id int primary key);',
}
const checked = check(Object.entries(files).map(([path, text]) => ({ path, size: text.length, text })))

function outcome(
  { kind = 'php-mysql', ...run }: Partial<SeenRun> & { kind?: RunKind } = {},
  pages: Partial<SeenPage>[] = [{}],
) {
  const seen = { ...aSeenRun, ...run }
  const context = contextOf({ setUp: checked.setUp!, findings: checked.findings }, seen)
  const { outcome: what, reason } = outcomeOf({ kind, run: seen, pages: pages.map(aPage), context })
  return reason ? `${what}: ${reason}` : what
}

const broken = (problem?: string, status = 200) => ({
  isBroken: true,
  status,
  problems: problem ? [problem] : [],
})
const signIn = { form: 'http://localhost/', user: 'admin', from: '', worked: true, problem: '' }

describe('what a run came to', () => {
  test.each<[string, string]>([
    ['ran', outcome()],
    ['ran', outcome({ kind: 'static', tables: 0, dumps: [] })],
    ['ran', outcome({ kind: 'sql' }, [])],
    ['ran', outcome({}, [{}, {}, broken('Warning: x')])],
    ['ran', outcome({ tables: 0, signIns: [signIn] })],
    ['failed: The dump makes no tables.', outcome({ kind: 'sql', tables: 0, dumps: [] }, [])],
    ['failed: No page could be opened.', outcome({}, [])],
    ['failed: The first page is empty.', outcome({}, [broken()])],
    ['failed: The first page answers 500.', outcome({}, [broken(undefined, 500)])],
    ['failed: PHP did not start.', outcome({ error: 'PHP did not start' })],
    [
      'failed: It needs a MySQL database, and the upload brings no dump with tables.',
      outcome({ tables: 0, dumps: [] }),
    ],
    [
      'failed: More than half of its pages are empty or answer with an error.',
      outcome({}, [{}, broken(), broken()]),
    ],
    [
      'failed: The table “rooms” is missing from the dump (hostel.sql, line 3: Duplicate column name).',
      outcome(
        {
          dumps: [
            {
              path: 'hostel.sql',
              statements: 9,
              tables: 1,
              failed: [{ code: 1060, line: 3, error: 'Duplicate column name' }],
            },
          ],
        },
        [broken("Table 'hostel.rooms' doesn't exist")],
      ),
    ],
    [
      'failed: The table “marks” is missing from the dump.',
      outcome({ signIns: [{ ...signIn, worked: false, problem: "Table 'hostel.marks' doesn't exist" }] }),
    ],
    [
      'failed: It calls mysql_connect(), which PHP no longer has: 3 places in 2 files.',
      outcome({}, [
        broken(
          'Fatal error: Uncaught Error: Call to undefined function mysql_connect() in /project/config.php:1',
        ),
      ]),
    ],
    [
      'failed: It needs the database “hostel_db”, and no dump in the upload is for it.',
      outcome({}, [broken("Unknown database 'hostel_db'")]),
    ],
  ])('%s', (expected, what) => {
    expect(what).toBe(expected)
  })
})
