import pg from 'pg'

import type { Config } from '../config.ts'
import { startCluster } from './cluster/cluster.ts'
import { keepRunning } from './cluster/keep-running.ts'

/**
 * The address of the configured database, or of an embedded one that runs as long as this process: when it dies it is started
 * again, of which `report` hears. Once `signal` is aborted nothing is started any more. Throws an Error in plain words.
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

/** Throws an Error in one plain sentence, without the password, when no session can be opened on the database at a URL. */
async function requireReachable(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'readymade start',
  })
  client.on('error', () => {})
  const problem = await client.connect().then(() => undefined, problemOf)
  await client.end().catch(() => {})
  if (problem) throw new Error(`The database at ${client.host}:${client.port} ${problem}`)
}

const problemOf = (error: Error) =>
  error instanceof pg.DatabaseError
    ? `does not let us in: ${error.message}; check DATABASE_URL.`
    : `cannot be reached (${reasonOf(error)}); check DATABASE_URL and that PostgreSQL runs there.`

/** A name with several addresses fails with an error for each and no message of its own, but with their code. */
const reasonOf = ({ code, message }: NodeJS.ErrnoException) => code ?? message
