import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import pg from 'pg'

/** A measured server in its own process. */
export interface Server {
  origin: string
  pid: number
  stop(): Promise<void>
}

/**
 * Runs `npm start` in a folder with these variables added to the environment and resolves when it serves its first
 * page. With `isBuilt` the pages are not built again.
 */
export async function startServer(
  folder: string,
  port: number,
  { env = {}, isBuilt = false }: { env?: Record<string, string>; isBuilt?: boolean } = {},
): Promise<Server> {
  const flags = isBuilt ? ['--ignore-scripts'] : []
  const child = await startProgram('npm', ['start', ...flags], port, { env, folder })
  return { ...child, pid: serverBelow(child.pid) }
}

/**
 * Runs a program that listens on the port in PORT and resolves when it serves its first page. Throws when the port is
 * in use, when the program ends, or after five minutes.
 */
export async function startProgram(
  program: string,
  args: string[],
  port: number,
  { env = {}, folder = process.cwd() }: { env?: Record<string, string>; folder?: string } = {},
): Promise<Server> {
  const origin = `http://localhost:${port}`
  if (await isServed(`${origin}/`)) throw new Error(`Something else is served on port ${port}`)
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const interrupt = () => isRunning() && process.kill(-child.pid!, 'SIGINT')
  process.once('exit', interrupt)
  const stop = async () => {
    interrupt()
    process.off('exit', interrupt)
    await ended
  }
  const deadline = performance.now() + 300_000
  while (!(await isServed(`${origin}/`))) {
    if (!isRunning()) throw new Error(`${program} ${args.join(' ')} ended before it answered`)
    if (performance.now() > deadline) {
      await stop()
      throw new Error(`${program} ${args.join(' ')} served no page within five minutes`)
    }
    await new Promise((resume) => setTimeout(resume, 10))
  }
  return {
    origin,
    pid: child.pid!,
    stop,
  }
}

/** Resident memory of a process in megabytes (10^6 bytes), now and at its peak, as Linux reports it. */
export function residentMegabytes(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round((Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024) / 1e6)
  return { now: megabytes('VmRSS'), highest: megabytes('VmHWM') }
}

/**
 * Processor time of a process so far in microseconds, which Linux counts in hundredths of a second; NaN without a
 * process.
 */
export function processorTime(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15)
  return (Number(user) + Number(system)) * 10_000
}

/** Processor time of each session of a database so far in microseconds, by its process. */
export async function sessionTimes(databaseUrl: string | undefined): Promise<Map<number, number>> {
  if (databaseUrl === undefined) return new Map()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client
    .query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid() and datid > 0')
    .finally(() => client.end())
  // A session may have ended meanwhile.
  return new Map(
    rows.flatMap(({ pid }) => (existsSync(`/proc/${pid}`) ? [[pid, processorTime(pid)] as const] : [])),
  )
}

const isServed = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Finds the server's process among those that npm started. */
function serverBelow(npm: number): number {
  const processes = execFileSync('ps', ['-e', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' }).split('\n')
  const line = processes.find(
    (one) =>
      one.includes('server/start.ts') && !one.includes('sh -c') && Number(one.trim().split(/\s+/)[1]) === npm,
  )
  return Number(line?.trim().split(/\s+/)[0])
}
