import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * The variables that PostgreSQL's programs get: those that find programs, and what Windows needs. A shell may have
 * others for another server, another machine's libraries or a language that this machine does not have.
 */
export const programVariables = (environment = process.env): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/**
 * Deletes what a shell says of another PostgreSQL, such as PGSSLMODE and PGOPTIONS, which every connection would
 * follow.
 */
export function forgetOtherServers(environment = process.env) {
  for (const name of Object.keys(environment)) if (/^PG[A-Z]+/.test(name)) delete environment[name]
}

/** Makes /tmp the folder of temporary files when a shell names one that is gone or may not be written to. */
export function requireTempFolder(environment = process.env) {
  try {
    accessSync(tmpdir(), constants.W_OK | constants.X_OK)
  } catch {
    environment.TMPDIR = '/tmp'
  }
}
