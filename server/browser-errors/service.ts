import { plainMessage } from '#contract/browser-errors/plain-message.ts'

import type { Database } from '../database/connection.ts'
import { countedBrowserErrors } from '../metrics/registry.ts'
import { countAttempt, countIfAllowed, type RateLimit } from '../rate-limits/service.ts'
import { countAgain, countErrors, countOther, insertError, lockErrors, type SeenError } from './queries.ts'

export { newestErrors, otherErrors } from './queries.ts'

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
