import { createHash } from 'node:crypto'

import type { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'

import type { DB } from './tables.ts'

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
export class NamingClient extends pg.Client {
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
