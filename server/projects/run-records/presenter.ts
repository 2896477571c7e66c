import { isoTime } from '#contract/kit/format.ts'
import { notTriedReason } from '#contract/projects/run-sentence.ts'
import type { OwnRunRecord, RunPage, RunRecord } from '#contract/projects/runs.ts'

import { addressOf } from './pictures.ts'
import type { RecordRow } from './record-queries.ts'

/**
 * Presents a run record as everybody sees it who sees the project: without what nobody has let them see. `pass`: the end
 * of the addresses of its pictures, of a release that is not on sale.
 */
export function toRunRecord(row: RecordRow, pass = ''): RunRecord {
  const pages = row.pages.filter(({ seen }) => seen.after === '' || row.behindShownAt !== null)
  const run = present(row, { pages, pass })
  return {
    ...run,
    reason: withoutRows(run.reason),
    pages: run.pages.map((page) => ({ ...page, problems: page.problems.map(withoutRows) })),
    failedStatements: run.failedStatements.map((one) => ({ ...one, error: withoutRows(one.error) })),
  }
}

/** A message of a database without what it quotes from the rows of its tables, which may be about people. */
const withoutRows = (message: string) =>
  message.replace(/((?:Duplicate entry|value:|near) ')[^]*?'(?= for | at |[).]|$)/g, "$1…'")

/** Presents a run record as its owner and staff see it; `pass`: the end of the addresses of its pictures. */
export function toOwnRunRecord(row: RecordRow, pass: string): OwnRunRecord {
  const { seen, shownAt, behindShownAt, decidedAt, outcome, machineFailed } = row
  const hasBehind = row.pages.some((page) => page.seen.after !== '')
  const isShown = shownAt !== null
  const isBehindShown = hasBehind ? behindShownAt !== null && isShown : isShown
  return {
    ...present(row, { pages: row.pages, pass }),
    cause: row.cause,
    askedAt: isoTime(row.askedAt)!,
    startAt: row.startAt,
    isShown,
    isBehindShown,
    waitsForStaff:
      decidedAt === null && !machineFailed && outcome !== 'not_tried' && !(isShown && isBehindShown),
    machineFailed,
    seconds: seen?.seconds ?? null,
    mebibytes: seen?.mebibytes ?? null,
    triedSignIns: (seen?.signIns ?? []).map(({ user, form, from, worked, problem }) => ({
      role: roleOf(user, row),
      user,
      path: pathOf(form),
      from,
      worked,
      problem,
    })),
  }
}

function present(row: RecordRow, { pages, pass }: { pages: RecordRow['pages']; pass: string }): RunRecord {
  const { id, outcome, seen, kind, machineFailed } = row
  const dumps = seen?.dumps ?? []
  const isNotTried = outcome === 'not_tried'
  return {
    _id: id,
    outcome,
    reason: machineFailed ? 'Our machine failed.' : isNotTried ? notTriedReason(row.reason) : row.reason,
    advice: row.advice,
    kind,
    what: isNotTried && !machineFailed ? row.reason : '',
    runtime: runtimeOf(row),
    ranAt: isoTime(row.endedAt)!,
    release: row.release,
    statements: {
      run: dumps.reduce((sum, { statements }) => sum + statements, 0),
      failed: dumps.reduce((sum, { failed }) => sum + failed.length, 0),
    },
    tables: seen?.tables ?? 0,
    pages: pages.map(({ seen: page, picture }): RunPage => ({
      title: page.title,
      path: pathOf(page.url),
      status: page.status,
      broken: page.isBroken,
      after: page.after && roleOf(page.after, row),
      problems: page.problems,
      picture:
        picture === null
          ? null
          : {
              url: addressOf(picture, '1280.webp') + pass,
              smallUrl: addressOf(picture, '640.webp') + pass,
            },
    })),
    signIns: (seen?.signIns ?? []).map(({ user, worked }) => ({ role: roleOf(user, row), worked })),
    failedStatements: dumps.flatMap(({ path, failed }) =>
      failed.map(({ line, error }) => ({ file: path, line, error })),
    ),
    standIns: seen?.standIns ?? [],
    outside: seen?.outside ?? [],
    otherCase: seen?.otherCase ?? [],
    ownerNote: outcome === 'failed' ? row.ownerNote : null,
  }
}

/** 'PHP 8.2 and MariaDB 10.11': what the kind uses, by its version as people name it. */
function runtimeOf({ kind, seen }: Pick<RecordRow, 'kind' | 'seen'>): string {
  const named = (name: string, version: string | null | undefined) =>
    version ? `${name} ${version.split('.').slice(0, 2).join('.')}` : ''
  const php = kind === 'php' || kind === 'php-mysql' ? named('PHP', seen?.php) : ''
  const mariadb = kind === 'sql' || kind === 'php-mysql' ? named('MariaDB', seen?.mariadb) : ''
  return [php, mariadb].filter(Boolean).join(' and ')
}

/**
 * The role of a user: as the listing names it, or the user where it is the name of a role. Whoever else signed in may be a
 * person, whose name is told to nobody.
 */
function roleOf(user: string, { seen }: Pick<RecordRow, 'seen'>): string {
  const role = seen && Object.hasOwn(seen.roles, user) ? seen.roles[user] : undefined
  if (role) return role
  const [name = ''] = user.toLowerCase().split('@')
  return roleNames.test(name) ? name.replace(/[\d._-]+$/, '') || name : 'a user'
}

const roleNames =
  /^(?:super|sys)?[._-]?(?:admin(?:istrator)?|user|test|demo|guest|student|teacher|faculty|staff|doctor|patient|manager|customer|librarian|employee|owner|root)[._-]?\d{0,4}$/

const pathOf = (address: string) => address.replace(/^http:\/\/localhost/, '') || '/'
