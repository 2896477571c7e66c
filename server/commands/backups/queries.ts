import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Insertable } from 'kysely'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

/** Begins a read-only snapshot: all reads see the same moment, in a text format that does not depend on the server. */
export async function beginSnapshot(client: pg.Client) {
  await client.query('begin isolation level repeatable read, read only')
  await client.query(plainText)
}

export async function beginRestore(client: pg.Client) {
  await client.query('begin')
  await client.query(plainText)
}

/** Synchronized scans are off, because a scan that joins another would return the rows in another order. */
const plainText = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC';
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
  set local bytea_output = 'hex'; set local client_encoding = 'UTF8'; set local synchronize_seqscans = off`

export interface Table {
  /** The name with its schema. */
  name: string
  /** The same name and the stored columns, quoted for SQL. */
  sql: string
  columns: string
}

/** Returns every table with rows, in our own schema and in that of the jobs. */
export async function tablesIn(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select nspname || '.' || relname as name, format('%I.%I', nspname, relname) as sql,
      (select string_agg(quote_ident(attname), ', ' order by attname) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'jobs') order by name`)
  return rows
}

export async function rowsIn(client: pg.Client, { sql }: Table): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*) from ${sql}`)
  return rows[0]!.count
}

/** Streams the rows of a table as text. */
export const readRows = (client: pg.Client, { sql, columns }: Table): Readable =>
  client.query(copyTo(`copy ${sql} (${columns}) to stdout`))

/** Inserts rows as `readRows` wrote them. */
export const writeRows = (client: pg.Client, { sql, columns }: Table, rows: Readable): Promise<void> =>
  pipeline(rows, client.query(copyFrom(`copy ${sql} (${columns}) from stdin`)) as Writable)

/** Returns the last value of each sequence; null when it was never used. */
export async function sequencesIn(client: pg.Client): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where schemaname in ('public', 'jobs') order by name`)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function setSequence(client: pg.Client, name: string, value: string) {
  await client.query('select setval($1::regclass, $2)', [name, value])
}

/** Returns the version of the queue's tables, or undefined when there are none. */
export async function queueVersion(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('jobs.version') is not null as found`,
  )
  if (!rows[0]!.found) return undefined
  const versions = await client.query<{ version: number }>('select version from jobs.version')
  return versions.rows[0]?.version
}

/** Returns the storage key and checksum of each file that the database names. */
export async function referencedFiles(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ key: string; sha256: string }>(`
    select key, sha256 from blobs
    union all select key, sha256 from reports where sha256 is not null
    union all select 'archives/' || id || '.zip', archive_sha256 from releases where archive_sha256 is not null`)
  return new Map(rows.map(({ key, sha256 }) => [key, sha256]))
}

/**
 * Runs `work` in the caller's transaction as a role that is no superuser and has this database alone; what it made
 * belongs to the caller afterwards. A caller who is no superuser stays who they are.
 */
export async function withoutSuperuser(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean; database: string }>(
    'select rolsuper, quote_ident(current_database()) as database from pg_roles where rolname = current_user',
  )
  const { rolsuper, database } = rows[0]!
  if (!rolsuper) return work()
  const role = `restore_${randomUUID().replaceAll('-', '')}`
  await client.query(`create role ${role} nologin; grant create, temporary on database ${database} to ${role};
    grant usage, create on schema public to ${role}; set local role ${role}`)
  await work()
  await client.query(
    `reset role; reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`,
  )
}

/**
 * Empties tables and runs `work` with their foreign keys dropped and triggers disabled, so that rows can be inserted
 * unchanged in any order; restores both afterwards.
 */
export async function withoutConstraints(client: pg.Client, tables: Table[], work: () => Promise<void>) {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0
      and connamespace in (select oid from pg_namespace where nspname in ('public', 'jobs'))`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { sql } of tables) await client.query(`alter table ${sql} disable trigger user`)
  await client.query(`truncate ${tables.map(({ sql }) => sql).join(', ')}`)
  await work()
  for (const { sql } of tables) await client.query(`alter table ${sql} enable trigger user`)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

export async function insertBackup(connection: Connection, backup: Insertable<DB['backups']>): Promise<void> {
  await connection
    .insertInto('backups')
    .values(backup)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
