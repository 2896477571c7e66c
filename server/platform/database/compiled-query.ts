import { CompiledQuery } from 'kysely'

import type { Connection } from './connection.ts'

/** Stands for a value while a query is compiled. */
class StandIn {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Makes a query that is built and compiled once for each shape, because for what is asked for all the time that takes
 * longer than the rest of the work. `build` gets stand-ins for the values: it may put them into the query and see which
 * are undefined, and nothing else. What the text of the query depends on besides is its `shape`.
 */
export function compiledQuery<Values extends object, Row, Shape = void>(
  build: (connection: Connection, values: Values, shape: Shape) => CompiledQuery<Row>,
) {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (connection: Connection, values: Values, shape: Shape): Promise<Row[]> => {
    const given = new Map<string, unknown>(Object.entries(values).filter(([, value]) => value !== undefined))
    const key = JSON.stringify([shape, ...given.keys()])
    let query = compiled.get(key)
    if (!query) {
      const standIns = [...given.keys()].map((name) => [name, new StandIn(name)])
      query = build(connection, Object.fromEntries(standIns) as Values, shape)
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof StandIn ? given.get(value.name) : value,
    )
    return (await connection.executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows
  }
}
