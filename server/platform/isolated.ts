import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

import { Piscina } from 'piscina'

/** An exported function of a file of ours. */
interface Work {
  file: URL
  name: string
}

/**
 * Makes a runner of a function in threads, for work on strangers' files that would hold up the event loop. The answer is
 * undefined when the work takes longer than these seconds, beginning included, or more than these megabytes or than the
 * stack. Throws what else the function throws.
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
    // A thread that breaks when its work was given up already; unheard it would end the server.
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

/** The messages from a process: that it has begun, then one answer for each question. */
export type Answer = { isReady: true } | Reply
type Reply = { output: unknown } | { failure: string }

type Parts = Iterable<unknown> | AsyncIterable<unknown>

interface ProcessLimits {
  /** Seconds for one answer, counted from when the process has begun. */
  seconds: number
  /** Megabytes of JavaScript's memory. */
  memory?: number
  /** Seconds that a process waits for another question; without, each question has a process of its own. */
  keptFor?: number
  /** How far it stands behind the server when both want the processor. */
  nice?: number
}

/**
 * Makes a runner of a function in a process of its own, which knows no secret of ours and is killed when it takes too long.
 * The function gets the parts of its input as one list; they are read one by one, as fast as the process takes them. The
 * answer is undefined when the process was killed, for its time or its memory. Throws what reading the parts throws, and
 * when the function throws.
 */
export function processRunner<Run extends (parts: never[]) => unknown>(
  work: Work,
  { seconds, keptFor, ...options }: ProcessLimits,
) {
  const resting = new Set<IsolatedProcess>()
  return async function run(
    parts: Iterable<Parameters<Run>[0][number]> | AsyncIterable<Parameters<Run>[0][number]>,
    limits = { seconds },
  ): Promise<Awaited<ReturnType<Run>> | undefined> {
    const [rested] = resting
    if (rested) resting.delete(rested)
    const child = rested ?? new IsolatedProcess(work, options, () => resting.delete(child))
    let reply: Reply | undefined
    try {
      reply = await child.ask(parts, limits.seconds)
    } finally {
      if (reply && keptFor) resting.add(child.rest(keptFor))
      else child.kill()
    }
    if (reply && 'failure' in reply) throw new Error(`${work.name} failed: ${reply.failure}`)
    return reply?.output as Awaited<ReturnType<Run>> | undefined
  }
}

/** Seconds for a process to begin, on a machine that has much else to do. */
const secondsToBegin = 60

/** Answers one question at a time. */
class IsolatedProcess {
  readonly #child: ChildProcess
  readonly #beginning: Promise<Answer | undefined>
  #next: PromiseWithResolvers<Answer | undefined> = Promise.withResolvers()
  #hasEnded = false
  #resting: NodeJS.Timeout | undefined

  constructor(
    { file, name }: Work,
    { memory, nice = 10 }: Pick<ProcessLimits, 'memory' | 'nice'>,
    onEnd: () => void,
  ) {
    this.#child = fork(new URL('./isolated-process.ts', import.meta.url), [file.href, name, String(nice)], {
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
      // A signal: killed for its time or memory, by us or by the system. V8 itself aborts, which a shell reports as 134.
      if (signal || code === 134) this.#next.resolve(undefined)
      else this.#next.reject(new Error(`The process of ${name} ended with ${code}`))
    })
    this.#beginning = this.#within(secondsToBegin, this.#next.promise)
  }

  /** Undefined when the process was killed first. */
  async ask(parts: Parts, seconds: number): Promise<Reply | undefined> {
    clearTimeout(this.#resting)
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

  /** Waits until each part has left, so that one at a time is in memory here. */
  async #send(parts: Parts) {
    const send = promisify<Question, void>((question, done) => this.#child.send(question, done))
    for await (const part of parts) {
      if (!this.#child.connected) return
      // That the process has ended is in its answer.
      await send({ part }).catch(() => undefined)
    }
    if (this.#child.connected) await send({ isAll: true }).catch(() => undefined)
  }

  #within<Value>(seconds: number, value: Promise<Value>): Promise<Value> {
    const late = setTimeout(() => this.kill(), seconds * 1000)
    return value.finally(() => clearTimeout(late))
  }

  /** Waits for the next question without keeping the server from ending, and ends when none comes. */
  rest(seconds: number): this {
    this.#child.unref()
    this.#child.channel?.unref()
    this.#resting = setTimeout(() => this.kill(), seconds * 1000).unref()
    return this
  }

  kill() {
    this.#child.kill('SIGKILL')
  }
}

/** The environment of a process or thread for strangers' files: no secret, and where compiled code lies, if anywhere. */
export function isolatedEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir()
  return { MALLOC_ARENA_MAX: '2', ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) }
}
