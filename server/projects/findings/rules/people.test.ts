import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { expect, onTestFinished, test } from 'vitest'

import { type Files, filesOf } from '../../../../test/findings/files.ts'
import { check } from '../check/check.ts'
import type { ProjectFile } from '../files/sources.ts'

const found = (files: Files | ProjectFile[], ...rules: string[]) =>
  check(Array.isArray(files) ? files : filesOf(files)).findings.filter(({ rule }) => rules.includes(rule))

const people = [
  ['Meher Tandon', 'meher.tandon@rediffmail.com', '9414072836', '2003-02-11'],
  ['Ilyas Qadri', 'iqadri41@outlook.com', '8290461735', '2002-12-30'],
]
const rows = people.map((values) => `('${values.join("', '")}')`).join(',\n')

test.each([
  [
    'an INSERT that names its columns',
    'a.sql',
    `INSERT INTO \`pupils\` (\`name\`, \`mail_id\`, \`contact_no\`, \`dob\`) VALUES\n${rows};`.replace(
      'mail_id',
      'email_id',
    ),
  ],
  [
    'an INSERT without columns',
    'b.sql',
    `create table pupils (name varchar(9), email text, phone text, dob date);\ninsert into pupils values ${rows};`,
  ],
  [
    'a dump of PostgreSQL',
    'c.sql',
    `COPY public.pupils (name, email, phone, dob) FROM stdin;\n${people.map((values) => values.join('\t')).join('\n')}\n\\.\n`,
  ],
  ['a CSV file', 'd.csv', `Name,Email,Mobile,DOB\n${people.map((values) => values.join(',')).join('\n')}\n`],
])('people are found in %s, with the table and its details and without their data', (_, path, text) => {
  const [finding, ...others] = found({ [path]: text }, 'personal', 'personal-data')
  expect(others).toEqual([])
  expect(finding).toMatchObject({ rule: 'personal', file: path, line: expect.any(Number) })
  expect(finding!.message).toContain('2 people with name')
  for (const value of people.flat()) expect(JSON.stringify(finding)).not.toContain(value)
})

test('people and passwords are found in a SQLite file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'people-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = new DatabaseSync(join(folder, 'db.sqlite3'))
  database.exec(`create table clinic_patient (name text, email text, phone text, dob text, password text);
    insert into clinic_patient (name, email, phone, dob) values ${rows}; update clinic_patient set password = 'chameli7';`)
  database.close()
  const bytes = readFileSync(join(folder, 'db.sqlite3'))
  const findings = found(
    [{ path: 'db.sqlite3', size: bytes.length, database: bytes }],
    'personal',
    'default-password',
  )
  expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
    ['personal', null],
    ['default-password', null],
  ])
  expect(JSON.stringify(findings)).not.toContain('chameli7')
})

test.each([
  [
    'invented',
    `insert into owners (name, phone, email) values ('George', '6085551023', 'user1@example.com'), ('Betty', '9876543210', 'test@test.com'), ('A', '1111111111', 'a@a.com');`,
  ],
  [
    'firms',
    `insert into publishers (title, city, email) values ('Navneet', 'Surat', 'orders@navneet.com'), ('S Chand', 'Delhi', 'sales@schand.in');`,
  ],
  ['one person', `insert into admins (name, email) values ('Meher', 'meher.tandon@rediffmail.com');`],
  [
    'products',
    `insert into items (item_name, contact_lens, code) values ('Lens', 'blue', '9414072836'), ('Case', 'red', '8290461735');`,
  ],
])('a table of %s is no table of people', (_, text) => {
  expect(found({ 'a.sql': text }, 'personal', 'personal-data')).toEqual([])
})

test.each([
  ['README.md', '# Shop\n## Sign in\nUsername: `admin`\nPassword: `admin`\n'],
  ['README.md', '| Role | Username | Password |\n|---|---|---|\n| Warden | warden | warden@77 |\n'],
  ['LOGIN.txt', 'teacher\nemail: sir@school.in\npassword: chalk55\n'],
  ['README.md', 'Log in as owner@shop.in / dukaan123 to see the reports.\n'],
  ['db.sql', "insert into login (uid, pwd) values ('ravi', 'ravi'), ('asha', 'asha');"],
  [
    'db.sql',
    "INSERT INTO users VALUES (1, 'x');\nINSERT INTO staff (id, user_name, user_password) VALUES (1, 'a', MD5('sitar1'));",
  ],
  ['seed.py', "db.add(User(email='a@b.in', hashed_password=hash_password('Kathak@12')))"],
  ['seed.js', "await User.create({ name: 'Warden', role: 'admin', roll: 4, password: 'hostel@9' })"],
  ['Login.java', 'if (name.equals("admin") && txtPassword.getText().equals("veena55")) open();'],
  ['Login.cs', 'if (txtUser.Text == "admin" && txtPassword.Text == "sarod88") Show();'],
])('a password to sign in with is found in %s', (path, text) => {
  expect(found({ [path]: text }, 'default-password')).toMatchObject([{ file: path }])
})

test.each([
  [
    'README.md',
    'Passwords are hashed. Password: must have 8 characters. Reset password - by email. Change the password = safer.\n',
  ],
  [
    'README.md',
    'Set DB_PASSWORD and the MySQL password: rootpw1 in config.php, or PASSWORD=abc123 in .env\n',
  ],
  [
    'db.sql',
    "insert into users (name, password) values ('a', '$2y$10$FIBqWvTOXRMoQOAB2FBz3uUbaCwRYTM1zQreFI6i'), ('b', '21232f297a57a5a743894a0e4a801fc3'), ('c', NULL);",
  ],
  [
    'form.js',
    "if (input.type === 'password') check(); const rules = { password: 'required', confirmPassword: 'same' }",
  ],
])('no password to sign in with is seen in %s', (path, text) => {
  expect(found({ [path]: text }, 'default-password')).toEqual([])
})
