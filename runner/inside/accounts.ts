import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'

import { isOwn, query, quoted } from './database.ts'
import type { SignIn } from './lines.ts'

/** The most sign-ins that are found. */
const most = 7

/** Finds the accounts that a README names: 'user: admin, password: 1234', or a table with columns of these names. */
export function accountsInTexts(texts: readonly { path: string; text: string }[]): SignIn[] {
  const label = (names: string) =>
    `(?:${names})(?:\\s*(?:name|id))?[\\s*\`_"']{0,6}(?:[:=\\-–|>/]|\\bis\\b)+[\\s*\`_"']{0,12}([^\\s\`*,|"'<>()]{2,60})`
  // Looked ahead at each place, since 'Username / password: admin / 1234' begins like a pair and is none.
  const pair = new RegExp(
    `\\b(?=${label('user|username|e-?mail|login|admin|u')}[\\s\\S]{0,120}?\\b${label('password|pass|pwd|p')})`,
    'gi',
  )
  return texts
    .flatMap(({ path, text }) => {
      const start = text.slice(0, 200_000)
      const pairs = [...start.matchAll(pair)].map(([, user, password]) => [
        user!,
        password!.replace(/[.;]$/, ''),
      ])
      return [...accountsInRows(start), ...pairs].map(([user, password]) => ({
        role: '',
        user: user!,
        password: password!,
        from: path,
      }))
    })
    .filter(
      ({ user, password }) => isUser(user) && !/^(?:-+|null|none|password|and|the|your)$/i.test(password),
    )
    .slice(0, most)
}

/** Finds the accounts in tables of Markdown: '| Role | E-mail | Password |' and the rows below. */
function accountsInRows(text: string): [user: string, password: string][] {
  let columns: { user: number; password: number } | undefined
  return text.split('\n').flatMap((line): [string, string][] => {
    const cells = /^\s*\|(.*)\|\s*$/.exec(line)?.[1]?.split('|').map(withoutMarks)
    if (!cells) columns = undefined
    else if (!columns) {
      const [user, password] = [/^(?:user|e-?mail|login|mobile|phone)/i, /^(?:password|pass|pwd)$/i].map(
        (name) => cells.findIndex((cell) => name.test(cell)),
      ) as [number, number]
      if (user >= 0 && password >= 0) columns = { user, password }
    } else {
      const [user, password] = [cells[columns.user], cells[columns.password]]
      if (user && password && /^\S{2,60}$/.test(password)) return [[user, password]]
    }
    return []
  })
}

const withoutMarks = (cell: string) => cell.trim().replace(/^[`*_"']+|[`*_"']+$/g, '')

const isUser = (word: string) =>
  /^[A-Za-z0-9][\w.@+-]*[A-Za-z0-9]$/.test(word) &&
  !/^(?:user\w*|password|name|email|login|and|the|your|root)$/i.test(word)

/** Kinds of columns with the name of a user, the best first. */
const userColumns = [
  /^(?:user_?name|uname|email|email_?id|login)$/i,
  /user_?name|email|login/i,
  /^(?:user|user_?id|admin)$/i,
  /name/i,
]
const isSecret = (column: string) => /pass|pwd/i.test(column)

/** Finds the accounts in the tables of the dumps, those of administrators first. */
export function accountsInTables(): SignIn[] {
  const columns = query(
    `SELECT table_schema, table_name, column_name FROM information_schema.columns
     WHERE ${isOwn} AND column_name REGEXP 'pass|pwd|email|user|login|name|admin' ORDER BY ordinal_position`,
  )
  const tables = [...Map.groupBy(columns, ([schema, table]) => `${schema}\t${table}`).values()].map(
    (rows) => {
      const names = rows.map((row) => row[2]!)
      const user = userColumns
        .map((kind) => names.find((name) => kind.test(name) && !isSecret(name)))
        .find((name) => name !== undefined)
      return { schema: rows[0]![0]!, table: rows[0]![1]!, user, password: names.find(isSecret) }
    },
  )
  const end = Date.now() + 20_000
  const isOfAdmin = ({ table }: { table: string }) => Number(/admin/i.test(table))
  return tables
    .toSorted((one, other) => isOfAdmin(other) - isOfAdmin(one))
    .filter(({ user, password }) => user && password)
    .slice(0, 5)
    .flatMap(({ schema, table, user, password }) =>
      query(`SELECT ${quoted(user!)}, ${quoted(password!)} FROM ${quoted(table)} LIMIT 2`, schema).flatMap(
        ([name, secret]) => {
          const plain =
            name && secret ? passwordOf(secret, [name, ...commonPasswords], end - Date.now()) : undefined
          return plain && plain.length < 40 && !/\s/.test(plain)
            ? [{ role: '', user: name!, password: plain, from: `table ${table}` }]
            : []
        },
      ),
    )
    .slice(0, most)
}

/** A digest is tried against a few words alone, as a buyer would. */
const commonPasswords = [
  'admin',
  'admin123',
  'password',
  '123456',
  '12345',
  '1234',
  '123',
  'admin@123',
  'test',
  'user',
  '12345678',
  'Test@123',
]
const digests: Record<number, string> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

/** Returns the password that a stored one stands for; undefined where none of the words is it, or no time is left. */
export function passwordOf(
  stored: string,
  words: readonly string[],
  milliseconds = 10_000,
): string | undefined {
  const digest = /^[0-9a-f]+$/i.test(stored) ? digests[stored.length] : undefined
  if (digest)
    return words.find((word) => createHash(digest).update(word).digest('hex') === stored.toLowerCase())
  if (!/^\$(?:2[aby]|argon2)/.test(stored)) return stored
  const script =
    'foreach (array_slice($argv, 2) as $word) if (password_verify($word, $argv[1])) { echo $word; break; }'
  if (milliseconds <= 0) return undefined
  const limits = { encoding: 'utf8', timeout: Math.min(10_000, milliseconds) } as const
  return spawnSync('php', ['-r', script, '--', stored, ...words], limits).stdout || undefined
}
