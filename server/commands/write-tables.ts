import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { migrate } from '../platform/database/migrate.ts'
import { openDatabase } from '../platform/database/open.ts'

/** Writes tables.ts, the types of every table, from a freshly migrated database. `--verify` only compares, and fails on a difference. */
const dataDir = mkdtempSync(join(tmpdir(), 'readymade-tables-'))
chmodSync(dataDir, 0o755)
const { url, close } = await openDatabase({ dataDir, databaseUrl: undefined })
const options =
  '--dialect postgres --camel-case --exclude-pattern {migrations,function_files} --type-mapping {"int8":"number","numeric":"number"}'
try {
  await migrate(url)
  const places = ['--url', url, '--out-file', join(import.meta.dirname, '../platform/database/tables.ts')]
  const args = [...options.split(' '), ...places, ...process.argv.slice(2)]
  execFileSync('kysely-codegen', args, { stdio: 'inherit' })
} finally {
  await close()
  rmSync(dataDir, { recursive: true, force: true })
}
