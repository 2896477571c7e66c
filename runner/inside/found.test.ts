import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { accountsInTexts, passwordOf } from './accounts.ts'
import { databaseNames } from './database-names.ts'
import { isBroken, problemsIn } from './page.ts'

test.each([
  ['a literal', `new mysqli('localhost', 'root', '', 'shop')`],
  ['a variable', `$name = "shop"; mysqli_connect($host, $user, $pass, $name)`],
  ['a constant', `define('DB_NAME', 'shop'); mysqli_connect(DB_HOST, DB_USER, DB_PASS, DB_NAME)`],
  ['PDO', `new PDO("mysql:host=localhost;dbname=shop", 'root', '')`],
  ['a choice', `mysql_select_db('shop')`],
  ['an environment', 'DB_DATABASE=shop'],
])('the name of a database is found as %s', (_, source) => {
  expect(databaseNames([], source)).toEqual(['shop'])
})

test('what the check found comes first, names that differ in case are one, and none gets one of ours', () => {
  expect(databaseNames(['Shop'], `mysqli_connect('localhost', 'root', '', 'shop')`)).toEqual(['Shop'])
  expect(databaseNames([], 'echo 1')).toEqual(['project'])
})

test.each([
  'Username: admin\nPassword: 1234',
  '**Email** : `admin`\n**Password** : `1234`',
  'Admin login is admin, and the password is 1234.',
])('a sign-in is found in %j', (text) => {
  expect(accountsInTexts([{ path: 'README.md', text }])).toMatchObject([
    { user: 'admin', password: '1234', from: 'README.md' },
  ])
})

test('sign-ins are found in the rows of a table', () => {
  const text =
    '| Role | E-mail | Password |\n|---|:---:|---|\n| Admin | a@b.test | `pen 1` |\n| Desk | `desk@b.test` | **desk1234** |\n\n| a | b@b.test | none |'
  expect(accountsInTexts([{ path: 'README.md', text }])).toEqual([
    { role: '', user: 'desk@b.test', password: 'desk1234', from: 'README.md' },
  ])
})

test('a heading is no sign-in', () => {
  expect(accountsInTexts([{ path: 'README.md', text: 'username: Username\npassword: password' }])).toEqual([])
})

test('a stored password is itself, or a word that has its digest', () => {
  const md5 = createHash('md5').update('admin123').digest('hex')
  expect(passwordOf('open', ['admin'])).toBe('open')
  expect(passwordOf(md5, ['admin', 'admin123'])).toBe('admin123')
  expect(passwordOf(md5, ['other'])).toBeUndefined()
})

test('a page is broken by a status, emptiness or a message that ends a program, not by a warning', () => {
  const fatal =
    'Fatal error: Uncaught Error: Call to undefined function mysql_connect() in /project/a.php on line 3'
  const warning = 'Warning: parse_url(): Undefined variable $a in /project/a.php on line 4'
  expect(problemsIn(`${fatal}\n${warning}\n${warning}`)).toEqual([fatal, warning])
  expect(isBroken('Could not connect to database', 200)).toBe(true)
  expect([isBroken('Shop', 200), isBroken(warning, 200)]).toEqual([false, false])
  expect([isBroken('Shop', 500), isBroken('', 200), isBroken(fatal, 200)]).toEqual([true, true, true])
})
