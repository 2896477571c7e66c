import pg from 'pg'

import type { Config } from '../config.ts'
import { startCluster } from './cluster.ts'

/** The address of the configured database, or of an embedded one that runs as long as this process. Throws an Error in plain words. */
export async function openDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  if (databaseUrl) return { url: databaseUrl, close: async () => {} }
  const cluster = await startCluster(dataDir, tuning)
  const lock = await lockFolder(cluster.url('postgres'), dataDir)
  return {
    url: cluster.url('readymade'),
    close: async () => {
      await lock.end()
      await cluster.stop()
    },
  }
}

const tuning = { shared_buffers: '256MB', random_page_cost: '1.1', jit: 'off' }

/** Holds the data folder for this process alone, for as long as the connection lives; makes the database the first time. */
async function lockFolder(url: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'readymade-lock' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock(4837200) as held')
  if (!rows[0]?.held) {
    await client.end()
    throw new Error(`Another Readymade is running on ${dataDir}; stop it, or set DATA_DIR to another folder.`)
  }
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'readymade'")
  if (rowCount === 0) await client.query('create database readymade')
  return client
}
