import { setTimeout as sleep } from 'node:timers/promises'

import { ProblemError } from '#contract/kit/problem.ts'
import type { RunnerMachine, RunTask, SeenRun } from '#contract/projects/runners.ts'

import type { runProject } from './run.ts'
import { isLost, type Shop } from './shop.ts'

/** Seconds: between two questions for work, between two looks at a machine that lacks something, between signs of life. */
const pauses = { claim: 5, lacks: 60, alive: 15 }
/** For how long a call is repeated while the shop does not answer, in seconds. */
const patience = 45

export interface Runner {
  shop: Shop
  lookAtMachine: () => Promise<RunnerMachine>
  run: typeof runProject
  log: (line: string) => void
  /** Ends the runner. */
  signal: AbortSignal
}

/** Takes runs from the shop, one after another, until it is told to end. */
export async function serveRuns({ shop, lookAtMachine, run, log, signal }: Runner): Promise<void> {
  let machine = await lookAtMachine()
  for (const sentence of machine.lacks) log(sentence)
  while (!signal.aborted) {
    const task = await claim(shop, machine, log)
    if (task) {
      const { machineError } = await serveRun(task, { shop, machine, run, log, signal })
      if (machineError) machine = await lookAtMachine()
      continue
    }
    const isLacking = machine.lacks.length > 0
    await pause(isLacking ? pauses.lacks : pauses.claim, signal)
    if (isLacking) machine = await lookAtMachine()
  }
}

async function claim(shop: Shop, machine: RunnerMachine, log: Runner['log']): Promise<RunTask | null> {
  try {
    return (await shop.runners.claim({ body: machine })).run
  } catch (error) {
    log(`Nothing was claimed: ${messageOf(error)}`)
    return null
  }
}

interface Serving extends Pick<Runner, 'shop' | 'run' | 'log' | 'signal'> {
  machine: RunnerMachine
}

/** Does one run. It is stopped when the shop says that it was lost; what does not end is given to another runner. */
async function serveRun(task: RunTask, { shop, machine, run, log, signal }: Serving) {
  const ours = new AbortController()
  const stop = () => ours.abort(signal.reason)
  signal.addEventListener('abort', stop)
  const life = setInterval(async () => {
    try {
      await shop.runners.alive({ params: { id: task.id } })
    } catch (error) {
      if (isLost(error)) ours.abort(error)
    }
  }, pauses.alive * 1000)
  try {
    const seen = await run(task, {
      versions: machine,
      files: () => shop.files(task.id),
      onPage: async (page, picture) => {
        try {
          await persist(() => shop.addPage(task.id, page, picture), ours.signal)
        } catch (error) {
          if (isLost(error) || !isRefused(error)) throw error
          log(`${task.id}: a page was refused: ${messageOf(error)}`)
        }
      },
      signal: ours.signal,
    })
    await persist(() => shop.runners.end({ params: { id: task.id }, body: seen }), ours.signal)
    log(`${task.id}: ${summaryOf(seen)}`)
    return { machineError: seen.machineError }
  } catch (error) {
    log(`${task.id} was given up: ${messageOf(error)}`)
    return { machineError: ours.signal.aborted ? null : messageOf(error) }
  } finally {
    clearInterval(life)
    signal.removeEventListener('abort', stop)
  }
}

/** Repeats a call while the shop does not answer, such as at an update. What it refuses is not repeated. */
async function persist<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const end = Date.now() + patience * 1000
  for (;;)
    try {
      return await call()
    } catch (error) {
      if (isRefused(error) || Date.now() > end) throw error
      await pause(2, signal)
      signal.throwIfAborted()
    }
}

const isRefused = (error: unknown) => error instanceof ProblemError && error.status < 500

const pause = (seconds: number, signal: AbortSignal) =>
  sleep(seconds * 1000, undefined, { signal }).catch(() => {})

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const summaryOf = ({ error, machineError, tables, seconds, mebibytes }: SeenRun) =>
  `${machineError ?? error ?? `${tables} tables`}, ${seconds} s, ${mebibytes} MiB`
