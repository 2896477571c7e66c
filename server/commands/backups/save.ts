import { mkdir, readdir, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import pg from 'pg'

import type { Config } from '../../config.ts'
import { ledgerHash } from '../../money/lookup-queries.ts'
import { connect, onClient } from '../../platform/database/connection.ts'
import { appliedMigrations, isMigrated } from '../../platform/database/migrate.ts'
import { queueTables } from '../../platform/jobs/jobs.ts'
import { presentSecret } from '../../platform/secret.ts'
import { createStorage } from '../../platform/storage/open.ts'
import { type BackupFacts, names, createWriter, readSigned } from './files.ts'
import { type EarlierBackup, missingObjects, objectsIn, saveObjects } from './objects.ts'
import {
  beginSnapshot,
  referencedFiles,
  insertBackup,
  queueVersion,
  readRows,
  rowsIn,
  sequencesIn,
  tablesIn,
} from './queries.ts'

/**
 * Copies the database as it is at one moment, and after it every file, into an empty folder; the server may run
 * meanwhile. Files that the backup in the folder `since` has already are linked to it instead of copied. Returns the
 * manifest, how many files were linked, and the files that the database names but the store lacks or has with other
 * bytes. Throws an Error in plain words.
 */
export async function backUp(config: Config, url: string, folder: string, since?: string) {
  await requireEmpty(config, folder)
  const secret = presentSecret(config)
  if (!secret)
    throw new Error(
      `There is no secret: set SECRET, or DATA_DIR to the folder of the shop, as its server has them.`,
    )
  const earlier = since === undefined ? undefined : await readEarlier(since, folder, secret)
  const writer = createWriter(folder)
  const { named, ...saved } = await saveDatabase(url, writer)
  const linked = await saveObjects(await createStorage(config), writer, { named, earlier })
  const manifest = { madeAt: new Date().toISOString(), ...saved, objects: objectsIn(writer.sums) }
  await writer.finish(manifest, secret)
  return { manifest, linked, faults: missingObjects(named, writer.sums) }
}

/** Reads an earlier backup whose files can be linked into a folder. */
async function readEarlier(earlier: string, folder: string, secret: string): Promise<EarlierBackup> {
  const { manifest, list } = await readSigned(earlier, secret)
  if ((await stat(earlier)).dev !== (await stat(folder)).dev)
    throw new Error(
      `${earlier} lies on another disk, and its files cannot be linked from there; choose a folder beside it.`,
    )
  return { folder: earlier, madeAt: manifest.madeAt, list }
}

/** Records a finished backup in its database, for the operator of the server. */
export async function recordBackup(
  url: string,
  folder: string,
  { manifest, faults }: { manifest: BackupFacts; faults: string[] },
): Promise<void> {
  const { db, pool } = connect(url, { connections: 1 })
  try {
    await insertBackup(db, {
      madeAt: manifest.madeAt,
      folder,
      rowCount: Object.values(manifest.tables).reduce((all, count) => all + count, 0),
      fileCount: manifest.objects.count,
      fileBytes: manifest.objects.bytes,
      missingFiles: faults.length,
    })
  } finally {
    await pool.end()
  }
}

type Writer = ReturnType<typeof createWriter>

async function saveDatabase(url: string, writer: Writer) {
  const client = new pg.Client({ connectionString: url, application_name: 'readymade backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await beginSnapshot(client)
    const schema = await schemaOf(client)
    const tables: BackupFacts['tables'] = {}
    for (const table of await tablesIn(client)) {
      await writer.write(`${names.tables}/${table.name}`, readRows(client, table))
      tables[table.name] = await rowsIn(client, table)
    }
    await writer.write(names.sequences, JSON.stringify(await sequencesIn(client)))
    return {
      schema,
      tables,
      ledger: await ledgerHash(onClient(client)),
      named: await referencedFiles(client),
    }
  } finally {
    await client.end()
  }
}

/**
 * Returns what made the schema, so that a later version can make the same and migrate on from there. Throws an Error
 * when this code has other migrations than the database.
 */
async function schemaOf(client: pg.Client): Promise<BackupFacts['schema']> {
  const version = await queueVersion(client)
  if (!(await isMigrated(client)) || (version !== undefined && version !== queueTables().version))
    throw new Error(
      'The database is of another version than this code; start the server once, or back up with the version that runs.',
    )
  return { migrations: await appliedMigrations(client), queue: version ?? null }
}

async function requireEmpty({ storageUrl }: Config, folder: string) {
  if (storageUrl.startsWith('file:') && isWithin(fileURLToPath(storageUrl), folder))
    throw new Error(`${folder} lies in the store that is backed up; choose a folder elsewhere.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty; choose a new folder for each backup.`)
}

function isWithin(outer: string, inner: string): boolean {
  const path = relative(resolve(outer), resolve(inner))
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`))
}
