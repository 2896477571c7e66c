import { spawn, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'

import { answers } from './connections.ts'

/** The socket of the database; the runner mounts an empty database at `empty`. */
export const socket = '/run/mysqld/mysqld.sock'
const [empty, data] = ['/empty-database', '/data']

/**
 * Starts MariaDB as XAMPP has it on Windows, because such projects were written there: whoever the project says it is
 * may come in, an SQL mode that forgives, either case of letters.
 */
export async function startDatabase(): Promise<void> {
  cpSync(empty, data, { recursive: true })
  const asInXampp = [
    '--skip-grant-tables',
    '--sql-mode=NO_ZERO_IN_DATE,NO_ZERO_DATE,NO_ENGINE_SUBSTITUTION',
    '--lower-case-table-names=1',
    '--innodb-strict-mode=0',
    '--max-allowed-packet=64M',
  ]
  const small = [
    '--innodb-log-file-size=8M',
    '--innodb-buffer-pool-size=48M',
    '--innodb-use-native-aio=0',
    '--innodb-flush-log-at-trx-commit=0',
    '--skip-log-bin',
  ]
  const places = [`--datadir=${data}`, '--tmpdir=/tmp', `--socket=${socket}`, '--bind-address=127.0.0.1']
  spawn('mariadbd', ['--no-defaults', ...places, ...asInXampp, ...small], { stdio: 'ignore' })
  await answers({ path: socket })
}

/** `--sandbox`: a dump may hold `\! command`, which the client would run. */
const client = ['--no-defaults', '-S', socket, '-uroot', '-NB', '--sandbox']

/**
 * Runs a script in a database, for at most so many milliseconds, and returns what the client says about the statements
 * that failed.
 */
export function runScript(script: string, database: string, milliseconds: number): string {
  const options = ['--force', '--line-numbers', '--default-character-set=utf8mb4', '-D', database]
  const limits = { timeout: milliseconds, maxBuffer: 8 * 1024 * 1024, killSignal: 'SIGKILL' } as const
  return (
    spawnSync('mariadb', [...client, ...options], { input: script, encoding: 'utf8', ...limits }).stderr ?? ''
  )
}

/** Asks the database and returns the rows as texts. */
export function query(sql: string, database = 'mysql'): string[][] {
  const { stdout } = spawnSync('mariadb', [...client, '-D', database, '-e', sql], {
    encoding: 'utf8',
    timeout: 20_000,
    maxBuffer: 8 * 1024 * 1024,
  })
  return (stdout ?? '')
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t'))
}

/** The condition for what is in a database of the project's. */
export const isOwn = `table_schema NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')`

export const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``
