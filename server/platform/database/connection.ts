import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'

import { CancellingDialect } from './cancellation.ts'
import type { DB } from './tables.ts'

export type Database = Kysely<DB>
/** A database or a transaction on it, the first parameter of every query function. */
export type Connection = Kysely<DB> | Transaction<DB>
/** The result of a query when there is one. */
export type Found<Query extends (...given: never[]) => Promise<unknown>> = NonNullable<
  Awaited<ReturnType<Query>>
>

// Counts, sums and averages arrive as numbers; none of ours leaves the safe range.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/**
 * Opens a pool of connections. A statement is cancelled after 10 s, and when the signal that `signalOf` returns for it
 * is aborted.
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
    // Statements are short and cores are few: compiling them and parallel workers cost more than they save.
    options: '-c jit=off -c max_parallel_workers_per_gather=0 -c work_mem=16MB',
  })
  // The pool replaces an idle connection that dies; without a listener the error would end the process.
  pool.on('error', () => {})
  // When a connection in use dies, the statement that fails reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    db: new Kysely<DB>({
      dialect: new CancellingDialect({ pool }, signalOf),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    }),
  }
}

/**
 * Kysely over one connection that its caller opens and closes. Its statements run in the caller's transaction, without
 * a time limit.
 */
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
 * True for errors that mean that the database cannot do its work now and a later attempt may succeed: not reached,
 * starting, stopping, out of connections or space, cancelled because it took too long, or in conflict with another
 * transaction.
 */
export function isOutage(error: unknown): boolean {
  const {
    code = '',
    message = '',
    syscall = '',
  } = error as { code?: string; message?: string; syscall?: string }
  // The socket of an embedded server that does not run does not exist.
  const hasNoSocket = code === 'ENOENT' && syscall === 'connect'
  return states.test(code) || unreached.has(code) || hasNoSocket || lost.test(message)
}

/** SQLSTATE: connection exceptions, insufficient resources, operator intervention, deadlock, serialisation failure. */
const states = /^(08|53|57)...$|^40(P01|001)$/
const unreached = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
/** Messages of the driver's errors that have no code. */
const lost =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/
