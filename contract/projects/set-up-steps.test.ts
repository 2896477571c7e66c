import { expect, test } from 'vitest'

import { folderNameOf, setUpSteps } from './set-up-steps.ts'
import type { SetUpStep, SetUpSystem } from './set-up-steps/step.ts'
import type { SetUp } from './set-up.ts'

const at = (line: number) => ({ file: 'includes/db.php', line })
const php: SetUp = {
  kind: 'php',
  tool: null,
  entry: 'index.php',
  root: '',
  folder: { name: 'hostel', file: 'index.php', line: 9 },
  topLink: null,
  makesTables: false,
  dumps: [
    {
      path: 'db/hostel.sql',
      size: 9000,
      database: null,
      createsDatabase: false,
      system: 'mysql',
      sameAs: null,
    },
  ],
  connections: [
    {
      system: 'mysql',
      database: { name: 'hostel_db', ...at(4) },
      user: { name: 'root', ...at(2) },
      password: { isEmpty: true, ...at(3) },
      port: null,
    },
  ],
  settings: null,
  install: [],
  start: [],
  isFromReadme: false,
  libraries: [],
  port: null,
  readme: 'README.md',
}
const connected = (changes: Partial<SetUp['connections'][number]>) => ({
  connections: [{ ...php.connections[0]!, ...changes }],
})

const stepsOf = (changes: Partial<SetUp> = {}, system: SetUpSystem = 'windows') =>
  setUpSteps({ facts: { ...php, ...changes }, findings: [], name: 'my-hostel', signIns: [] }, system)
const textOf = ({ parts }: SetUpStep) =>
  parts
    .map((part) =>
      'text' in part ? part.text : 'copy' in part ? part.copy : 'link' in part ? part.link : '',
    )
    .join('\n')
const step = (id: string, steps: SetUpStep[]) => {
  const found = steps.find((one) => one.id === id)
  return found && `${found.title}\n${textOf(found)}`
}

test('PHP with MySQL on Windows: unzip, start, make the database, import, open', () => {
  const steps = stepsOf()
  expect(steps.map(({ id }) => id)).toEqual(['tools', 'unzip', 'servers', 'database', 'import', 'open'])
  expect(step('unzip', steps)).toContain('C:\\xampp\\htdocs\\hostel')
  expect(step('unzip', steps)).toContain('index.php, line 9')
  expect(step('database', steps)).toContain('hostel_db')
  expect(step('import', steps)).toContain('C:\\xampp\\htdocs\\hostel\\db\\hostel.sql')
  expect(step('open', steps)).toContain('http://localhost/hostel/')
})

test('the same on Linux and macOS has their paths, and no other folder name than the one of the links', () => {
  expect(step('unzip', stepsOf({}, 'linux'))).toContain('/opt/lampp/htdocs/hostel')
  expect(step('unzip', stepsOf({}, 'macos'))).toContain('/Applications/XAMPP/xamppfiles/htdocs/hostel')
  expect(step('unzip', stepsOf({ folder: null }))).toContain('C:\\xampp\\htdocs\\my-hostel')
})

test('another user or a password in the code is changed to those of XAMPP, in this file and line', () => {
  expect(step('password', stepsOf())).toBeUndefined()
  const steps = stepsOf(
    connected({ user: { name: 'asha', ...at(2) }, password: { isEmpty: false, ...at(3) } }),
  )
  expect(step('password', steps)).toContain('includes/db.php, line 2, write root in place of “asha”')
  expect(step('password', steps)).toContain('includes/db.php, line 3, take the password out')
})

test('a script that makes its database needs none, and one for another database says which name to change', () => {
  const [dump] = php.dumps
  const made = stepsOf({ dumps: [{ ...dump!, database: 'hostel_db', createsDatabase: true }] })
  expect(step('database', made)).toBeUndefined()
  expect(step('import', made)).toContain('It makes its database itself')
  const other = stepsOf({ dumps: [{ ...dump!, database: 'hostel', createsDatabase: true }] })
  expect(step('import', other)).toContain('write “hostel” there, in includes/db.php, line 4')
})

