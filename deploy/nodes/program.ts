import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

interface Options {
  env?: Record<string, string>
  account?: { uid: number; gid: number } | undefined
  /** The file that gets what it prints. */
  log: string
}

const running = new Set<Program>()
process.on('exit', () => {
  for (const program of running) program.killAll()
})

/** A program that can be started, killed, frozen and started again. It ends with this process. */
export class Program {
  readonly #command: readonly string[]
  readonly #options: Options
  #child: ChildProcess | undefined

  constructor(command: readonly string[], options: Options) {
    this.#command = command
    this.#options = options
  }

  get pid(): number {
    return this.#child!.pid!
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  start(env: Record<string, string> = {}) {
    const { log, account, env: own } = this.#options
    const [program, ...args] = this.#command
    const output = openSync(log, 'a')
    this.#child = spawn(program!, args, {
      env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: '/tmp', ...own, ...env },
      stdio: ['ignore', output, output],
      ...account,
    })
    closeSync(output)
    running.add(this)
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals = 'SIGTERM') {
    if (this.isRunning) {
      const ended = once(this.#child!, 'exit')
      this.#child!.kill(signal)
      await ended
    }
    running.delete(this)
  }

  /** Ends it and its children at once, as a power cut would. */
  async kill() {
    const ended = this.isRunning ? once(this.#child!, 'exit') : undefined
    this.killAll()
    await ended
    running.delete(this)
  }

  killAll() {
    if (this.isRunning) this.#signalAll('SIGKILL')
  }

  /** Stops it and its children in the middle of what they do; their connections stay open and silent. */
  freeze = () => this.#signalAll('SIGSTOP')
  thaw = () => this.#signalAll('SIGCONT')

  #signalAll(signal: NodeJS.Signals) {
    for (const pid of [this.pid, ...childrenOf(this.pid)]) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  log = (): string => readFileSync(this.#options.log, 'utf8')
}

const childrenOf = (parent: number): number[] =>
  execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid!)

/** Waits until something is true. Throws an Error that says what did not come. Returns the seconds that it took. */
export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  { seconds = 60, every = 50 } = {},
): Promise<number> {
  const began = performance.now()
  for (;;) {
    if (await isTrue()) return (performance.now() - began) / 1000
    if (performance.now() - began > seconds * 1000)
      throw new Error(`${what} did not come within ${seconds} s`)
    await pause(every)
  }
}
