import { createHash } from 'node:crypto'

import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
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
    Client: NamingClient,
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

/**
 * A statement put together once for each set of given values: `build` gets stand-ins for them, and may ask which are given,
 * not what they are; what decides over the text besides comes as `shape`. PostgreSQL plans it once for each connection too,
 * right where one plan is best whatever the values; `planOnce` says where not. Made each time, texts take a third of what a list
 * takes the process, a sixth of a project's page. No `select *`: PostgreSQL refuses a plan whose columns have changed since.
 */
export function prepared<Given extends object, Row, Shape extends unknown[]>(
  build: (connection: Kysely<DB>, given: Given, ...shape: Shape) => CompiledQuery<Row>,
  { planOnce = () => true }: { planOnce?: (given: Given, ...shape: Shape) => boolean } = {},
) {
  const made = new Map<string, CompiledQuery<Row>>()

  return async (connection: Kysely<DB>, given: Given, ...shape: Shape): Promise<Row[]> => {
    const values = new Map<string, unknown>(Object.entries(given).filter(([, value]) => value !== undefined))
    const key = JSON.stringify([...values.keys(), shape])
    let query = made.get(key)
    if (!query) {
      const standIns = [...values.keys()].map((name) => [name, new StandIn(name)])
      query = build(connection, Object.fromEntries(standIns) as Given, ...shape)
      if (planOnce(given, ...shape)) query = { ...query, sql: marked(query.sql) }
      made.set(key, query)
    }
    const parameters = query.parameters.map((one) => (one instanceof StandIn ? values.get(one.name) : one))
    return (await connection.executeQuery<Row>({ ...query, parameters })).rows
  }
}

class StandIn {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const mark = '/* plan once */'

/**
 * Marks a statement whose best plan is the same whatever its parameters are: each connection plans it only once.
 * Planned each time, a list of 10 costs PostgreSQL 1.5 ms instead of 0.5 and a detail 0.5 instead of 0.06: both fall below the
 * half of the floor.
 */
const marked = (text: string) => `${mark} ${text}`

/** A connection that sends marked statements by a name of their own: PostgreSQL keeps plans by name. When it dies, the statement that fails tells of it. */
class NamingClient extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super(options)
    // Unheard, the event would end the process, and the pool hears it only while nobody has the connection.
    this.on('error', () => {})
  }

  override query(text: unknown, ...rest: unknown[]): never {
    const named = typeof text === 'string' && text.includes(mark) ? { name: nameOf(text), text } : text
    return super.query(named as string, ...(rest as [])) as never
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}
