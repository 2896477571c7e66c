import { createReadStream } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import pg from 'pg'

import type { Config } from '../../config.ts'
import { ledgerHash } from '../../money/lookup-queries.ts'
import { onClient } from '../../platform/database/connection.ts'
import { makeSchema } from '../../platform/database/migrate.ts'
import { createStorage } from '../../platform/storage/open.ts'
import {
  listFaults,
  type Manifest,
  fingerprintOf,
  names,
  readVerified,
  type Checksum,
  checksumOf,
} from './files.ts'
import { objectsIn, restoreObjects } from './objects.ts'
import {
  beginRestore,
  readRows,
  rowsIn,
  setSequence,
  type Table,
  tablesIn,
  withoutConstraints,
  writeRows,
} from './queries.ts'

/**
 * Restores a backup into an empty database and the store: every file is verified first, then the store is filled and
 * read again, and last the database is filled and compared in one transaction. Throws an Error in plain words; then the
 * database is still empty.
 */
export async function restore(config: Config, url: string, folder: string): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url, application_name: 'readymade restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await tablesIn(client)
    if (found.length > 0)
      throw new Error(
        `The database is not empty: it has ${found.length} tables. A backup goes into an empty one.`,
      )
    const { manifest, sums } = await readVerified(folder)
    if (!isDeepStrictEqual(objectsIn(sums), manifest.objects))
      throw new Error('The backup is damaged: it holds other files than its manifest says.')
    await restoreSecret(config, folder, manifest)
    await restoreObjects(await createStorage(config), folder, sums)
    await beginRestore(client)
    await restoreDatabase(client, folder, { manifest, sums })
    await client.query('commit')
    await client.query('analyze')
    return manifest
  } finally {
    await client.end()
  }
}

async function restoreDatabase(client: pg.Client, folder: string, { manifest, sums }: VerifiedBackup) {
  if (sums.has(names.queue)) await client.query(await readFile(join(folder, names.queue), 'utf8'))
  await makeSchema(client, {
    migrations: join(folder, names.migrations),
    functions: join(folder, names.functions),
  })
  const tables = await tablesIn(client)
  const [made, saved] = [tables.map(({ name }) => name).toSorted(), Object.keys(manifest.tables).toSorted()]
  if (!isDeepStrictEqual(made, saved))
    throw new Error(
      `The backup is of other tables than its schema makes: ${listFaults(difference(made, saved))}.`,
    )
  await withoutConstraints(client, tables, async () => {
    for (const table of tables) await writeRows(client, table, createReadStream(fileOf(folder, table)))
  })
  const sequences = JSON.parse(await readFile(join(folder, names.sequences), 'utf8')) as Record<
    string,
    string | null
  >
  for (const [name, value] of Object.entries(sequences))
    if (value !== null) await setSequence(client, name, value)
  await compare(client, tables, { manifest, sums })
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

/**
 * Restores the secret, without which nobody can decrypt emails in the queue and payout destinations. Throws when
 * another secret is configured.
 */
async function restoreSecret({ secret, dataDir }: Config, folder: string, { secretMark }: Manifest) {
  const path = join(dataDir, 'secret')
  const own = secret ?? (await readFile(path, 'utf8').catch(() => undefined))
  const saved = await readFile(join(folder, names.secret), 'utf8').catch(() => undefined)
  const present = own?.trim() ?? saved
  if (present === undefined || fingerprintOf(present) !== secretMark)
    throw new Error('SECRET is not the one of the shop that was backed up; set SECRET to that one.')
  if (own !== undefined) return
  await writeFile(path, present, { flag: 'wx', mode: 0o600, flush: true })
  await chmod(path, 0o600)
}

const fileOf = (folder: string, { name }: Table) => join(folder, names.tables, name)

const difference = (one: string[], other: string[]): string[] => [
  ...one.filter((name) => !other.includes(name)),
  ...other.filter((name) => !one.includes(name)),
]
