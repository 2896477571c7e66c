import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'

/** Folders of the SQL files that make the schema. */
export const schemaFolders = {
  migrations: join(import.meta.dirname, 'migrations'),
  functions: join(import.meta.dirname, 'functions'),
}

/**
 * Migrates a database to the newest schema, forward only: numbered SQL files, one transaction each; then the files of
 * functions and triggers whose text has changed. Returns the names of the applied files. Safe when several processes
 * start at once.
 */
export const migrate = (url: string, { migrations, functions } = schemaFolders): Promise<string[]> =>
  withAdvisoryLock(url, 'migrations', async (client) => {
    await client.query(bookkeeping)
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map(({ name }) => name))
    const missing = sqlFiles(migrations).filter(({ name }) => !applied.has(name))
    for (const file of missing)
      await transaction(client, file.name, async () => {
        await client.query(file.text)
        await client.query('insert into migrations (name) values ($1)', [file.name])
      })
    // A migration may have dropped functions or triggers with a table, so all of them are made again.
    const changed = await changedFunctions(client, sqlFiles(functions), missing.length > 0)
    await transaction(client, 'of functions', () => applyFunctions(client, changed))
    return [...missing, ...changed].map(({ name }) => name)
  })

/** Returns the names of the migrations that a database has. */
export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name).toSorted()
}

/**
 * Makes the schema that some of our migrations make in an empty database, in the caller's transaction and without
 * recording it. Only the schema of all of them has functions and triggers, which fit no earlier one; returns whether it
 * has. Throws an Error in plain words when this code lacks a migration.
 */
export async function makeSchema(
  client: pg.Client,
  names: readonly string[],
  folders = schemaFolders,
): Promise<boolean> {
  const files = sqlFiles(folders.migrations)
  const unknown = names.find((name) => !files.some((file) => file.name === name))
  if (unknown !== undefined)
    throw new Error(`It is of a later version than this code, which does not know ${unknown}.`)
  await client.query(bookkeeping)
  for (const { name, text } of files) if (names.includes(name)) await client.query(text)
  const isWhole = files.length === names.length
  if (isWhole) for (const { text } of sqlFiles(folders.functions)) await client.query(text)
  return isWhole
}

/** Brings a schema from `makeSchema` to the newest one, and records it, in the caller's transaction. */
export async function migrateFurther(client: pg.Client, folders = schemaFolders): Promise<void> {
  const applied = await appliedMigrations(client)
  for (const { name, text } of sqlFiles(folders.migrations)) {
    if (applied.includes(name)) continue
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
  }
  await applyFunctions(client, sqlFiles(folders.functions))
}

/** Whether a database has exactly the schema that our files make. */
export async function isMigrated(client: pg.Client): Promise<boolean> {
  const names = sqlFiles(schemaFolders.migrations).map(({ name }) => name)
  if (JSON.stringify(await appliedMigrations(client)) !== JSON.stringify(names)) return false
  return (await changedFunctions(client, sqlFiles(schemaFolders.functions), false)).length === 0
}

const bookkeeping = `
  create table if not exists migrations (name text primary key, applied_at timestamptz not null default now());
  create table if not exists function_files (name text primary key, sha256 text not null)`

interface SqlFile {
  name: string
  text: string
}

const sqlFiles = (folder: string): SqlFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

const sha256 = ({ text }: SqlFile) => hash('sha256', text)

async function changedFunctions(client: pg.Client, files: SqlFile[], all: boolean) {
  const { rows } = await client.query<{ name: string; sha256: string }>('select * from function_files')
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  return files.filter((file) => all || applied.get(file.name) !== sha256(file))
}

async function applyFunctions(client: pg.Client, files: SqlFile[]) {
  for (const file of files) {
    await client.query(file.text)
    await client.query(
      'insert into function_files values ($1, $2) on conflict (name) do update set sha256 = excluded.sha256',
      [file.name, sha256(file)],
    )
  }
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
 * connection, so that a killed process lets the next one in. `waiting` is called when another process holds the lock.
 */
export async function withAdvisoryLock<T>(
  url: string,
  what: keyof typeof keys,
  work: (client: pg.Client) => Promise<T>,
  { waiting }: { waiting?: () => void } = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: `readymade ${what}`,
  })
  // The statement that fails reports a lost connection; without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      keys[what],
    ])
    if (!rows[0]?.held) {
      waiting?.()
      await client.query('select pg_advisory_lock($1)', [keys[what]])
    }
    return await work(client)
  } finally {
    await client.end()
  }
}
