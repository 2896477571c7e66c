import { randomUUID } from 'node:crypto'

import pg from 'pg'

import { wrongSettings } from './connection.ts'
import type { Listener } from './listener.ts'

/** Milliseconds for which a notification to ourselves may be under way. */
const timeout = 3_000

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
  const tooLate = setTimeout(hear, timeout, false)
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
