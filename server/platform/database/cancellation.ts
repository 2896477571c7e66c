import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'

/** Returns the signal of the work that a statement is made for; without one it is never cancelled. */
type SignalOf = () => AbortSignal | undefined

/**
 * Cancels the running statement in PostgreSQL when the signal of its work is aborted, and starts no other for it.
 * Otherwise a search would run to its end after its client has left, and an overloaded server would spend its time on
 * work that nobody waits for (decision 17). It is part of the driver because Kysely's own signal has to be given to
 * each statement, slows each, and prints each cancellation (decision 13).
 */
export class CancellingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #signalOf: SignalOf

  constructor(config: PostgresDialectConfig, signalOf: SignalOf) {
    super(config)
    this.#config = config
    this.#signalOf = signalOf
  }

  override createDriver() {
    return new CancellingDriver(this.#config, this.#signalOf)
  }
}

class CancellingDriver extends PostgresDriver {
  readonly #signalOf: SignalOf
  readonly #watches = new WeakMap<Acquired, Watch>()

  constructor(config: PostgresDialectConfig, signalOf: SignalOf) {
    super(config)
    this.#signalOf = signalOf
  }

  override async acquireConnection(): Promise<Acquired> {
    const signal = this.#signalOf()
    signal?.throwIfAborted()
    const connection = (await super.acquireConnection()) as Acquired
    if (!signal) return connection
    if (signal.aborted) {
      await super.releaseConnection(connection)
      throw signal.reason
    }
    const cancel = () => (watch.cancelled = cancelStatement(connection))
    const watch: Watch = { unwatch: () => signal.removeEventListener('abort', cancel) }
    signal.addEventListener('abort', cancel)
    this.#watches.set(connection, watch)
    return connection
  }

  override async releaseConnection(connection: Acquired) {
    const watch = this.#watches.get(connection)
    this.#watches.delete(connection)
    watch?.unwatch()
    // A cancellation under way would hit the statement of the connection's next user.
    if (watch?.cancelled) await watch.cancelled
    return super.releaseConnection(connection)
  }
}

type Acquired = Parameters<PostgresDriver['releaseConnection']>[0]

interface Watch {
  unwatch(): void
  cancelled?: Promise<void>
}

async function cancelStatement(connection: Acquired) {
  try {
    await connection.collectSessionInfo?.()
    await connection.cancelQuery?.(() => Promise.resolve())
  } catch {
    // The statement's own time limit ends it.
  }
}
