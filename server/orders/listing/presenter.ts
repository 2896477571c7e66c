import { rupeesOf } from '#contract/kit/money.ts'
import type { BoughtListing, SoldListing } from '#contract/orders/bought-listing.ts'
import { ownLicenceTerms } from '#contract/orders/terms.ts'

import type { Found } from '../../database/connection.ts'
import type { statesOf } from './queries.ts'

type StateRow = Found<typeof statesOf>[number]

/** What a project's page said when it was ordered. The owner's own licence is for the source alone. */
export function toBoughtListing(row: StateRow): BoughtListing {
  const ownLicence = row.kind === 'source' ? row.ownLicence : null
  return {
    title: row.title,
    price: rupeesOf(row.listPricePaise),
    orderedAt: row.createdAt.toISOString(),
    release: row.release,
    listing: row.listing as SoldListing | null,
    licence: ownLicence === null ? row.licence : ownLicenceTerms(ownLicence, row.release),
    ownLicence,
    refundPolicy: row.refundPolicy,
  }
}
