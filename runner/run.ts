import { rmSync, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { runLimits, type RunTask, type SeenPage, type SeenRun } from '#contract/projects/runners.ts'

import { type Box, openBox } from './box/box.ts'
import { inMemory, readOnly } from './box/view.ts'
import { type Heard, readEnd, readLine, readPage, readPicture, readSignIn, readStarted } from './heard.ts'
import { emptyDatabase, makeScratch } from './home.ts'
import { kinds } from './inside/kinds.ts'
import type { Given, Plan, Started } from './inside/lines.ts'
import { chromium, inside, standIns } from './machine.ts'
import { type Relay, startRelay } from './relay.ts'
import { plain } from './texts.ts'

const mebibyte = 1024 * 1024

/** The limits of the two sandboxes. */
const limits = {
  project: { memory: 1024 * mebibyte, processes: 120, output: { bytes: mebibyte, line: mebibyte } },
  browser: {
    memory: 1536 * mebibyte,
    processes: 300,
    output: { bytes: runLimits.bytes, line: runLimits.picture.bytes * 1.4 + 64 * 1024 },
  },
}

/**
 * The seconds that a sandbox may take to begin, files to come, and a project to start, and that pages are looked at;
 * `rest`: until the browser has said the last of it. With two sandboxes five minutes.
 */
const seconds = { begin: 30, files: 40, start: 100, look: 75, rest: 25 }

interface Options {
  versions: { php: string | null; mariadb: string | null }
  /** Opens the files of the task, as a ZIP. */
  files: () => Promise<Readable>
  /** Takes a page as soon as it was seen. */
  onPage: (page: SeenPage, picture: Buffer | undefined) => Promise<void>
  /** Ends the run: it throws the reason then. */
  signal: AbortSignal
  /** For how many seconds its pages are looked at. */
  look?: number
}

/**
 * Runs a project in two sandboxes and returns what was seen. A project has every right of its own: a browser in there
 * would paint what the project wants. So its sandbox is heard once, before a page is asked for, and then only the
 * browser's, which reaches it through a relay.
 */
export async function runProject(task: RunTask, options: Options): Promise<SeenRun> {
  const began = Date.now()
  const { hasDatabase, hasPhp, hasPages } = kinds[task.kind]
  const seen: SeenRun = {
    error: null,
    machineError: null,
    php: hasPhp ? options.versions.php : null,
    mariadb: hasDatabase ? options.versions.mariadb : null,
    dumps: [],
    tables: 0,
    signIns: [],
    standIns: [],
    outside: [],
    otherCase: [],
    seconds: 0,
    mebibytes: 0,
  }
  const scratch = makeScratch()
  const relay = await startRelay(scratch)
  let bytes = 0
  try {
    const database = hasDatabase ? emptyDatabase(options.versions.mariadb ?? '') : undefined
    const project = openProject({ scratch, relay, database })
    try {
      const started = await startProject(project, task, options)
      if ('started' in started) {
        const { dumps, tables, otherCase } = started.started
        Object.assign(seen, { dumps, tables, otherCase })
        if (hasPages) bytes += await look({ task, started: started.started, options, scratch, relay, seen })
      } else Object.assign(seen, started)
    } finally {
      bytes += await project.stop()
    }
  } finally {
    relay.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
  options.signal.throwIfAborted()
  return {
    ...seen,
    seconds: Math.round((Date.now() - began) / 100) / 10,
    mebibytes: Math.round(bytes / mebibyte),
  }
}

/** The command of a program that runs in sandboxes. */
const program = (name: string, ...args: string[]) => [
  '/runner/node',
  '--no-warnings',
  `/runner/inside/${name}.ts`,
  ...args,
]
const programs = [...readOnly(process.execPath, '/runner/node'), ...readOnly(inside, '/runner/inside')]

function openProject({
  scratch,
  relay,
  database,
}: {
  scratch: string
  relay: Relay
  database?: string | undefined
}) {
  return openBox({
    name: 'project',
    ...limits.project,
    scratch,
    command: program('serve'),
    mounts: [
      ...programs,
      ...inMemory(512 * mebibyte, '/project'),
      ...(database ? [...inMemory(400 * mebibyte, '/data'), ...readOnly(database, '/empty-database')] : []),
      ...readOnly(relay.project, '/link'),
    ],
  })
}

type StartedOrNot = { started: Started } | Partial<Pick<SeenRun, 'error' | 'machineError'>>

/** Hands the project over and waits until it is served. */
async function startProject(project: Box, task: RunTask, options: Options): Promise<StartedOrNot> {
  const { id: _, signIns: __, ...rest } = task
  const given: Given = rest
  const line = async (most: number) =>
    readLine((await within(most, project.lines.next(), options.signal))?.value)
  project.input.write(`${JSON.stringify(given)}\n`)
  if ((await line(seconds.begin)) === undefined)
    return { machineError: plain(`The sandbox did not start: ${project.errors()}`, 300) }
  const failure = await within(seconds.files, send(project, options), options.signal)
  if (failure !== null)
    return { machineError: plain(`The files did not come: ${failure ?? 'too slow'}`, 300) }
  const said = await line(seconds.start)
  // Whatever comes later may be the project's own words.
  void ignore(project.lines)
  if (typeof said?.machineError === 'string') return { machineError: plain(said.machineError, 300) }
  const started = said?.started as Heard | undefined
  if (!started) return { error: `It did not start within ${seconds.start} seconds and 1 GB of memory.` }
  return { started: readStarted(started) }
}

/** Sends the files of a project into its sandbox. Returns what kept them from coming; null where nothing did. */
async function send({ input }: Box, { files, signal }: Options): Promise<string | null> {
  let failure: Error | undefined
  try {
    const zip = await files()
    zip.once('error', (error) => (failure ??= error))
    // A sandbox that ended stops reading; what it said tells why.
    await pipeline(zip, input, { signal }).catch(() => {})
  } catch (error) {
    failure = error as Error
  }
  return failure?.message ?? null
}

/** Looks at the pages of a project that is served. Returns the most memory of the browser's sandbox, in bytes. */
async function look({
  task,
  started,
  options,
  scratch,
  relay,
  seen,
}: {
  task: RunTask
  started: Started
  options: Options
  scratch: string
  relay: Relay
  seen: SeenRun
}): Promise<number> {
  const forLook = options.look ?? seconds.look
  const plan: Plan = {
    start: started.start,
    forms: started.forms,
    signIns: [...task.signIns.map((signIn) => ({ ...signIn, from: '' })), ...started.signIns],
    seconds: forLook,
  }
  const browser = openBox({
    name: 'browser',
    ...limits.browser,
    scratch,
    command: program('look', chromium() ?? ''),
    mounts: [
      ...programs,
      ...readOnly(relay.browser, '/link'),
      ...(existsSync(standIns) ? readOnly(standIns, '/stand-ins') : []),
    ],
  })
  let bytes = 0
  let hearing: Promise<void> | undefined
  try {
    browser.input.end(`${JSON.stringify(plan)}\n`)
    const first = await within(seconds.begin, browser.lines.next(), options.signal)
    if (readLine(first?.value) === undefined)
      seen.machineError = plain(`The browser did not start: ${browser.errors()}`, 300)
    else {
      hearing = hear(browser.lines, seen, options.onPage)
      await within(forLook + seconds.rest, hearing, options.signal)
    }
  } finally {
    bytes = await browser.stop()
    // What it said until now may still be on its way to the shop.
    await hearing?.catch(() => {})
  }
  return bytes
}

/** Hears what the browser's sandbox says until it ends. */
async function hear(lines: Box['lines'], seen: SeenRun, onPage: Options['onPage']) {
  let pages = 0
  for await (const line of lines) {
    const said = readLine(line) ?? {}
    if (said.page && pages++ < runLimits.pages) await onPage(readPage(said.page), readPicture(said.picture))
    if (said.signIn && seen.signIns.length < runLimits.signIns) seen.signIns.push(readSignIn(said.signIn))
    if (!said.end) continue
    const { standIns, outside, otherCase } = readEnd(said.end)
    const all = new Set([...seen.otherCase, ...otherCase])
    Object.assign(seen, { standIns, outside, otherCase: [...all].slice(0, 20) })
    return
  }
}

async function ignore(lines: Box['lines']) {
  for await (const line of lines) void line
}

/** Waits for something, but no longer than these seconds. Throws the reason when the run is ended. */
async function within<Result>(
  most: number,
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const waiting = new AbortController()
  const stop = () => waiting.abort()
  signal.addEventListener('abort', stop)
  const timer = sleep(most * 1000, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined)
  try {
    const result = await Promise.race([work, timer])
    signal.throwIfAborted()
    return result
  } finally {
    stop()
    signal.removeEventListener('abort', stop)
  }
}
