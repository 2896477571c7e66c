import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { startCluster } from './cluster/cluster.ts'
import { migrate } from './migrate.ts'

/** Writes tables.ts, the types of every table, from a freshly migrated database. `--verify` only compares, and fails on a difference. */
const folder = mkdtempSync(join(tmpdir(), 'readymade-tables-'))
chmodSync(folder, 0o755)
const cluster = await startCluster(folder)
try {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('create database tables')
  await client.end()
  await migrate(cluster.url('tables'))
  const out = join(import.meta.dirname, 'tables.ts')
  execFileSync(
    'kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--url',
      cluster.url('tables'),
      '--out-file',
      out,
      '--camel-case',
      '--exclude-pattern',
      '{migrations,function_files}',
      '--type-mapping',
      '{"int8":"number","numeric":"number"}',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  )
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
