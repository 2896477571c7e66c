import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'

/** The runs within a minute after which a statement gets a name. */
const often = 20
/** The most statements of a pool that get one; each takes up to 100 kB of each of its connections in PostgreSQL. */
const maxNames = 200

/**
 * Makes the class of a pool's connections, which give names to the statements that run often. PostgreSQL then parses
 * them once for a connection, and plans them once where it expects no worse plan without the values: for most statements
 * of a page planning takes longer than running.
 */
export function namingClient() {
  const names = new Map<string, string>()
  const runs = new LRUCache<string, number>({ max: 2000, ttl: 60_000, noUpdateTTL: true })

  function nameOf(text: string): string | undefined {
    const name = names.get(text)
    if (name || names.size >= maxNames) return name
    const count = (runs.get(text) ?? 0) + 1
    runs.set(text, count)
    if (count < often || unnamed.test(text)) return undefined
    names.set(text, `often_${names.size}`)
    return names.get(text)
  }

  return class NamingClient extends pg.Client {
    override query(...given: unknown[]): never {
      const [text, values, ...rest] = given
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
      const query = super.query as (...given: unknown[]) => never
      return query.apply(this, name ? [{ name, text, values }, ...rest] : given)
    }
  }
}

/**
 * The start of a statement that is planned with its values each time, because the best plan depends on them: how many
 * projects have a word differs by a factor of ten thousand.
 */
export const plannedByValues: RawBuilder<unknown> = sql.raw('/* planned by its values */')

/**
 * What never gets a name: what is planned by its values, and what returns all columns of a table, because PostgreSQL
 * refuses it from the moment at which the next release adds one.
 */
const unnamed = /^\s*\/\* planned|(?:select|returning|[.,]) ?\*/
