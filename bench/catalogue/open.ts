import pg from 'pg'

import { startCluster } from '#server/platform/database/cluster.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'

import { loadCatalogue } from './load.ts'
import type { Catalogue } from './project.ts'
import { rebuildDerived } from './rebuild.ts'

/**
 * The database of a catalogue, stored in a folder and served with the app's own settings. The first time it is filled (a few
 * minutes for a million projects); later only migrated. Throws when the folder holds another catalogue or is in use.
 */
export async function openCatalogue(folder: string, catalogue: Catalogue) {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined })
  await migrate(database.url)
  const held = await catalogueIn(database.url)
  if (held?.projects === catalogue.projects && held.seed === catalogue.seed) return database
  await database.close()
  if (held) throw new Error(`${folder} holds another catalogue: ${JSON.stringify(held)}`)
  await fill(folder, catalogue)
  return openDatabase({ dataDir: folder, databaseUrl: undefined })
}

async function fill(folder: string, catalogue: Catalogue) {
  console.error(`Filling ${folder}`)
  const cluster = await startCluster(folder, quickAndUnsafe)
  const url = cluster.url('readymade')
  try {
    await loadCatalogue(url, catalogue)
    await rebuildDerived(url)
    await query(url, 'insert into settings values ($1, $2)', [mark, catalogue])
    await query(url, 'checkpoint')
  } finally {
    await cluster.stop()
  }
}

/** For filling only: a crash means filling again. */
const quickAndUnsafe = {
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

const mark = 'bench-catalogue'

const catalogueIn = async (url: string) =>
  (await query<{ value: Catalogue }>(url, 'select value from settings where name = $1', [mark]))[0]?.value

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text, values).finally(() => client.end())
  return rows
}
