import { randomUUID } from 'node:crypto'

import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'

import { CancellingDialect } from './cancellation.ts'
import type { Listener } from './listener.ts'
import { namingClient } from './statement-names.ts'
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
 * Settings of every connection of a pool. Statements are short and cores are few: compiling them and parallel workers
 * cost more than they save.
 */
const settings = {
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  work_mem: '16MB',
}

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
    Client: namingClient(),
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    application_name: 'readymade',
    // Not parameters of the start, which a pooler refuses or forgets.
    onConnect: setUp,
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

/** Resolves when a new connection has its settings; nobody gets it before. */
async function setUp(client: pg.ClientBase): Promise<void> {
  await client.query(
    Object.entries(settings)
      .map(([name, value]) => `set ${name} = '${value}'`)
      .join('; '),
  )
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

/** Resolves when the database answers and takes writes, as a standby does not. */
export async function ping(db: Database): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as is_read_only`.execute(db)
  if (rows[0]!.isReadOnly) throw new Error('The database takes no writes')
}

/**
 * Whether the database lets a new session read within a second. One that has no room for another session (SQLSTATE
 * 53300) is there too.
 */
export async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'readymade probe',
    connectionTimeoutMillis: 1000,
    query_timeout: 1000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return (error as { code?: string }).code === '53300'
  } finally {
    void client.end().catch(() => {})
  }
}

/**
 * True for errors that mean that the database cannot do its work now and a later attempt may succeed: not reached,
 * starting, stopping, without writes until another takes over, out of connections or space, cancelled because it took
 * too long, or in conflict with another transaction.
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

/**
 * SQLSTATE: connection exceptions, insufficient resources, operator intervention, a read-only transaction, deadlock,
 * serialisation failure.
 */
const states = /^(08|53|57)...$|^25006$|^40(P01|001)$/
const unreached = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
/** Messages of the driver's errors that have no code. */
const lost =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Milliseconds for which a notification to ourselves may be under way. */
const notificationTimeout = 3_000

/**
 * Throws an Error in one plain sentence when what is said on one connection does not stay with it: when a notification
 * to ourselves does not arrive, or a connection has not the settings that were made on it. Behind a pooler that hands
 * connections on within a session, changes would never be heard of and locks would stay behind with nobody.
 */
export async function requireSessions(pool: pg.Pool, listener: Listener, url: string): Promise<void> {
  const { host, port } = new pg.Client({ connectionString: url })
  const remedy =
    'DATABASE_URL has to name PostgreSQL itself, or a pooler that keeps a connection for a session (PgBouncer: pool_mode = session).'
  if (!(await hearsItself(pool, listener)))
    throw new Error(`The database at ${host}:${port} delivers no notifications; ${remedy}`)
  const wrong = await wrongSettings(pool)
  if (wrong.length > 0)
    throw new Error(
      `The database at ${host}:${port} does not keep what is set (${wrong.join(', ')}); ${remedy}`,
    )
}

async function hearsItself(pool: pg.Pool, listener: Listener): Promise<boolean> {
  const channel = 'readymade_start'
  const word = randomUUID()
  const { promise: heard, resolve: hear } = Promise.withResolvers<boolean>()
  const tooLate = setTimeout(hear, notificationTimeout, false)
  const unsubscribe = await listener.subscribe({
    channel,
    onNotification: (payload) => payload === word && hear(true),
    onOpen: () => {},
  })
  await pool.query('select pg_notify($1, $2)', [channel, word])
  return heard.finally(() => {
    clearTimeout(tooLate)
    unsubscribe()
  })
}

/** Returns the names of the settings that a connection of a pool does not have. */
async function wrongSettings(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [Object.keys(settings)],
  )
  return rows
    .filter(({ name, value }) => settings[name as keyof typeof settings] !== value)
    .map(({ name }) => name)
}
