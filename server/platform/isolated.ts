import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

import { Piscina } from 'piscina'

/** An exported function of one of our files. */
interface Work {
  file: URL
  name: string
}

/**
 * Makes a function that runs work in threads, for work on untrusted files that would block the event loop. It returns
 * undefined when the work takes longer than these seconds, the start included, or more than these megabytes, or
 * overflows the stack. It throws whatever else the work throws.
 */
export function threadRunner<Run extends (input: never) => unknown>(
  { file, name }: Work,
  { seconds, memory }: { seconds: number; memory: number },
) {
  let pool: Piscina | undefined
  const begin = () => {
    const begun = new Piscina({
      minThreads: 0,
      maxThreads: 4,
      idleTimeout: 5000,
      atomics: 'disabled',
      recordTiming: false,
      env: isolatedEnvironment(),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
    })
    // A thread may fail after its work was abandoned; without a listener the error would end the server.
    return begun.on('error', () => {})
  }
  return async function run(
    input: Parameters<Run>[0],
    limits = { seconds },
  ): Promise<Awaited<ReturnType<Run>> | undefined> {
    pool ??= begin()
    try {
      return await pool.run(input, {
        filename: file.href,
        name,
        signal: AbortSignal.timeout(limits.seconds * 1000),
      })
    } catch (error) {
      if (isOverLimit(error as NodeJS.ErrnoException)) return undefined
      throw error
    }
  }
}

const isOverLimit = ({ name, code, message }: NodeJS.ErrnoException) =>
  name === 'AbortError' ||
  code === 'ERR_WORKER_OUT_OF_MEMORY' ||
  message.startsWith('Maximum call stack size exceeded')

/** The messages to a process: the parts of its input, then that it has all of them. */
export type Question = { part: unknown } | { isAll: true }

/** The messages from a process: that it has started, then one answer for each question. */
export type Answer = { isReady: true } | Reply
type Reply = { output: unknown } | { failure: string }

type Parts = Iterable<unknown> | AsyncIterable<unknown>

interface ProcessLimits {
  /** Seconds for one answer, counted from when the process has started. */
  seconds: number
  /** Megabytes of the JavaScript heap. */
  memory?: number
  /** Seconds that an idle process waits for another question; by default that of `allProcesses`. */
  idleSeconds?: number
  /** The nice value: how far the process yields the processor to the server. */
  nice?: number
}

/**
 * Settings of all processes: the seconds that one may be idle unless its runner says otherwise (with 0, each question has
 * a process of its own), and whether they yield the processor. While the demo is loaded, and in tests, many small
 * questions follow one another, so that the processes stay; those of tests do not yield either.
 */
export const allProcesses = { idleSeconds: 0, isYielding: true }

/**
 * Makes a function that runs work in its own process, which has none of our secrets and is killed when it takes too
 * long. The work gets the parts of its input as one list; they are read one by one, as fast as the process accepts
 * them. It returns undefined when the process was killed for its time or memory. It throws what reading the parts
 * throws, and an Error when the work throws.
 */
export function processRunner<Run extends (parts: never[]) => unknown>(
  work: Work,
  { seconds, idleSeconds, ...options }: ProcessLimits,
) {
  const idle = new Set<IsolatedProcess>()
  return async function run(
    parts: Iterable<Parameters<Run>[0][number]> | AsyncIterable<Parameters<Run>[0][number]>,
    limits = { seconds },
  ): Promise<Awaited<ReturnType<Run>> | undefined> {
    const [reused] = idle
    if (reused) idle.delete(reused)
    const child = reused ?? new IsolatedProcess(work, options, () => idle.delete(child))
    let reply: Reply | undefined
    try {
      reply = await child.ask(parts, limits.seconds)
    } finally {
      const rest = idleSeconds ?? allProcesses.idleSeconds
      if (reply && rest) idle.add(child.rest(rest))
      else child.kill()
    }
    if (reply && 'failure' in reply) throw new Error(`${work.name} failed: ${reply.failure}`)
    return reply?.output as Awaited<ReturnType<Run>> | undefined
  }
}

/** Seconds for a process to start on a busy machine. */
const secondsToBegin = 60

/** A child process that answers one question at a time. */
class IsolatedProcess {
  readonly #child: ChildProcess
  readonly #onEnd: () => void
  readonly #beginning: Promise<Answer | undefined>
  #next: PromiseWithResolvers<Answer | undefined> = Promise.withResolvers()
  #hasEnded = false
  #idle: NodeJS.Timeout | undefined

  constructor(
    { file, name }: Work,
    { memory, nice = 10 }: Pick<ProcessLimits, 'memory' | 'nice'>,
    onEnd: () => void,
  ) {
    this.#onEnd = onEnd
    const priority = String(allProcesses.isYielding ? nice : 0)
    this.#child = fork(new URL('./isolated-process.ts', import.meta.url), [file.href, name, priority], {
      serialization: 'advanced',
      execArgv: memory ? [`--max-old-space-size=${memory}`] : [],
      env: isolatedEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (answer: Answer) => this.#next.resolve(answer))
    this.#child.on('error', (error) => this.#next.reject(error))
    this.#child.once('exit', (code, signal) => {
      this.#hasEnded = true
      onEnd()
      // A signal means that we or the system killed it for its time or memory. V8 itself aborts, which a shell reports
      // as 134.
      if (signal || code === 134) this.#next.resolve(undefined)
      else this.#next.reject(new Error(`The process of ${name} ended with ${code}`))
    })
    this.#beginning = this.#within(secondsToBegin, this.#next.promise)
  }

  /** Answers a question; undefined when the process was killed first. */
  async ask(parts: Parts, seconds: number): Promise<Reply | undefined> {
    clearTimeout(this.#idle)
    this.#child.ref()
    this.#child.channel?.ref()
    const begun = await this.#beginning
    if (!begun) throw new Error('A process did not begin')
    if ('failure' in begun) return begun
    if (this.#hasEnded) return undefined
    this.#next = Promise.withResolvers()
    const answer = this.#next.promise as Promise<Reply | undefined>
    return this.#within(
      seconds,
      Promise.race([this.#send(parts), answer]).then(() => answer),
    )
  }

  /** Waits until each part is sent, so that only one at a time is in memory here. */
  async #send(parts: Parts) {
    const send = promisify<Question, void>((question, done) => this.#child.send(question, done))
    for await (const part of parts) {
      if (!this.#child.connected) return
      // The answer reports that the process has ended.
      await send({ part }).catch(() => undefined)
    }
    if (this.#child.connected) await send({ isAll: true }).catch(() => undefined)
  }

  #within<Value>(seconds: number, value: Promise<Value>): Promise<Value> {
    const late = setTimeout(() => this.kill(), seconds * 1000)
    return value.finally(() => clearTimeout(late))
  }

  /** Waits for the next question without keeping the server alive, and kills the process when none comes. */
  rest(seconds: number): this {
    this.#child.unref()
    this.#child.channel?.unref()
    this.#idle = setTimeout(() => this.kill(), seconds * 1000).unref()
    return this
  }

  kill() {
    // Its exit comes later, and nobody may ask it meanwhile.
    this.#onEnd()
    this.#child.kill('SIGKILL')
  }
}

/**
 * The environment of a process or thread for untrusted files: no secret, and the folder of compiled code, if there is
 * one.
 */
export function isolatedEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir()
  return cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {}
}