test('a script too large for phpMyAdmin is imported by the mysql command', () => {
  const [dump] = php.dumps
  const text = step('import', stepsOf({ dumps: [{ ...dump!, size: 3_000_000 }] }))
  expect(text).toContain('C:\\xampp\\mysql\\bin\\mysql.exe -u root hostel_db')
  expect(text).toContain('source C:/xampp/htdocs/hostel/db/hostel.sql')
})

test('a place of which MySQL would read more than a name is no command to copy, and an address names its page', () => {
  const [dump] = php.dumps
  const steps = stepsOf({
    dumps: [{ ...dump!, path: 'a;drop/b.sql', size: 3_000_000 }],
    entry: 'C# 100%/index.php',
  })
  const copied = steps.flatMap(({ parts }) => parts.flatMap((part) => ('copy' in part ? part.copy : [])))
  expect(copied.filter((text) => text.includes(';'))).toEqual([])
  expect(step('open', steps)).toContain('/C%23%20100%25/')
})

test('what is not known is said', () => {
  const steps = stepsOf({ dumps: [], entry: null, ...connected({ database: null }) })
  expect(step('database', steps)).toContain('We do not know the name of its database')
  expect(step('import', steps)).toContain('We found no script')
  expect(step('open', steps)).toContain('We do not know which page is its first one')
  expect(step('open', steps)).toContain('a user and a password: we do not know them')
})

test('findings stand at the step that they break, and not at one that does without them', () => {
  const findings = [
    { rule: 'broken-dump', message: 'Importing fails here.', file: 'db/hostel.sql', line: 4 },
    {
      rule: 'removed-php',
      message: 'mysql_connect() was removed in PHP 7.0, so this page stops.',
      file: 'a.php',
      line: 1,
    },
    { rule: 'missing-file', message: '“a.png” is used here.', file: 'index.php', line: 2 },
    { rule: 'large-file', message: 'It is large.', file: 'b.zip', line: null },
  ] as const
  const steps = setUpSteps({ facts: php, findings, name: 'x', signIns: [] }, 'windows')
  const rulesAt = (id: string) => steps.find((one) => one.id === id)!.findings.map(({ rule }) => rule)
  expect([rulesAt('import'), rulesAt('tools'), rulesAt('open')]).toEqual([
    ['broken-dump'],
    ['removed-php'],
    ['missing-file'],
  ])
  expect(step('tools', steps)).toContain('XAMPP 5.6.40')
})

test('the sign-ins that the owner gives are the last step', () => {
  const signIns = [{ role: 'Warden', user: 'warden', password: 'warden' }]
  const steps = setUpSteps({ facts: php, findings: [], name: 'x', signIns }, 'windows')
  expect(steps.at(-1)).toMatchObject({ id: 'sign-in', parts: [{ signIns }] })
  expect(step('open', steps)).not.toContain('we do not know them')
})

test('a folder is named after the title, in letters that every system takes', () => {
  expect(folderNameOf('Hostel Mess & Feedback (2026)')).toBe('hostel-mess-feedback-2026')
  expect(folderNameOf('Café — पुस्तकालय')).toBe('cafe')
  expect(folderNameOf('पुस्तकालय')).toBe('project')
  expect(folderNameOf('An online library management system with fines')).toBe('an-online-library-management')
})

test('the first step names the versions with which we ran it, and none where we did not', () => {
  const first = (runtime: string | undefined) =>
    textOf(setUpSteps({ facts: php, runtime, findings: [], name: 'my-hostel', signIns: [] }, 'windows')[0]!)
  expect(first('PHP 8.2 and MariaDB 10.11')).toContain('It ran with PHP 8.2 and MariaDB 10.11.')
  for (const none of ['', undefined]) expect(first(none)).not.toContain('It ran')
})
