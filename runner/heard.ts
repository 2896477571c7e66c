import { runLimits, type SeenPage, type SeenRun } from '#contract/projects/runners.ts'

import type { SignIn, Started } from './inside/lines.ts'
import { count, listOf, localAddress, plain, plainLines } from './texts.ts'

/** A line of a sandbox: an object of which nothing is known; undefined for anything else. */
export type Heard = Record<string, unknown>

/** The most values in a line. A picture is one of them; brackets alone take fifty times the memory of their line. */
const mostValues = 50_000

/** Reads a line of a sandbox. A stranger may have written it: what it holds is read field by field. */
export function readLine(line: string | void): Heard | undefined {
  if (line === undefined || hasMoreValues(line, mostValues)) return undefined
  try {
    return objectOf(JSON.parse(line))
  } catch {
    return undefined
  }
}

/** Tells whether a line may have more values than this: each but the first follows one of three signs. */
function hasMoreValues(line: string, most: number): boolean {
  let count = 0
  for (const sign of ['[', '{', ','])
    for (let at = line.indexOf(sign); at >= 0; at = line.indexOf(sign, at + 1))
      if (++count > most) return true
  return false
}

const objectOf = (value: unknown): Heard | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Heard) : undefined

/** Reads what the project's sandbox says once. */
export function readStarted(said: Heard): Started {
  return {
    dumps: listOf(said.dumps, runLimits.dumps).map(readDump),
    tables: count(said.tables, 10_000),
    start: localAddress(said.start),
    forms: listOf(said.forms, 4).map(localAddress),
    signIns: listOf(said.signIns, 7).map(readAccount),
    otherCase: plainLines(said.otherCase, 20, 500),
  }
}

function readDump(said: unknown): SeenRun['dumps'][number] {
  const { path, statements, tables, failed } = objectOf(said) ?? {}
  return {
    path: plain(path, 1000),
    statements: count(statements, 10_000_000),
    tables: count(tables, 10_000),
    failed: listOf(failed, runLimits.failedStatements).map((one) => {
      const { code, line, error } = objectOf(one) ?? {}
      return { code: count(code, 100_000), line: count(line, 100_000_000), error: plain(error, 300) }
    }),
  }
}

function readAccount(said: unknown): SignIn {
  const { user, password, from } = objectOf(said) ?? {}
  // An empty origin is that of the task's own.
  return {
    role: '',
    user: plain(user, 100),
    password: plain(password, 100),
    from: plain(from, 200) || 'the files',
  }
}

/** Reads a page that the browser's sandbox has seen. */
export function readPage(said: unknown): SeenPage {
  const { asked, url, status, title, after, problems, isBroken, dialogs } = objectOf(said) ?? {}
  return {
    asked: localAddress(asked),
    url: localAddress(url),
    status: count(status, 999),
    title: plain(title, 200),
    after: plain(after, 100),
    problems: plainLines(problems, runLimits.problems, 300),
    isBroken: isBroken !== false,
    dialogs: plainLines(dialogs, runLimits.problems, 300),
  }
}

/** Reads a picture: a PNG of the size that pictures have. Anything else is none. */
export function readPicture(said: unknown): Buffer | undefined {
  const { width, height, bytes: most } = runLimits.picture
  if (typeof said !== 'string' || said.length > most * 1.4) return undefined
  const bytes = Buffer.from(said, 'base64')
  const isPicture =
    bytes.length > 33 &&
    bytes.length <= most &&
    bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' &&
    bytes.readUInt32BE(16) === width &&
    bytes.readUInt32BE(20) === height
  return isPicture ? bytes : undefined
}

/** Reads a sign-in that the browser's sandbox has tried. */
export function readSignIn(said: unknown): SeenRun['signIns'][number] {
  const { form, user, from, worked, problem } = objectOf(said) ?? {}
  return {
    form: localAddress(form),
    user: plain(user, 100),
    from: plain(from, 200),
    worked: worked === true,
    problem: plain(problem, 300),
  }
}

/** Reads what the browser's sandbox says at its end. */
export function readEnd(said: unknown): Pick<SeenRun, 'standIns' | 'outside' | 'otherCase'> {
  const { standIns, outside, otherCase } = objectOf(said) ?? {}
  return {
    standIns: plainLines(standIns, 40, 60),
    outside: plainLines(outside, 40, 200),
    otherCase: plainLines(otherCase, 20, 500),
  }
}
