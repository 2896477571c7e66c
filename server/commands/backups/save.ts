import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import pg from 'pg'

import { type Config, secretOf } from '../../config.ts'
import { ledgerHash } from '../../money/lookup-queries.ts'
import { connect, onClient } from '../../platform/database/connection.ts'
import { isMigrated, schemaFolders } from '../../platform/database/migrate.ts'
import { queueTables } from '../../platform/jobs/jobs.ts'
import { storageFor } from '../../platform/storage/open.ts'
import { type Manifest, markOf, names, writerInto } from './files.ts'
import { missingObjects, objectsIn, saveObjects } from './objects.ts'
import {
  beginSnapshot,
  filesNamed,
  insertBackup,
  queueVersion,
  readRows,
  rowsIn,
  sequencesIn,
  tablesIn,
} from './queries.ts'

/**
 * Copies the database as it is at one moment, and after it every file, into an empty folder; the server may run
 * meanwhile. Returns the manifest, and the files that the database names but the store lacks or has with other bytes.
 * Throws an Error in plain words.
 */
export async function backUp(config: Config, url: string, folder: string) {
  await requireEmpty(config, folder)
  const writer = writerInto(folder)
  const saved = await saveDatabase(url, writer)
  await saveObjects(await storageFor(config), writer)
  if (!config.secret) await writer.write(names.secret, secretOf(config))
  const manifest = {
    format: 1 as const,
    madeAt: new Date().toISOString(),
    tables: saved.tables,
    ledger: saved.ledger,
    objects: objectsIn(writer.sums),
    secretMark: markOf(secretOf(config)),
  }
  await writer.finish(manifest)
  return { manifest, faults: missingObjects(saved.named, writer.sums) }
}

/** Records a finished backup in its database, for the operator of the server. */
export async function noteBackup(
  url: string,
  folder: string,
  { manifest, faults }: { manifest: Omit<Manifest, 'sha256'>; faults: string[] },
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

type Writer = ReturnType<typeof writerInto>

async function saveDatabase(url: string, writer: Writer) {
  const client = new pg.Client({ connectionString: url, application_name: 'readymade backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await beginSnapshot(client)
    await saveSchema(client, writer)
    const tables: Manifest['tables'] = {}
    for (const table of await tablesIn(client)) {
      await writer.write(`${names.tables}/${table.name}`, readRows(client, table))
      tables[table.name] = await rowsIn(client, table)
    }
    await writer.write(names.sequences, JSON.stringify(await sequencesIn(client)))
    return { tables, ledger: await ledgerHash(onClient(client)), named: await filesNamed(client) }
  } finally {
    await client.end()
  }
}

/**
 * Saves the schema as the files that created it, so that any later version can restore it and migrate on from there.
 */
async function saveSchema(client: pg.Client, writer: Writer) {
  const version = await queueVersion(client)
  const queue = queueTables()
  if (!(await isMigrated(client)) || (version !== undefined && version !== queue.version))
    throw new Error(
      'The database is of another version than this code; start the server once, or back up with the version that runs.',
    )
  for (const kind of ['migrations', 'functions'] as const)
    for (const file of await readdir(schemaFolders[kind]))
      if (file.endsWith('.sql'))
        await writer.write(`${names[kind]}/${file}`, await readFile(join(schemaFolders[kind], file), 'utf8'))
  if (version !== undefined) await writer.write(names.queue, queue.sql)
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
