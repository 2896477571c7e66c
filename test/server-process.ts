import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, type onTestFinished } from 'vitest'

import { apiAt } from './api-at.ts'
import type { TestApp } from './app.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './memory.ts'

interface Options {
  settings?: Record<string, string>
  command?: string[]
  /** The folder of the product's files: this checkout, unless told otherwise. */
  root?: string
  /** When the process ends at the latest: after all tests of the file, unless told `onTestFinished`. */
  endsAfter?: typeof afterAll | typeof onTestFinished
}

const checkout = join(import.meta.dirname, '..')

/**
 * Runs the real server in its own process, so that tests can kill and restart it: on the database of a test app, or
 * without one on its own PostgreSQL in `folder`. `settings` are added to its environment.
 */
export async function serverProcess(
  app?: Pick<TestApp, 'url' | 'dependencies'>,
  {
    settings = {},
    command = [process.execPath, 'server/start.ts'],
    root = checkout,
    endsAfter = afterAll,
  }: Options = {},
) {
  // The process does not start without built pages; it does not matter whether they are current.
  if (!existsSync(join(root, 'build/server/index.js'))) {
    execFileSync(process.execPath, ['build.ts'], { cwd: root, stdio: 'ignore' })
  }
  const home = temporaryFolder('readymade-process-')
  chmodSync(home, 0o711)
  const folder = join(home, 'data')
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''

  /** Starts the process without waiting until it is ready. */
  const begin = () => {
    const [program, ...args] = command
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      MODE: 'demo',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/node'),
      ...(app && { DATABASE_URL: app.url, SECRET: app.dependencies.secret }),
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: address,
      ...settings,
    }
    output = ''
    child = spawn(program!, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (part: Buffer) => (output += part.toString()))
  }
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  /** Waits until the process has printed a text. Throws when the process ends before. */
  const says = async (text: string) => {
    while (!output.includes(text)) {
      if (!isRunning()) throw new Error(`The server ended before it said '${text}':\n${output}`)
      await pause(20)
    }
  }
  /** Starts the process unless it is running, and resolves when it is ready. */
  const start = async () => {
    if (!isRunning()) begin()
    await says('Readymade is ready')
  }
  /** Waits for the end of the process and returns its exit code, or the signal that ended it. */
  const exited = async () => {
    if (child && isRunning()) await once(child, 'exit')
    return child?.exitCode ?? child?.signalCode
  }
  const end = (signal: NodeJS.Signals) => {
    child?.kill(signal)
    return exited()
  }
  /** Ends the process at once, as a power cut would. */
  const kill = () => {
    if (isRunning()) process.kill(-child!.pid!, 'SIGKILL')
    return exited()
  }
  endsAfter(async () => {
    await kill()
    endDatabase(join(folder, 'postgres'))
    rmSync(home, { recursive: true, force: true })
  })
  const as = (token: string) => apiAt(address, token)
  return {
    begin,
    says,
    start,
    end,
    exited,
    kill,
    as,
    folder,
    address,
    pid: () => child!.pid!,
    output: () => output,
  }
}

/** Stops the server's own PostgreSQL, which survives when the server is killed. */
function endDatabase(data: string) {
  const processes = execFileSync('ps', ['-e', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const left = processes.find((line) => line.includes(` -D ${data} `))
  if (left) process.kill(Number.parseInt(left, 10), 'SIGQUIT')
}
