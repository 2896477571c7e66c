import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const options =
  '--dialect postgres --camel-case --exclude-pattern {migrations,function_files,edited_projects} --type-mapping {"int8":"number","numeric":"number"}'

/**
 * Writes tables.ts, the types of every table, from a migrated database. With the flag `--verify` it only compares, and
 * throws an Error that says what differs.
 */
export async function writeTableTypes(url: string, ...flags: string[]): Promise<void> {
  const places = ['--url', url, '--out-file', join(root, 'server/platform/database/tables.ts')]
  const program = join(root, 'node_modules/.bin/kysely-codegen')
  await promisify(execFile)(program, [...options.split(' '), ...places, ...flags])
}
