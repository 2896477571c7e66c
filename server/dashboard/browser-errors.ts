import { plainMessage } from '#contract/plain-message.ts'

import type { Database } from '../platform/database/connection.ts'
import { countedBrowserErrors } from '../platform/metrics.ts'
import { countAttempt, countIfAllowed, type RateLimit } from '../platform/rate-limits/rate-limits.ts'
import {
  countAgain,
  countErrors,
  countOther,
  insertError,
  lockErrors,
  type SeenError,
} from './browser-error-queries.ts'

/** Different errors that are kept apart; more are counted together. */
const maxErrors = 500

/** What came of a report: it is the first of its kind, was seen before, or got no row of its own. */
type Outcome = 'new' | 'known' | 'other'

/** Counts an error that a browser met and answers it as it was stored, its message made plain, when it is the first of its kind; `client`: the network it came from. */
export async function recordError(
  db: Database,
  seen: SeenError,
  client: string,
): Promise<SeenError | undefined> {
  for (const limit of [ofClient(client), ofAll]) await countAttempt(db, limit)
  const error = { ...seen, message: plainMessage(seen.message) || 'Error' }
  const outcome = await outcomeOf(db, error, client)
  countedBrowserErrors.inc({ outcome })
  return outcome === 'new' ? error : undefined
}

async function outcomeOf(db: Database, error: SeenError, client: string): Promise<Outcome> {
  if (await countAgain(db, error)) return 'known'
  // Nobody fills the list alone.
  const mayAdd = await countIfAllowed(db, newOfClient(client))
  return db.transaction().execute(async (trx) => {
    await lockErrors(trx)
    if (await countAgain(trx, error)) return 'known'
    if (mayAdd && (await countErrors(trx)) < maxErrors) {
      await insertError(trx, error)
      return 'new'
    }
    await countOther(trx)
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

/** Name and major version of the browser that a User-Agent names, `Chrome 156`; 'Other' for one that is not known. */
export function browserOf(userAgent = ''): string {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return 'Other'
}

/** Those that call themselves by another's name too come before it. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\/(\d{1,4})/, 'Edge'],
  [/\bOPR\/(\d{1,4})/, 'Opera'],
  [/\bSamsungBrowser\/(\d{1,4})/, 'Samsung Internet'],
  [/\bUCBrowser\/(\d{1,4})/, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\/(\d{1,4})/, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\/(\d{1,4})/, 'Chrome'],
  [/\bVersion\/(\d{1,4})\S* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]
