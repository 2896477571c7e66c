import { AsyncLocalStorage } from 'node:async_hooks'

import type { DatabaseConnection } from 'kysely'

/** The request that statements are made for. None: a job or a check of health, which goes before all requests. */
export const visits = new AsyncLocalStorage<Visit | undefined>()

/** Milliseconds that one statement may take of a request that only reads what everybody may see. */
const longestRead = 2000

/** What one request has of the database. */
export class Visit {
  /** Milliseconds that it waits for its turn. */
  readonly patience: number
  readonly #readsOnly: boolean
  readonly #turn: { hasCome: boolean }
  readonly #held = new Map<DatabaseConnection, Hold>()
  #hasLeft = false

  /** `readsOnly`: its statements may be cancelled. `within`: the request that this one is made for; both have one turn. */
  constructor({
    patience,
    readsOnly,
    within,
  }: {
    patience: number
    readsOnly: boolean
    within?: Visit | undefined
  }) {
    this.patience = patience
    this.#readsOnly = readsOnly
    this.#turn = within ? within.#turn : { hasCome: false }
  }

  /** Whether a statement may have been made; before that, sending it away undoes nothing. */
  get hasBegun() {
    return this.#turn.hasCome
  }
  /** Nobody waits any more for what it reads. */
  get hasLeft() {
    return this.#hasLeft
  }

  begin() {
    this.#turn.hasCome = true
  }

  /** The visitor is gone: what only reads is cancelled in the database, and asks for nothing more. */
  leave() {
    if (!this.#readsOnly) return
    this.#hasLeft = true
    for (const [connection, hold] of this.#held) cancel(connection, hold)
  }

  take(connection: DatabaseConnection) {
    if (!this.#readsOnly) return
    const hold: Hold = { late: setTimeout(() => cancel(connection, hold), longestRead) }
    this.#held.set(connection, hold)
  }

  /** Resolves when the connection may go to others: a cancellation under way would meet their statement. */
  giveBack(connection: DatabaseConnection): Promise<void> | undefined {
    const hold = this.#held.get(connection)
    if (!hold) return undefined
    clearTimeout(hold.late)
    this.#held.delete(connection)
    return hold.cancelled
  }
}

interface Hold {
  late: NodeJS.Timeout
  cancelled?: Promise<void>
}

function cancel(connection: DatabaseConnection, hold: Hold) {
  hold.cancelled ??= cancelStatement(connection)
}

async function cancelStatement(connection: DatabaseConnection) {
  try {
    await connection.collectSessionInfo?.()
    await connection.cancelQuery?.(() => Promise.resolve())
  } catch {
    // The statement's own time limit ends it.
  }
}
