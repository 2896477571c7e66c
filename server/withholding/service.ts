import type { TaxIds } from '#contract/accounts/tax-ids.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection } from '../database/connection.ts'
import { encryption } from '../encryption.ts'
import { noRates, type Rates } from '../ledger/service.ts'
import type { Parts } from '../parts.ts'
import { readSettings } from '../settings/service.ts'
import { storeTaxIds, taxIdsAt } from './queries.ts'

export { deleteTaxIds } from './queries.ts'

/**
 * What is held back from an owner's sales now: TDS of every one, more without a PAN, and TCS from who gave a GSTIN, of the
 * price without the tax that it includes. Nothing while the settings say so.
 */
export async function ratesFor(connection: Connection, ownerId: string): Promise<Rates> {
  const { tds, tcs, ratePercent } = await readSettings(connection, 'tax')
  if (!tds.on && !tcs.on) return noRates
  const ids = await taxIdsAt(connection, ownerId)
  return {
    tds: !tds.on ? 0 : ids?.pan ? tds.basisPoints : tds.basisPointsWithoutPan,
    ...(tcs.on && ids?.gstin
      ? { tcs: tcs.basisPoints, gst: Math.round(ratePercent * 100) }
      : { tcs: 0, gst: 0 }),
  }
}

/** What is held back from a member as an owner, and what they told us for that; of the PAN its end. */
export async function taxIdsOf({ db, secret }: IdParts, memberId: string): Promise<TaxIds> {
  const [{ tds, tcs }, ids] = [await readSettings(db, 'tax'), await fullTaxIdsOf({ db, secret }, memberId)]
  return {
    tds: tds.on
      ? {
          rate: tds.basisPoints / 100,
          rateWithoutPan: tds.basisPointsWithoutPan / 100,
          section: tds.section,
        }
      : null,
    tcs: tcs.on ? { rate: tcs.basisPoints / 100, section: tcs.section } : null,
    panEnding: ids.pan?.slice(-4) ?? null,
    gstin: ids.gstin,
  }
}

/** A member's PAN and GSTIN as they stand; for the member's own download of their data. */
export async function fullTaxIdsOf({ db, secret }: IdParts, memberId: string) {
  const ids = await taxIdsAt(db, memberId)
  return {
    pan: ids?.pan ? pans(secret).decrypt(ids.pan, memberId) : null,
    gstin: ids?.gstin ?? null,
  }
}

/** Keeps a member's PAN, encrypted, and GSTIN; an empty one is taken away. Throws invalid_input when they are of different holders. */
export async function saveTaxIds(
  { db, secret }: IdParts,
  memberId: string,
  wanted: { pan?: string | undefined; gstin?: string | undefined },
): Promise<void> {
  const known = await fullTaxIdsOf({ db, secret }, memberId)
  const pan = wanted.pan ?? known.pan
  const gstin = wanted.gstin ?? known.gstin
  // A GSTIN has its holder's PAN behind the code of the State.
  if (pan && gstin && gstin.slice(2, 12) !== pan) {
    const message = 'This GSTIN belongs to another PAN'
    throw new ProblemError('invalid_input', message, { errors: [message], fields: { gstin: message } })
  }
  await storeTaxIds(db, memberId, {
    pan: pan ? pans(secret).encrypt(pan, memberId) : null,
    gstin: gstin || null,
  })
}

type IdParts = Pick<Parts, 'db' | 'secret'>

const pans = (secret: string) => encryption(secret, 'pan')
