import { rupeesOf } from '#contract/kit/money.ts'
import type { BoughtListing, SoldListing } from '#contract/orders/bought-listing.ts'

import type { Found } from '../../database/connection.ts'
import type { statesOf } from './queries.ts'

type StateRow = Found<typeof statesOf>[number]

/** What a project's page said when it was ordered. */
export const toBoughtListing = (row: StateRow): BoughtListing => ({
  title: row.title,
  price: rupeesOf(row.listPricePaise),
  orderedAt: row.createdAt.toISOString(),
  release: row.release,
  listing: row.listing as SoldListing | null,
  licence: row.licence,
  refundPolicy: row.refundPolicy,
})
