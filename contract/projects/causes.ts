import { otherPrograms } from './causes/other-programs.ts'
import { phpAndDatabases } from './causes/php-and-databases.ts'
import type { Names } from './causes/row.ts'
import type { SetUp } from './set-up.ts'

/** The most characters of a message that are read. */
export const maxMessage = 20_000

/** Why a program says what it says, and what to do. */
export interface Cause {
  id: string
  /** What the message names, such as a table; empty when it names nothing. */
  named: string
  cause: string
  advice: string
}

/**
 * Explains a message of a program: the causes that its text shows, at most three, the one that is named first before the
 * others. With the facts of a project the advice has its names.
 */
export function causesIn(message: string, facts?: SetUp | null): Cause[] {
  const text = message.slice(0, maxMessage)
  const names = namesOf(facts)
  return rows
    .flatMap(({ id, pattern, cause, advice }) => {
      const found = pattern.exec(text)
      if (!found) return []
      const named = found.slice(1).find((one) => one !== undefined) ?? ''
      return [{ id, named, cause: cause(named), advice: advice(named, names), at: found.index }]
    })
    .sort((one, other) => one.at - other.at)
    .slice(0, 3)
    .map(({ id, named, cause, advice }) => ({ id, named, cause, advice }))
}

function namesOf(facts: SetUp | null | undefined): Names {
  const connection =
    facts?.connections.find(({ system, database }) => system === 'mysql' && database !== null) ??
    facts?.connections[0]
  const at = (place: { file: string; line: number } | null | undefined) =>
    place ? `${place.file}, line ${place.line}` : undefined
  return {
    database: connection?.database?.name,
    databaseAt: at(connection?.database),
    signInAt: at(connection?.password ?? connection?.user),
    script: facts?.dumps.find(({ sameAs }) => sameAs === null)?.path,
    folder: facts?.folder?.name,
    requirements: facts?.install
      .map(({ line }) => /-r (\S+)$/.exec(line)?.[1])
      .find((one) => one !== undefined),
    root: facts?.root === '' ? undefined : facts?.root,
  }
}

const rows = [...phpAndDatabases, ...otherPrograms]

/** The table, for tests: each row with its example. */
export const causeExamples = rows.map(({ id, example }) => ({ id, example }))
