import { describe, expect, test } from 'vitest'

import { causeExamples } from '../causes.ts'
import { causesInRuns, reasonIn, type RunContext } from './in-runs.ts'

const nothing: RunContext = {
  removed: new Map(),
  scripts: [],
  failedStatement: undefined,
  databaseAt: undefined,
}

describe('a message that ended a run, in the words of its owner', () => {
  test.each<[message: string, context: Partial<RunContext>, reason: string, advice: string]>([
    [
      'Fatal error: Uncaught Error: Call to undefined function mysql_connect() in /project/config.php:3 Stack trace: #0 {main}',
      { removed: new Map([['mysql_connect', { calls: 14, files: 6, first: 'config.php, line 3' }]]) },
      'It calls mysql_connect(), which PHP no longer has: 14 places in 6 files.',
      'Use mysqli or PDO with prepared statements. The first place is config.php, line 3.',
    ],
    [
      'Call to undefined function mysql_connect() in /project/config.php:3',
      { removed: new Map([['mysql_connect', { calls: undefined, files: 1, first: 'config.php, line 3' }]]) },
      'It calls mysql_connect(), which PHP no longer has: in 1 file.',
      'Use mysqli or PDO with prepared statements. The first place is config.php, line 3.',
    ],
    [
      'Fatal error: Uncaught Error: Call to undefined function each() in /project/app/list.php:12',
      {},
      'It calls each(), which PHP no longer has (app/list.php, line 12).',
      'Use what took its place in PHP 8.',
    ],
    [
      "Fatal error: Uncaught mysqli_sql_exception: Unknown database 'hostel_db' in /project/db.php:4",
      {},
      'It needs the database “hostel_db”, and the upload brings no dump.',
      'Export hostel_db in phpMyAdmin (Export, format SQL) and upload the file with the project.',
    ],
    [
      "Unknown database 'hostel_db'",
      { scripts: ['db/hostel.sql'], databaseAt: 'db.php, line 4' },
      'It needs the database “hostel_db”, and no dump in the upload is for it.',
      'db/hostel.sql goes into another database. Give both the same name: the code names its one in db.php, line 4.',
    ],
    [
      "Table 'hostel.users' doesn't exist",
      { scripts: ['hostel.sql'], failedStatement: 'hostel.sql, line 12: Duplicate column name' },
      'The table “users” is missing from the dump (hostel.sql, line 12: Duplicate column name).',
      'Correct this line, or export the database again, and upload it.',
    ],
    [
      "Table 'hostel.users' doesn't exist",
      {},
      'It needs the table “users”, and the upload brings no dump.',
      'Export the database in phpMyAdmin (Export, format SQL) and upload the file with the project.',
    ],
    [
      "Table 'hostel.users' doesn't exist",
      { scripts: ['hostel.sql'] },
      'The table “users” is missing from the dump.',
      'Export all tables of the database in phpMyAdmin and upload the file in place of hostel.sql.',
    ],
    [
      "Fatal error: Uncaught Error: Failed opening required 'vendor/autoload.php' (include_path='.:/usr/share/php') in /project/mail.php on line 2",
      {},
      'It includes vendor/autoload.php, which is not in the upload (mail.php, line 2).',
      'Folders that Composer fills are not part of an upload. Put the library into a folder with another name.',
    ],
    [
      'Row size too large (> 8126)',
      {},
      'A table of its dump has larger rows than MariaDB takes.',
      'Make some of its columns TEXT, and export it again.',
    ],
    [
      'Fatal error: Uncaught TypeError: count(): Argument #1 must be of type Countable in /project/a.php:9\nStack trace:\n#0',
      {},
      'Fatal error: Uncaught TypeError: count(): Argument #1 must be of type Countable in a.php:9.',
      '',
    ],
    ['It did not start within 120 seconds', {}, 'It did not start within 120 seconds.', ''],
  ])('%s', (message, context, reason, advice) => {
    expect(reasonIn(message, { ...nothing, ...context })).toEqual({ reason, advice })
  })
})

test('each entry is of a row of the table by which buyers are told, and says what to do about its example', () => {
  for (const id of causesInRuns) {
    const row = causeExamples.find((one) => one.id === id)
    expect(row, id).toBeDefined()
    const { reason, advice } = reasonIn(row!.example, nothing)
    expect([reason, advice], id).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)])
    expect(reason, id).not.toMatch(/XAMPP|undefined|\/project\//)
  }
})

test('a message of any length takes no time to speak of, and no reason is longer than a line', () => {
  for (const piece of ['a', "'", ' in /', 'Unknown database ', 'mysql_', '\n']) {
    const { reason } = reasonIn(piece.repeat(100_000), nothing)
    expect(reason.length).toBeLessThan(400)
  }
})
