import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'

/**
 * A connection that gives names to the statements that the process runs often. PostgreSQL then parses them once for the
 * connection, and plans them once where it expects no worse plan without the values. Planning takes longer than running
 * for most statements of a page.
 */
export class NamingClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    const query = super.query as (...given: unknown[]) => never
    return query.apply(this, name ? [{ name, text, values }, ...rest] : given)
  }
}

/**
 * The start of a statement that is planned with its values each time, because the best plan depends on them: how many
 * projects have a word differs by a factor of ten thousand.
 */
export const plannedByValues: RawBuilder<unknown> = sql.raw('/* planned by its values */')

/** After so many runs a statement gets a name, so that what is run once leaves nothing in each connection. */
const often = 20
/** The most statements that get a name; each costs some kilobytes in every connection. */
const maxNames = 300

const names = new Map<string, string>()
const runs = new LRUCache<string, number>({ max: 2000 })

function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name || names.size >= maxNames) return name
  const count = (runs.get(text) ?? 0) + 1
  runs.set(text, count)
  if (count < often || unnamed.test(text)) return undefined
  runs.delete(text)
  names.set(text, `often_${names.size}`)
  return names.get(text)
}

/**
 * What never gets a name: what is planned by its values, and what returns all columns of a table, because PostgreSQL
 * refuses it from the moment at which the next release adds one.
 */
const unnamed = /^\s*\/\* planned|(?:select|returning|[.,]) ?\*/
