import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import pg from 'pg'

import type { Config } from '../../config.ts'
import { ledgerHash } from '../../money/lookup-queries.ts'
import { onClient } from '../../platform/database/connection.ts'
import { isSinceBaseline, makeSchema, migrateFurther, schemaFiles } from '../../platform/database/migrate.ts'
import { queueTables } from '../../platform/jobs/jobs.ts'
import { presentSecret } from '../../platform/secret.ts'
import { createStorage } from '../../platform/storage/open.ts'
import { listFaults, type Manifest, names, readVerified, type Checksum, checksumOf } from './files.ts'
import { objectsIn, restoreObjects } from './objects.ts'
import {
  beginRestore,
  readRows,
  rowsIn,
  setSequence,
  type Table,
  tablesIn,
  withoutConstraints,
  withoutSuperuser,
  writeRows,
} from './queries.ts'

/**
 * Restores a backup into an empty database and the store: every file is verified first, then the store is filled and
 * read again, and last the database is filled and compared, and migrated on when the backup is older than this code, in
 * one transaction. No SQL comes from the backup, and none runs as a superuser. Throws an Error in plain words; then the
 * database is still empty.
 */
export async function restore(
  config: Config,
  url: string,
  folder: string,
  schema = schemaFiles,
): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url, application_name: 'readymade restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await tablesIn(client)
    if (found.length > 0)
      throw new Error(
        `The database is not empty: it has ${found.length} tables. A backup goes into an empty one.`,
      )
    const { manifest, sums } = await readVerified(folder, presentSecret(config))
    if (!isSinceBaseline(manifest.schema.migrations))
      throw new Error(
        'The backup was made before the first release that is in use, and this one cannot read it: back up anew.',
      )
    if (!isDeepStrictEqual(objectsIn(sums), manifest.objects))
      throw new Error('The backup is damaged: it holds other files than its manifest says.')
    await restoreObjects(await createStorage(config), folder, sums)
    await beginRestore(client)
    await withoutSuperuser(client, () => restoreDatabase(client, folder, { manifest, sums }, schema))
    await client.query('commit')
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

async function restoreDatabase(
  client: pg.Client,
  folder: string,
  { manifest, sums }: VerifiedBackup,
  schema: typeof schemaFiles,
) {
  if (manifest.schema.queue !== null) await client.query(queueSqlOf(manifest.schema.queue))
  const isNewest = await makeSchema(client, manifest.schema.migrations, schema)
  const tables = await tablesIn(client)
  const [made, saved] = [tables.map(({ name }) => name).toSorted(), Object.keys(manifest.tables).toSorted()]
  if (!isDeepStrictEqual(made, saved))
    throw new Error(
      `The backup is of other tables than its schema makes: ${listFaults(difference(made, saved))}.`,
    )
  await withoutConstraints(client, tables, async () => {
    for (const table of tables) await writeRows(client, table, createReadStream(fileOf(folder, table)))
  })
  const sequences = await readFile(join(folder, names.sequences), 'utf8')
  if (hash('sha256', sequences) !== sums.get(names.sequences)?.sha256)
    throw new Error(`The backup is damaged: ${names.sequences} was changed.`)
  for (const [name, value] of Object.entries(JSON.parse(sequences) as SequenceValues))
    if (value !== null) await setSequence(client, name, value)
  await compare(client, tables, { manifest, sums })
  if (!isNewest) await migrateFurther(client, schema)
}

type SequenceValues = Record<string, string | null>

/** The SQL of the queue's tables. Throws an Error when the backup has those of another version. */
function queueSqlOf(saved: number): string {
  const { version, sql } = queueTables()
  if (version !== saved)
    throw new Error(
      `The queue of the backup is of version ${saved}, and this code has ${version}. Restore with the version that made the backup, then update.`,
    )
  return sql
}

interface VerifiedBackup {
  manifest: Manifest
  sums: Map<string, Checksum>
}

/** Compares the database with the backup: the number of rows in every table, their bytes, and the ledger. */
async function compare(client: pg.Client, tables: Table[], { manifest, sums }: VerifiedBackup) {
  const faults: string[] = []
  for (const table of tables) {
    const rows = await rowsIn(client, table)
    if (rows !== manifest.tables[table.name])
      faults.push(`${table.name} has ${rows} rows in place of ${manifest.tables[table.name]}`)
    else if (
      (await checksumOf(readRows(client, table))).sha256 !== sums.get(`${names.tables}/${table.name}`)?.sha256
    )
      faults.push(`${table.name} has other rows`)
  }
  if (!isDeepStrictEqual(await ledgerHash(onClient(client)), manifest.ledger))
    faults.push('the ledger is another')
  if (faults.length > 0)
    throw new Error(`What was restored is not what was backed up: ${listFaults(faults)}.`)
}

const fileOf = (folder: string, { name }: Table) => join(folder, names.tables, name)

const difference = (one: string[], other: string[]): string[] => [
  ...one.filter((name) => !other.includes(name)),
  ...other.filter((name) => !one.includes(name)),
]
