import { redactMessage } from '#contract/dashboard/redact-message.ts'

import type { Database } from '../platform/database/connection.ts'
import { countedBrowserErrors } from '../platform/metrics.ts'
import { countAttempt, countIfAllowed, type RateLimit } from '../platform/rate-limits/rate-limits.ts'
import {
  incrementError,
  countErrors,
  incrementOthers,
  insertError,
  lockErrors,
  type ReportedError,
} from './browser-error-queries.ts'

/** Maximum number of errors with a row of their own; others are counted together. */
const maxErrors = 500

/** The outcome of a report: the first of its kind, seen before, or counted in the shared row. */
type Outcome = 'new' | 'known' | 'other'

/**
 * Counts an error that a browser reported. Returns it as stored, with its message made plain, when it is the first of
 * its kind. `client` is the network that it came from. Throws too_many_requests.
 */
export async function recordError(
  db: Database,
  seen: ReportedError,
  client: string,
): Promise<ReportedError | undefined> {
  for (const limit of [ofClient(client), ofAll]) await countAttempt(db, limit)
  const error = { ...seen, message: redactMessage(seen.message) || 'Error' }
  const outcome = await outcomeOf(db, error, client)
  countedBrowserErrors.inc({ outcome })
  return outcome === 'new' ? error : undefined
}

async function outcomeOf(db: Database, error: ReportedError, client: string): Promise<Outcome> {
  if (await incrementError(db, error)) return 'known'
  // No client may fill the list alone.
  const mayAdd = await countIfAllowed(db, newOfClient(client))
  return db.transaction().execute(async (trx) => {
    await lockErrors(trx)
    if (await incrementError(trx, error)) return 'known'
    if (mayAdd && (await countErrors(trx)) < maxErrors) {
      await insertError(trx, error)
      return 'new'
    }
    await incrementOthers(trx)
    return 'other'
  })
}

const refusal = 'Enough errors were reported.'
const ofClient = (client: string): RateLimit => ({
  name: 'browser errors',
  subject: client,
  max: 100,
  seconds: 3600,
  refusal,
})
const ofAll: RateLimit = { name: 'all browser errors', subject: '', max: 3000, seconds: 3600, refusal }
const newOfClient = (client: string): RateLimit => ({
  name: 'new browser errors',
  subject: client,
  max: 20,
  seconds: 86_400,
  refusal,
})

/** Name and major version of the browser in a User-Agent, such as `Chrome 156`; 'Other' for an unknown one. */
export function browserOf(userAgent = ''): string {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return 'Other'
}

/** Patterns of browsers. A browser whose User-Agent contains another's name too comes before that one. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\/(\d{1,4})/, 'Edge'],
  [/\bOPR\/(\d{1,4})/, 'Opera'],
  [/\bSamsungBrowser\/(\d{1,4})/, 'Samsung Internet'],
  [/\bUCBrowser\/(\d{1,4})/, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\/(\d{1,4})/, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\/(\d{1,4})/, 'Chrome'],
  [/\bVersion\/(\d{1,4})\S* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]
