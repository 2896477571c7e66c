import { type OwnersReason, reasonIn, type RunContext } from '#contract/projects/causes/in-runs.ts'
import type { RunKind, SeenPage, SeenRun } from '#contract/projects/runners.ts'
import type { RunOutcome } from '#contract/projects/runs.ts'
import type { SetUp } from '#contract/projects/set-up.ts'

import type { CheckedFinding } from '../findings/check/check.ts'

/**
 * The version of our rules: of the kinds, of what a run means, and of what runners do. Raise it with every change that
 * gives other records, so that what is on sale is run again.
 */
export const rulesVersion = 1

interface Seen {
  kind: RunKind
  run: SeenRun
  pages: readonly SeenPage[]
  context: RunContext
}

/** Decides what a run came to: whether it ran, or why not in words that its owner understands. */
export function outcomeOf({ kind, run, pages, context }: Seen): OwnersReason & { outcome: RunOutcome } {
  const message = kind === 'sql' ? ofDump(run) : ofPages(kind, run, pages)
  if (message === undefined) return { outcome: 'ran', reason: '', advice: '' }
  return { outcome: 'failed', ...(typeof message === 'string' ? reasonIn(message, context) : message) }
}

/** Why a dump makes no tables; undefined when it makes some. */
function ofDump({ error, tables, dumps }: SeenRun): string | OwnersReason | undefined {
  if (tables > 0) return undefined
  const failed = dumps.flatMap((dump) => dump.failed)[0]
  return (
    failed?.error ??
    error ?? { reason: 'The dump makes no tables.', advice: 'Export the tables too, not only the database.' }
  )
}

/** Why a project with pages did not run; undefined when it did. */
function ofPages(kind: RunKind, run: SeenRun, pages: readonly SeenPage[]): string | OwnersReason | undefined {
  const [first] = pages
  const broken = pages.filter(({ isBroken }) => isBroken)
  const signedIn = run.signIns.some(({ worked }) => worked)
  if (run.error !== null) return run.error
  if (!first) return noPage
  if (first.isBroken) return problemOf(first)
  if (kind === 'php-mysql' && run.tables === 0 && !signedIn) return broken[0]?.problems[0] ?? noTables
  const behind = run.signIns.find(({ problem }) => problem !== '')
  if (behind && !signedIn) return behind.problem
  if (broken.length * 2 > pages.length) return broken[0]!.problems[0] ?? mostlyBroken
  return undefined
}

function problemOf({ problems: [problem], status }: SeenPage): string | OwnersReason {
  if (problem !== undefined) return problem
  if (status >= 400)
    return {
      reason: `The first page answers ${status}.`,
      advice: 'Say which page is opened first, with Start At.',
    }
  return {
    reason: 'The first page is empty.',
    advice:
      'Say which page is opened first, with Start At. If it is this one, look into the error log of PHP.',
  }
}

const noPage = {
  reason: 'No page could be opened.',
  advice: 'Say which page is opened first, with Start At.',
}
const noTables = {
  reason: 'It needs a MySQL database, and the upload brings no dump with tables.',
  advice: 'Export the database in phpMyAdmin (Export, format SQL) and upload the file with the project.',
}
const mostlyBroken = {
  reason: 'More than half of its pages are empty or answer with an error.',
  advice: 'Open them on your own computer, and look into the error log of PHP.',
}

/**
 * What the check knows of a release, if it has not begun anew meanwhile, and what failed in its dumps, for the reason of a
 * run.
 */
export function contextOf(
  known: { setUp: SetUp; findings: readonly CheckedFinding[] } | undefined,
  { dumps }: Pick<SeenRun, 'dumps'>,
): RunContext {
  const [statement] = dumps.flatMap(({ path, failed }) =>
    failed.map(({ line, error }) => `${path}, line ${line}: ${error}`),
  )
  const { setUp, findings = [] } = known ?? {}
  const database = setUp?.connections.find((one) => one.system === 'mysql' && one.database)?.database
  return {
    removed: new Map(
      findings
        .filter(({ rule }) => rule === 'removed-php')
        .flatMap(({ message, file, line, places = 1, calls }) => {
          const [, name] = /^(\w+)\(\)/.exec(message) ?? []
          return name ? [[name, { calls, files: places, first: `${file}, line ${line ?? 1}` }] as const] : []
        }),
    ),
    scripts: (setUp?.dumps ?? []).map(({ path }) => path),
    failedStatement: statement,
    databaseAt: database ? `${database.file}, line ${database.line}` : undefined,
  }
}
