import { type DatabaseConnection, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'

import type { Line } from './line.ts'
import { visits } from './visit.ts'

/** Connections are had in turn, and statements that nobody waits for are cancelled. */
export class TurnTakingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #line: Line

  constructor(config: PostgresDialectConfig, line: Line) {
    super(config)
    this.#config = config
    this.#line = line
  }

  override createDriver() {
    return new TurnTakingDriver(this.#config, this.#line)
  }
}

class TurnTakingDriver extends PostgresDriver {
  readonly #line: Line

  constructor(config: PostgresDialectConfig, line: Line) {
    super(config)
    this.#line = line
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const visit = visits.getStore()
    if (!visit) return super.acquireConnection()
    if (!this.#line.mayPass(visit)) await this.#line.turn(visit)
    visit.begin()
    const connection = await super.acquireConnection()
    visit.take(connection)
    return connection
  }

  override async releaseConnection(connection: Parameters<PostgresDriver['releaseConnection']>[0]) {
    const cancelled = visits.getStore()?.giveBack(connection)
    if (cancelled) await cancelled
    return super.releaseConnection(connection)
  }
}
