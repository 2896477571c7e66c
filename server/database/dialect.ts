import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'

import { type Line, nobodyWaits } from './line.ts'
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

  override async acquireConnection(): Promise<Acquired> {
    const visit = visits.getStore()
    if (!visit) return super.acquireConnection() as Promise<Acquired>
    if (!this.#line.mayPass(visit)) await this.#line.turn(visit)
    visit.begin()
    const connection = (await super.acquireConnection()) as Acquired
    if (visit.hasLeft) {
      await super.releaseConnection(connection)
      throw nobodyWaits()
    }
    visit.take(connection)
    return connection
  }

  override async releaseConnection(connection: Acquired) {
    const cancelled = visits.getStore()?.giveBack(connection)
    if (cancelled) await cancelled
    return super.releaseConnection(connection)
  }
}

type Acquired = Parameters<PostgresDriver['releaseConnection']>[0]
