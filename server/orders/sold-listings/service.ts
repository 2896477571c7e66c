import { v7 as uuid } from 'uuid'

import { rupeesOf } from '#contract/amounts.ts'
import type { BoughtListing, SoldListing } from '#contract/orders/bought-listing.ts'
import { licenceTerms, ownLicenceTerms } from '#contract/orders/terms.ts'

import type { Connection, Found } from '../../platform/database/connection.ts'
import { emptyStates, keepStates, listingsNow, statesOf } from './queries.ts'

/** Days in which a buyer or their bank may come back to a purchase: gateways return money for six months. */
const disputableDays = 180

/** Keeps what the pages of these projects say now; answers by project under which id. The caller holds their rows. */
export async function keepListings(trx: Connection, projectIds: string[]): Promise<Map<string, string>> {
  const listings = await listingsNow(trx, [...new Set(projectIds)], licenceTerms)
  const known = listings.flatMap(({ projectId, id }) => (id ? [[projectId, id] as const] : []))
  const unknown = listings.filter(({ id }) => id === null)
  if (unknown.length === 0) return new Map(known)
  const states = unknown.map((state) => ({ ...state, id: uuid(), licence: licenceTerms }))
  return new Map([...known, ...(await keepStates(trx, states))])
}

/** What these orders are of, as it was when they were made, by order; those made before that was kept are left out. */
export async function boughtListings(
  connection: Connection,
  orderIds: string[],
): Promise<Map<string, BoughtListing>> {
  if (orderIds.length === 0) return new Map()
  const states = await statesOf(connection, orderIds)
  return new Map(states.map((state) => [state.id, toBoughtListing(state)]))
}

/** Empties what owners who have deleted their accounts wrote, once nobody can come back to a purchase of it. */
export const emptyOldListings = (connection: Connection): Promise<void> =>
  emptyStates(connection, disputableDays)

type StateRow = Found<typeof statesOf>[number]

/** What a project's page said when it was ordered. The owner's own licence is for the source alone. */
function toBoughtListing(row: StateRow): BoughtListing {
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
