import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import type { startCluster } from './cluster.ts'

/**
 * Holds a data folder for this process alone, by a lock that lives as long as its connection. The connection also tells when
 * PostgreSQL dies: then it is started again, at once the first time, after growing pauses of at most 10 s when it does not last.
 */
export async function keepRunning(
  cluster: Pick<Awaited<ReturnType<typeof startCluster>>, 'url' | 'revive'>,
  dataDir: string,
  report: (message: string) => void,
) {
  const stopping = new AbortController()
  let attempts = 0
  let heldSince = Date.now()
  let healing = Promise.resolve()
  let lock = await lockFolder(cluster.url('postgres'), dataDir)
  lock.once('end', lost)

  function lost() {
    if (stopping.signal.aborted) return
    if (Date.now() - heldSince > 60_000) attempts = 0
    report('PostgreSQL has stopped; it is started again.')
    healing = heal()
  }
  async function heal() {
    for (;;) {
      const wait = attempts === 0 ? 0 : Math.min(10_000, 125 * 2 ** attempts)
      attempts += 1
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await cluster.revive()
        lock = await lockFolder(cluster.url('postgres'), dataDir)
        lock.once('end', lost)
        heldSince = Date.now()
        return report('PostgreSQL answers again.')
      } catch (error) {
        report(`${(error as Error).message} (attempt ${attempts}; the next one follows)`)
      }
    }
  }
  return {
    stop: async () => {
      stopping.abort()
      await healing
      await lock.end()
    },
  }
}

/** Takes the lock; makes the database the first time. */
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
