import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'

import type { SeenRun } from '../../contract/projects/runners.ts'
import { isOwn, query, quoted, runScript } from './database.ts'
import { inProject, isThere, listFiles, sizeOf, textOf } from './files.ts'
import type { Given } from './lines.ts'
import { unpackAs } from './unpack.ts'

type SeenDump = SeenRun['dumps'][number]

/** The most dumps that are imported, statements of each that are said to have failed, and ZIPs that are opened for them. */
const most = { dumps: 20, failed: 50, zips: 5, files: 20, bytes: 64 * 1024 * 1024 }
/** For how long dumps are imported, in milliseconds. */
const patience = 60_000

/** Unpacks dumps that lie in ZIPs, as phpMyAdmin exports them, each beside its ZIP. */
export function unpackDumps(files: readonly string[]): void {
  for (const zip of files.filter((path) => /\.zip$/i.test(path)).slice(0, most.zips))
    try {
      unpackAs(inProject(zip), most, (name) => {
        if (!/\.sql$/i.test(name)) return undefined
        const place = `${dirname(zip)}/${basename(name)}`
        return isThere(place) ? undefined : inProject(place)
      })
    } catch {
      // It is no ZIP, or too large: then it has no dump for us.
    }
}

/** Imports the dumps of a project, the largest first, because it makes the tables that others add to. */
export function importDumps(given: Given, names: readonly string[]): SeenDump[] {
  const leftOut = new Set(
    given.dumps.filter(({ sameAs, isOther }) => sameAs !== null || isOther).map(({ path }) => path),
  )
  const scripts = listFiles()
    .filter((path) => /\.sql$/i.test(path) && !leftOut.has(path))
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
    .slice(0, most.dumps)
    .map((path) => ({ path, script: forMariaDb(textOf(path)) }))
  const different = scripts.filter(
    ({ script }, at) => scripts.findIndex((other) => digestOf(other.script) === digestOf(script)) === at,
  )
  // What says itself where it goes gets nothing made for it: where the code has another name, a buyer meets the same.
  const isForNames = different.length === 0 || different.some(({ script }) => !namesDatabase(script))
  if (isForNames) for (const name of names) query(`CREATE DATABASE IF NOT EXISTS ${quoted(name)}`)
  // What goes into several databases does the same in each, and is told once.
  const end = Date.now() + patience
  return different.map(({ path, script }) => {
    const databases = namesDatabase(script) ? ['mysql'] : names
    const seen = databases.map((name) => importDump(path, script, { name, end }))
    return seen[0]!
  })
}

const namesDatabase = (script: string) => /^\s*USE\s+`?[\w-]+`?\s*;/im.test(script)
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * A script as MariaDB takes it, line for line. It knows none of MySQL 8's collations, and a FLUSH would bring back the
 * passwords that were left out.
 */
const forMariaDb = (script: string) =>
  script
    .replace(/^\ufeff/, '')
    .replaceAll(/utf8mb4_0900_\w+/g, 'utf8mb4_unicode_ci')
    .replaceAll(
      /^\s*(?:GRANT|REVOKE|FLUSH|CREATE USER|ALTER USER|DROP USER|SET PASSWORD)\b[^;]*;/gim,
      (statement) => statement.replaceAll(/[^\n]+/g, ''),
    )

/** The database that has just been made. */
const alreadyThere = 1007

function importDump(path: string, script: string, { name, end }: { name: string; end: number }): SeenDump {
  const before = statements()
  const errors = [
    ...runScript(script, name, Math.max(1000, end - Date.now())).matchAll(
      /^ERROR (\d+) .*?at line (\d+).*?: (.*)$/gm,
    ),
  ]
  const failed = errors
    .map(([, code, line, error]) => ({ code: Number(code), line: Number(line), error: error!.slice(0, 300) }))
    .filter(({ code }) => code !== alreadyThere)
    .slice(0, most.failed)
  const inOne = name === 'mysql' ? isOwn : `table_schema = '${name.replaceAll("'", "''")}'`
  return { path, statements: statements() - before, tables: tablesIn(inOne), failed }
}

const statements = () => Number(query(`SHOW GLOBAL STATUS LIKE 'Questions'`)[0]?.[1] ?? 0)
const tablesIn = (condition: string) =>
  Number(query(`SELECT count(*) FROM information_schema.tables WHERE ${condition}`)[0]?.[0] ?? 0)

/** Counts the tables of the project; the same dump in two databases counts once. */
export const countTables = (): number =>
  Number(
    query(`SELECT count(DISTINCT table_name) FROM information_schema.tables WHERE ${isOwn}`)[0]?.[0] ?? 0,
  )
