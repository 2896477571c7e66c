import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { counted } from '#contract/kit/format.ts'

import packageFacts from '../../../package.json' with { type: 'json' }

/** The SQL files that make the schema: that of a new database, and folders of what comes after it. */
export const schemaFiles = {
  schema: join(import.meta.dirname, 'schema.sql'),
  migrations: join(import.meta.dirname, 'migrations'),
  functions: join(import.meta.dirname, 'functions'),
}

/**
 * Migrates a database to the newest schema, forward only: `schema.sql` and then numbered SQL files, one transaction each;
 * then the files of functions and triggers whose text has changed. A database that a newer release has migrated keeps
 * its functions. Returns the names of the applied files. Safe when several processes start at once. Throws an Error in
 * plain words, and changes nothing, when the database was made before `schema.sql` or no longer has what this release
 * reads.
 */
export const migrate = (
  url: string,
  files = schemaFiles,
  release = packageFacts.version,
): Promise<string[]> =>
  withAdvisoryLock(
    url,
    'migrations',
    async (client) => {
      const applied = await appliedMigrations(client)
      requireNewEnough(release, applied)
      const known = migrationFiles(files)
      const missing = known.filter(({ name }) => !applied.includes(name))
      for (const file of missing)
        await transaction(client, file.name, async () => {
          await client.query(file.text)
          await client.query('insert into migrations (name) values ($1)', [file.name])
        })
      const isOlder =
        applied.some((name) => !known.some((file) => file.name === name)) ||
        isOlderRelease(release, await releaseOfFunctions(client))
      if (isOlder) return missing.map(({ name }) => name)
      // A migration may have dropped functions or triggers with a table, so all of them are made again.
      const changed = await changedFunctions(client, sqlFiles(files.functions), missing.length > 0)
      await transaction(client, 'of functions', async () => {
        await applyFunctions(client, changed)
        await recordFunction(client, releaseMark, release)
      })
      return [...missing, ...changed].map(({ name }) => name)
    },
    waitingForMigrations,
  )

const waitingForMigrations = {
  waiting: (holder: string) =>
    console.log(`Another process is migrating the database: ${holder}. Waiting for it.`),
  minutes: 5,
}

/**
 * The first release that no longer uses what a migration takes away, by the name of its file:
 * `0300_drop_motto.unused-since-1.2.0.sql`. Undefined for a migration that takes nothing away.
 */
export const unusedSince = (migration: string): string | undefined =>
  /\.unused-since-(\d+\.\d+\.\d+)\.sql$/.exec(migration)?.[1]

/** Whether one release is older than another; both are versions such as `1.10.0`. */
export const isOlderRelease = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0

function requireNewEnough(release: string, applied: string[]) {
  for (const migration of applied) {
    const needed = unusedSince(migration)
    if (needed && isOlderRelease(release, needed))
      throw new Error(
        `This is release ${release}, and the database no longer has what it reads (${migration}): start ${needed} or a newer one.`,
      )
  }
}

/**
 * Returns the names of the migrations that a database has, none when it is empty. Throws an Error in plain words when it
 * was made before `schema.sql`.
 */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`select where to_regclass('migrations') is not null`)
  if (found.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const names = rows.map(({ name }) => name).toSorted()
  if (!isSinceBaseline(names))
    throw new Error(
      'The database was made before the first release that is in use, and this one cannot read it: in demo mode, delete it with `npm run reset`; otherwise set DATABASE_URL to an empty database.',
    )
  return names
}

/** Whether what has some migrations began with `schema.sql`: what was made before it cannot be migrated on. */
export const isSinceBaseline = (names: readonly string[]): boolean => names.includes(baseline)

const baseline = 'schema.sql'

/**
 * Makes the schema that some of our migrations make in an empty database, in the caller's transaction and without
 * recording it. Only the schema of all of them has functions and triggers, which fit no earlier one; returns whether it
 * has. Throws an Error in plain words when this code lacks a migration.
 */
export async function makeSchema(
  client: pg.Client,
  names: readonly string[],
  files = schemaFiles,
): Promise<boolean> {
  const known = migrationFiles(files)
  const unknown = names.find((name) => !known.some((file) => file.name === name))
  if (unknown !== undefined)
    throw new Error(`It is of a later version than this code, which does not know ${unknown}.`)
  for (const { name, text } of known) if (names.includes(name)) await client.query(text)
  const isWhole = known.length === names.length
  if (isWhole) for (const { text } of sqlFiles(files.functions)) await client.query(text)
  return isWhole
}

