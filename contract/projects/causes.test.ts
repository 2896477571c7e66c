import { describe, expect, test } from 'vitest'

import { causeExamples, causesIn, maxMessage } from './causes.ts'
import type { SetUp } from './set-up.ts'

const place = { file: 'includes/db.php', line: 4 }
const facts: SetUp = {
  kind: 'php',
  tool: null,
  entry: 'index.php',
  root: '',
  folder: { name: 'hostel', file: 'index.php', line: 9 },
  topLink: null,
  dumps: [
    { path: 'db/hostel.sql', size: 9, database: null, createsDatabase: false, system: 'mysql', sameAs: null },
  ],
  makesTables: false,
  connections: [
    {
      system: 'mysql',
      database: { name: 'hostel_db', ...place },
      user: { name: 'root', ...place },
      password: { isEmpty: false, ...place },
      port: null,
    },
  ],
  settings: null,
  install: [],
  start: [],
  isFromReadme: false,
  libraries: [],
  port: null,
  readme: null,
}

describe('each row of the table explains its own example', () => {
  test.each(causeExamples)('$id', ({ id, example }) => {
    const [first] = causesIn(example)
    expect(first?.id).toBe(id)
    expect(first?.cause).toMatch(/\.$/)
    expect(first?.advice).toMatch(/\.$/)
    expect(`${first!.cause}${first!.advice}`).not.toMatch(/undefined| {2}/)
  })
  test('and has an id of its own', () => {
    expect(new Set(causeExamples.map(({ id }) => id)).size).toBe(causeExamples.length)
  })
})

test("the advice names the project's database, script, file and line", () => {
  const [cause] = causesIn("Unknown database 'hostel_db'", facts)
  expect(cause).toMatchObject({ id: 'unknown-database', cause: expect.stringContaining('hostel_db') })
  expect(cause!.advice).toContain('db/hostel.sql')
  expect(cause!.advice).toContain('includes/db.php, line 4')
  expect(causesIn("Access denied for user 'root'@'localhost'", facts)[0]!.advice).toContain(
    'includes/db.php, line 4',
  )
  expect(causesIn('Object not found!', facts)[0]!.advice).toContain('hostel')
})

test('of several faults in one message at most three are explained, the first that it names before the others', () => {
  const message = causeExamples.map(({ example }) => example).join('\n')
  const found = causesIn(message)
  expect(found).toHaveLength(3)
  expect(found[0]!.id).toBe(causeExamples[0]!.id)
})

test('what the table does not know has no explanation', () => {
  for (const message of ['', 'It does not work', 'Hello', 'The page is white'])
    expect(causesIn(message)).toEqual([])
})

test('a hostile message is read too, but none beyond its limit', () => {
  const parts = [
    "Unknown database '",
    'Cannot find module ',
    'ENOENT ',
    '<? ',
    'Table ',
    'undefined function ',
    'ECONNREFUSED ',
    'a',
    ' ',
    "'",
    '"',
    '(',
    'bash: ',
    'include(',
    'TemplateDoesNotExist at ',
  ]
  for (const part of parts) causesIn(part.repeat(Math.ceil(maxMessage / part.length) + 10))
  expect(causesIn(`${' '.repeat(maxMessage)}Object not found!`)).toEqual([])
})
