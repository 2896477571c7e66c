import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type pg from 'pg'

import { oneAtATime } from './one-at-a-time.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Brings a database to the newest schema: numbered SQL files, forward only, one transaction each. Safe when several processes start at once. */
export const migrate = (url: string): Promise<string[]> =>
  oneAtATime(url, 'migrations', async (client) => {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map(({ name }) => name))
    const missing = migrationFiles().filter((name) => !applied.has(name))
    for (const name of missing) await apply(client, name)
    return missing
  })

const migrationFiles = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

async function apply(client: pg.Client, name: string) {
  await client.query('begin')
  try {
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
