import pg from 'pg'

import { startCluster } from '#server/database/cluster.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'

import { loadCatalogue } from './load.ts'
import type { Catalogue } from './project.ts'
import { rebuildDerived } from './rebuild.ts'

/**
 * The database of a catalogue, kept in a folder and served with the shop's own settings. The first time it is made and
 * filled (a few minutes for a million projects); later only migrated. Throws when the folder holds another catalogue.
 */
export async function openCatalogue(folder: string, catalogue: Catalogue) {
  await prepare(folder, catalogue)
  return openDatabase({ dataDir: folder, databaseUrl: undefined })
}

async function prepare(folder: string, catalogue: Catalogue) {
  const cluster = await startCluster(folder, quickAndUnsafe)
  try {
    await makeDatabase(cluster.url('postgres'))
    const url = cluster.url('readymade')
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const held = await catalogueIn(client)
      if (held && (held.projects !== catalogue.projects || held.seed !== catalogue.seed))
        throw new Error(`${folder} holds another catalogue: ${JSON.stringify(held)}`)
      if (!held) await fill(url, catalogue)
      await client.query('insert into settings values ($1, $2) on conflict do nothing', [mark, catalogue])
      await client.query('checkpoint')
    } finally {
      await client.end()
    }
  } finally {
    await cluster.stop()
  }
}

async function fill(url: string, catalogue: Catalogue) {
  await loadCatalogue(url, catalogue)
  await rebuildDerived(url)
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
  maintenance_work_mem: '1GB',
  autovacuum: 'off',
  jit: 'off',
}

const mark = 'bench-catalogue'

async function catalogueIn(client: pg.Client): Promise<Catalogue | undefined> {
  const { rows } = await client.query<{ value: Catalogue }>('select value from settings where name = $1', [
    mark,
  ])
  return rows[0]?.value
}

async function makeDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'readymade'")
  if (rowCount === 0) await client.query('create database readymade')
  await client.end()
}
