import pg from 'pg'

import { startCluster } from '#server/platform/database/cluster.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'

import { loadCatalogue } from './load.ts'
import type { Catalogue } from './project.ts'
import { rebuildDerived } from './rebuild.ts'

/**
 * Opens the database of a catalogue, which is stored in a folder and runs with the app's own settings. The first call
 * fills it (a few minutes for a million projects); later calls only migrate it. Throws when the folder holds another
 * catalogue or is in use.
 */
export async function openCatalogue(folder: string, catalogue: Catalogue) {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined })
  await migrate(database.url)
  const stored = await catalogueIn(database.url)
  if (stored?.projects === catalogue.projects && stored.seed === catalogue.seed) return database
  await database.close()
  if (stored) throw new Error(`${folder} holds another catalogue: ${JSON.stringify(stored)}`)
  await fill(folder, catalogue)
  return openDatabase({ dataDir: folder, databaseUrl: undefined })
}

async function fill(folder: string, catalogue: Catalogue) {
  console.error(`Filling ${folder}`)
  const cluster = await startCluster(folder, unsafeSettings)
  const url = cluster.url('readymade')
  try {
    await loadCatalogue(url, catalogue)
    await rebuildDerived(url)
    await query(url, 'insert into settings values ($1, $2)', [markName, catalogue])
    await query(url, 'checkpoint')
  } finally {
    await cluster.stop()
  }
}

/** Settings for filling only: after a crash the database has to be filled again. */
const unsafeSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  shared_buffers: '1GB',
  work_mem: '64MB',
  maintenance_work_mem: '1GB',
  autovacuum: 'off',
  jit: 'off',
}

const markName = 'bench-catalogue'

const catalogueIn = async (url: string) =>
  (await query<{ value: Catalogue }>(url, 'select value from settings where name = $1', [markName]))[0]?.value

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text, values).finally(() => client.end())
  return rows
}
