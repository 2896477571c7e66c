import { paiseOf } from '#contract/kit/amounts.ts'
import { fieldProblem } from '#contract/kit/problem.ts'
import { holderOf, type TaxIds } from '#contract/money/tax-ids.ts'
import type { Settings } from '#contract/staff/settings.ts'

import type { Dependencies } from '../../dependencies.ts'
import { encryption } from '../../platform/crypto.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { readSettings } from '../../staff/settings/service.ts'
import { sumSales } from '../ledger/queries.ts'
import { financialYearPeriod } from '../ledger/service.ts'
import { noRates, type Rates } from '../ledger/shares.ts'
import { lockOwners, upsertTaxIds, taxIdsAt, type TaxIdsRow } from './queries.ts'

/**
 * Returns the rates withheld from an owner's sale at a price in paise: TDS, at a higher rate without a PAN, and at zero
 * for a person or family with a PAN as long as the sales of the financial year, including this one, do not exceed the
 * exemption; and TCS for an owner with a GSTIN, on the price without the tax that it includes. Both are zero while the
 * settings switch them off.
 */
export async function ratesFor(connection: Connection, ownerId: string, pricePaise: number): Promise<Rates> {
  const { tds, tcs, ratePercent } = await readSettings(connection, 'tax')
  if (!tds.on && !tcs.on) return noRates
  const ids = await taxIdsAt(connection, ownerId)
  return {
    tds: tds.on ? await tdsRateFor(connection, tds, { ownerId, pricePaise, ids }) : 0,
    ...(tcs.on && ids?.gstin
      ? { tcs: tcs.basisPoints, gst: Math.round(ratePercent * 100) }
      : { tcs: 0, gst: 0 }),
  }
}

interface TdsOf {
  ownerId: string
  pricePaise: number
  ids: TaxIdsRow | undefined
}

async function tdsRateFor(
  connection: Connection,
  tds: Settings['tax']['tds'],
  { ownerId, pricePaise, ids }: TdsOf,
): Promise<number> {
  if (!ids?.pan) return tds.basisPointsWithoutPan
  if (tds.exemptUpTo === 0 || !isExemptible(ids.panHolder)) return tds.basisPoints
  const sold = await sumSales(connection, ownerId, financialYearPeriod(new Date()))
  return sold + pricePaise <= paiseOf(tds.exemptUpTo) ? 0 : tds.basisPoints
}

/** Persons and Hindu undivided families (section 393(1), Income-tax Act, 2025). */
const isExemptible = (holder: string | null | undefined) => holder === 'P' || holder === 'H'

/**
 * Makes other deliveries of these owners' items wait for this transaction when the withheld tax depends on earlier
 * sales.
 */
export async function lockWithholding(trx: Connection, ownerIds: string[]): Promise<void> {
  const { tds } = await readSettings(trx, 'tax')
  if (tds.on && tds.exemptUpTo > 0) await lockOwners(trx, ownerIds)
}

/** The taxes withheld from a member as an owner, with the last four characters of their PAN and their GSTIN. */
export async function taxIdsOf(dependencies: Dependencies, memberId: string): Promise<TaxIds> {
  const { tds, tcs } = await readSettings(dependencies.db, 'tax')
  const ids = await fullTaxIdsOf(dependencies, memberId)
  return {
    tds: tds.on
      ? {
          rate: tds.basisPoints / 100,
          rateWithoutPan: tds.basisPointsWithoutPan / 100,
          section: tds.section,
          exemptUpTo: tds.exemptUpTo,
          isExemptible: isExemptible(ids.pan && holderOf(ids.pan)),
        }
      : null,
    tcs: tcs.on ? { rate: tcs.basisPoints / 100, section: tcs.section } : null,
    panEnding: ids.pan?.slice(-4) ?? null,
    gstin: ids.gstin,
  }
}

/** A member's decrypted PAN and GSTIN; for the member's own download of their data. */
export async function fullTaxIdsOf({ db, secret }: Dependencies, memberId: string) {
  const ids = await taxIdsAt(db, memberId)
  return {
    pan: ids?.pan ? pans(secret).decrypt(ids.pan, memberId) : null,
    gstin: ids?.gstin ?? null,
  }
}

/**
 * Saves a member's PAN, encrypted, and GSTIN; an empty one is deleted. Throws invalid_input when they belong to
 * different holders.
 */
export async function saveTaxIds(
  dependencies: Dependencies,
  memberId: string,
  wanted: { pan?: string | undefined; gstin?: string | undefined },
): Promise<void> {
  const { db, secret } = dependencies
  const known = await fullTaxIdsOf(dependencies, memberId)
  const pan = wanted.pan ?? known.pan
  const gstin = wanted.gstin ?? known.gstin
  // A GSTIN contains its holder's PAN after the two digits of the State code.
  if (pan && gstin && gstin.slice(2, 12) !== pan)
    throw fieldProblem('gstin', 'This GSTIN belongs to another PAN')
  await upsertTaxIds(db, memberId, {
    pan: pan ? pans(secret).encrypt(pan, memberId) : null,
    panHolder: pan ? holderOf(pan) : null,
    gstin: gstin || null,
  })
}

const pans = (secret: string) => encryption(secret, 'pan')