/** Brings a schema from `makeSchema` to the newest one, and records it, in the caller's transaction. */
export async function migrateFurther(client: pg.Client, files = schemaFiles): Promise<void> {
  const applied = await appliedMigrations(client)
  for (const { name, text } of migrationFiles(files)) {
    if (applied.includes(name)) continue
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
  }
  await applyFunctions(client, sqlFiles(files.functions))
}

/** Whether a database has exactly the schema that our files make. */
export async function isMigrated(client: pg.Client): Promise<boolean> {
  const names = migrationFiles(schemaFiles)
    .map(({ name }) => name)
    .toSorted()
  if (JSON.stringify(await appliedMigrations(client)) !== JSON.stringify(names)) return false
  return (await changedFunctions(client, sqlFiles(schemaFiles.functions), false)).length === 0
}

interface SqlFile {
  name: string
  text: string
}

const sqlFiles = (folder: string): SqlFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

const migrationFiles = ({ schema, migrations }: typeof schemaFiles): SqlFile[] => [
  { name: baseline, text: readFileSync(schema, 'utf8') },
  ...sqlFiles(migrations),
]

const sha256 = ({ text }: SqlFile) => hash('sha256', text)

async function changedFunctions(client: pg.Client, files: SqlFile[], all: boolean) {
  const { rows } = await client.query<{ name: string; sha256: string }>('select * from function_files')
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  return files.filter((file) => all || applied.get(file.name) !== sha256(file))
}

async function applyFunctions(client: pg.Client, files: SqlFile[]) {
  for (const file of files) {
    await client.query(file.text)
    await recordFunction(client, file.name, sha256(file))
  }
}

/** The row with the release whose functions these are. A column for it would make earlier backups of other tables. */
const releaseMark = 'release'

const recordFunction = (client: pg.Client, name: string, value: string) =>
  client.query(
    'insert into function_files values ($1, $2) on conflict (name) do update set sha256 = excluded.sha256',
    [name, value],
  )

/** Returns the newest release that has applied its functions, `0` when none has said so. */
async function releaseOfFunctions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ release: string }>(
    'select sha256 as release from function_files where name = $1',
    [releaseMark],
  )
  return rows[0]?.release ?? '0'
}

async function transaction(client: pg.Client, what: string, work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${what} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Work that runs in one process at a time, with the keys of its advisory locks. */
const keys = { migrations: 4837201, demo: 4837202 }

/**
 * Does work while every other process that wants to do the same on this database waits. The lock lives as long as its
 * connection, so that a killed process lets the next one in. `waiting` is called with the name of the process that
 * holds it. Throws an Error in one plain sentence when it still does after `minutes`.
 */
export async function withAdvisoryLock<T>(
  url: string,
  what: keyof typeof keys,
  work: (client: pg.Client) => Promise<T>,
  { waiting, minutes }: { waiting?: (holder: string) => void; minutes?: number } = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: `readymade ${what}, process ${process.pid} on ${hostname()}`,
  })
  // The statement that fails reports a lost connection; without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      keys[what],
    ])
    if (!rows[0]?.held) {
      const holder = await holderOf(client, keys[what])
      waiting?.(holder)
      await waitForLock(client, keys[what], minutes).catch((error: Error) => {
        if ((error as pg.DatabaseError).code !== lockNotAvailable) throw error
        throw new Error(
          `The ${what} have been waited for during ${counted(minutes!, 'minute')} and are still done by ${holder}; end it, and start again.`,
        )
      })
    }
    return await work(client)
  } finally {
    await client.end()
  }
}

/** SQLSTATE of a lock that was waited for in vain. */
const lockNotAvailable = '55P03'

async function waitForLock(client: pg.Client, key: number, minutes: number | undefined): Promise<void> {
  if (minutes !== undefined) await client.query(`set lock_timeout = ${minutes * 60_000}`)
  await client.query('select pg_advisory_lock($1)', [key])
  await client.query('reset lock_timeout')
}

/** Names the session that holds an advisory lock, as PostgreSQL knows it. */
async function holderOf(client: pg.Client, key: number): Promise<string> {
  const { rows } = await client.query<{ name: string; pid: number; since: Date }>(
    `select application_name as name, pid, backend_start as since from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and granted
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [key],
  )
  const [holder] = rows
  if (!holder) return 'a process that has just ended'
  return `“${holder.name || 'a session without a name'}” (session ${holder.pid} of PostgreSQL, since ${holder.since.toISOString()})`
}
