import { v7 as uuid } from 'uuid'

import { rupeesOf } from '#contract/kit/amounts.ts'
import type { BoughtListing, SoldListing } from '#contract/orders/bought-listing.ts'
import { licenceTerms, ownLicenceTerms } from '#contract/orders/terms.ts'

import type { Connection, Found } from '../../platform/database/connection.ts'
import { clearListings, insertListingVersions, presentListings, soldListingsOf } from './queries.ts'

/** The number of days within which a buyer or their bank may claim money back: gateways return money for six months. */
const disputableDays = 180

/** Stores the present listings of these projects; returns their ids by project. The caller has locked the projects. */
export async function storeListings(trx: Connection, projectIds: string[]): Promise<Map<string, string>> {
  const listings = await presentListings(trx, [...new Set(projectIds)], licenceTerms)
  const known = listings.flatMap(({ projectId, id }) => (id ? [[projectId, id] as const] : []))
  const unknown = listings.filter(({ id }) => id === null)
  if (unknown.length === 0) return new Map(known)
  const versions = unknown.map((listing) => ({ ...listing, id: uuid(), licence: licenceTerms }))
  return new Map([...known, ...(await insertListingVersions(trx, versions))])
}

/** The listings of these orders as they were at the time of purchase, by order. */
export async function boughtListings(
  connection: Connection,
  orderIds: string[],
): Promise<Map<string, BoughtListing>> {
  if (orderIds.length === 0) return new Map()
  const rows = await soldListingsOf(connection, orderIds)
  return new Map(rows.map((row) => [row.id, toBoughtListing(row)]))
}

/** Erases the stored listings of owners who have deleted their accounts, once no purchase of them can be disputed. */
export const clearOldListings = (connection: Connection): Promise<void> =>
  clearListings(connection, disputableDays)

type ListingRow = Found<typeof soldListingsOf>[number]

/** A project's listing at the time of the order. The owner's own licence covers only the source. */
function toBoughtListing(row: ListingRow): BoughtListing {
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
