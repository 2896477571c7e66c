import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import type { Config } from '../../config.ts'
import { clusterFolder, startCluster } from './cluster.ts'

/**
 * Opens the configured database, or an embedded one that runs as long as this process and is started again when it
 * dies, which `report` is told. Returns its address. Nothing is started once `signal` is aborted. Throws an Error in
 * plain words.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  report: (message: string) => void = () => {},
  signal?: AbortSignal,
) {
  if (databaseUrl) {
    await requireReachable(databaseUrl)
    return { url: databaseUrl, close: async () => {} }
  }
  const cluster = await startCluster(dataDir, tuning, signal)
  const keeper = await keepRunning(cluster, dataDir, report)
  return {
    url: cluster.url('readymade'),
    close: async () => {
      await keeper.stop()
      await cluster.stop()
    },
  }
}

const tuning = { shared_buffers: '256MB', random_page_cost: '1.1', jit: 'off' }

/**
 * Throws an Error in one plain sentence, without the password, when no session can be opened on the database at a URL,
 * or it takes no writes.
 */
async function requireReachable(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'readymade start',
  })
  client.on('error', () => {})
  const problem = await client.connect().then(() => readOnlyProblemOf(client), problemOf)
  await client.end().catch(() => {})
  if (problem) throw new Error(`The database at ${client.host}:${client.port} ${problem}`)
}

async function readOnlyProblemOf(client: pg.Client) {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  )
  return rows[0]!.isReadOnly
    ? 'takes no writes, because it is a standby or set so; DATABASE_URL has to name the primary.'
    : undefined
}

const problemOf = (error: Error) =>
  error instanceof pg.DatabaseError
    ? `does not let us in: ${error.message}; check DATABASE_URL.`
    : `cannot be reached (${reasonOf(error)}); check DATABASE_URL and that PostgreSQL runs there.`

/**
 * The reason of a failed connection. A name with several addresses fails with an error for each: without a message of
 * its own, but with their code.
 */
const reasonOf = ({ code, message }: NodeJS.ErrnoException) => code ?? message

/**
 * Opens the database for a command: the configured one, or the embedded one, which a running server shares and which
 * otherwise runs until `close`. Throws an Error in plain words when there is no database.
 */
export async function commandDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) {
  const nothing = async () => {}
  if (databaseUrl) return { url: databaseUrl, close: nothing }
  const { exists, running } = await clusterFolder(dataDir)
  if (!exists) throw new Error(`There is no database in ${dataDir}.`)
  if (running) return { url: running('readymade'), close: nothing }
  const cluster = await startCluster(dataDir)
  return { url: cluster.url('readymade'), close: () => cluster.stop() }
}

/**
 * Locks a data folder for this process alone; the lock lives as long as its connection. When the connection ends,
 * PostgreSQL has died and is started again: at once the first time, after growing pauses of at most 10 s when it dies
 * again.
 */
async function keepRunning(
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

/**
 * Takes the lock on a data folder and makes the database the first time. Throws an Error in plain words when another
 * process holds the lock.
 */
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
