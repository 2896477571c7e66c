import type { DatabaseSystem, SetUp } from '#contract/projects/set-up.ts'

import { isTest } from '../files/secrets.ts'
import { nameOf, type Sources } from '../files/sources.ts'
import { sqlFiles, tablesMadeBy } from '../files/tables.ts'
import { isMostlyIn, systemOf } from '../rules/absent-parts.ts'

/** The most scripts that are listed. */
const maxDumps = 20

/**
 * The scripts that make or fill the tables, the one to import first: in the order of their names, and of those that make
 * mostly the same tables the largest before the others. Migrations, which a program runs itself, are left out.
 */
export function dumpsIn(sources: Sources): SetUp['dumps'] {
  const texts = new Map(sqlFiles(sources).map((file) => [file.path, file]))
  const unread = sources.files.filter(
    ({ path, text }) => text === undefined && /\.sql$/i.test(path) && !sources.foreign.has(path),
  )
  const dumps = [...texts.values(), ...unread]
    .filter(({ path }) => !isTest(path) && !ofVersions.test(path))
    .map((file) => {
      const known = texts.get(file.path)
      const code = known?.text ?? ''
      return {
        path: file.path,
        size: file.size,
        ...databaseOf(code),
        system: systemFor(file.path, code),
        tables: known ? tablesMadeBy(known) : new Set<string>(),
        isFilled: /\binsert\s{1,8}(?:ignore\s{1,8})?into\b/i.test(code),
        isKnown: known !== undefined,
        runs: runBy(code),
      }
    })
    .filter(
      ({ tables, isFilled, isKnown, runs }) => tables.size > 0 || isFilled || !isKnown || runs.length > 1,
    )
    .toSorted((one, other) => weightOf(other) - weightOf(one) || (one.path < other.path ? -1 : 1))
    .slice(0, maxDumps)
  return dumps.map(({ path, size, database, createsDatabase, system, tables }, index) => ({
    path,
    size,
    database,
    createsDatabase,
    system,
    sameAs:
      dumps
        .slice(0, index)
        .find(
          (one) =>
            one.runs.includes(nameOf(path)) ||
            (one.tables.size > 0 && isSame(one.tables, tables, one.system === system)),
        )?.path ?? null,
  }))
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>, isOneSystem: boolean) =>
  isMostlyIn(one, other) || (isOneSystem && other.size > 0 && [...other].every((name) => one.has(name)))

/** What makes tables and fills them, at a usual place, comes before what only does one of both. */
const weightOf = ({
  tables,
  isFilled,
  path,
  runs,
}: {
  tables: Set<string>
  isFilled: boolean
  path: string
  runs: string[]
}) =>
  (runs.length > 1 ? 9 : 0) +
  (tables.size > 0 ? 4 : 0) +
  (isFilled && tables.size > 0 ? 1 : 0) +
  (/(?:^|[/_ -])(?:old|backup|copy|update|alter|quer(?:y|ies)|procedures?|triggers?|views?|functions?)/i.test(
    path,
  )
    ? -2
    : 0) +
  (/\(\d+\)\.sql$/i.test(nameOf(path)) ? -0.5 : 0)

/** The names of the scripts that a script runs itself: `\i sql/01_schema.sql`, `source tables.sql`. */
const runBy = (text: string): string[] =>
  [...text.slice(0, 20_000).matchAll(/^(?:\\ir?|source|\\\.)[ \t]{1,4}([\w./-]{1,200}\.sql)/gim)].map(
    ([, path]) => nameOf(path!),
  )

const ofVersions = /(?:^|\/)(?:migrations?|changelog|versions?|node_modules|vendor)\//i

/** The database that a script creates or uses itself, outside its remarks. */
function databaseOf(text: string): { database: string | null; createsDatabase: boolean } {
  const code = text
    .slice(0, 200_000)
    .replace(/^[ \t]*(?:--|#)[^\n]*/gm, '')
    .replace(/\/\*!\d{0,6}([^*]{0,200})\*\//g, '$1')
  const created = creates.exec(code)
  const used = uses.exec(code)?.[1]
  return { database: created?.[1] ?? created?.[2] ?? used ?? null, createsDatabase: created !== null }
}
const creates =
  /\bcreate\s{1,8}(?:database|schema)\s{1,8}(?:if\s{1,8}not\s{1,8}exists\s{1,8})?(?:[`"[](\w[\w-]{0,63})[`"\]]|(\w[\w-]{0,63})(?![\w-])|[`"[])/i
const uses = /(?:^|;)\s{0,20}use\s{1,8}[`"[]?(\w[\w-]{0,63})[`"\]]?\s{0,8};/im

/** The kind of database that a script is written for, by its path and by the words that only one kind knows. */
function systemFor(path: string, text: string): DatabaseSystem | null {
  const named = systemOf({ path })
  if (named) return names[named.slice(0, 5)] ?? null
  const code = text.slice(0, 200_000)
  if (/ENGINE\s?=|\bAUTO_INCREMENT\b|^-- (?:phpMyAdmin|MySQL dump|MariaDB dump)|`\w+`/im.test(code))
    return 'mysql'
  if (/^\\ir?[ \t]/m.test(code)) return 'postgres'
  if (/\bAUTOINCREMENT\b|\bPRAGMA\s/i.test(code)) return 'sqlite'
  if (
    /\b(?:BIG)?SERIAL\b|\bLANGUAGE\s{1,4}plpgsql|\bOWNER TO\b|^\\(?:connect|c|i)\b|\bCREATE EXTENSION\b/im.test(
      code,
    )
  )
    return 'postgres'
  if (/\bVARCHAR2\b|\bNUMBER\s?\(\d/i.test(code)) return 'oracle'
  if (/^\s{0,8}GO\s*$|\[dbo\]|\bIDENTITY\s?\(1|\bNVARCHAR\b/im.test(code)) return 'sqlserver'
  return null
}
const names: Record<string, DatabaseSystem> = {
  mysql: 'mysql',
  maria: 'mysql',
  postg: 'postgres',
  pgsql: 'postgres',
  sqlit: 'sqlite',
  oracl: 'oracle',
  mssql: 'sqlserver',
  sqlse: 'sqlserver',
}
