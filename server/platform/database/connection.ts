import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'

import { CancellingDialect } from './cancellation.ts'
import type { DB } from './tables.ts'

export type Database = Kysely<DB>
/** A database or a transaction on it: what every query function takes first. */
export type Connection = Kysely<DB> | Transaction<DB>
/** What a query answers when there is something to answer. */
export type Found<Query extends (...given: never[]) => Promise<unknown>> = NonNullable<
  Awaited<ReturnType<Query>>
>

// Counts, sums and averages arrive as numbers; none of ours leaves the safe range.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/**
 * Opens a pool of connections. A statement that nobody can be waiting for any more is cancelled after 10 s; one that
 * `signalOf` gives a signal for, when that is aborted.
 */
export function connect(
  url: string,
  {
    connections = 10,
    signalOf = () => undefined,
  }: { connections?: number; signalOf?: () => AbortSignal | undefined } = {},
) {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'readymade',
    // Short statements on few cores: compiling them and handing them to workers costs more than it saves.
    options: '-c jit=off -c max_parallel_workers_per_gather=0 -c work_mem=16MB',
  })
  // A connection that dies while nobody has it is replaced; unheard, that would end the process.
  pool.on('error', () => {})
  // One that dies while somebody has it: the statement that fails tells of it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    db: new Kysely<DB>({
      dialect: new CancellingDialect({ pool }, signalOf),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    }),
  }
}

/** Kysely over one connection that its caller opens and closes: what it asks stands in the caller's transaction, without a time limit. */
export const onClient = (client: pg.Client): Database =>
  new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        options: {},
        connect: async () => Object.assign(client, { release: () => {} }),
        end: async () => {},
      },
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** Resolves when the database answers. */
export const ping = (db: Database): Promise<unknown> => sql`select 1`.execute(db)

/**
 * True for what is thrown when the database cannot do its work now and a later attempt may succeed: not reached, starting,
 * stopping, out of connections or room, cancelled because it took too long, or in the way of another transaction.
 */
export function isOutage(error: unknown): boolean {
  const {
    code = '',
    message = '',
    syscall = '',
  } = error as { code?: string; message?: string; syscall?: string }
  // A server of our own that does not run has no socket.
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect'
  return states.test(code) || unreached.has(code) || hasNoSocket || lost.test(message)
}

/** SQLSTATE: connection exceptions, insufficient resources, operator intervention, deadlock, serialisation failure. */
const states = /^(08|53|57)...$|^40(P01|001)$/
const unreached = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
/** The driver gives these no code. */
const lost =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/
