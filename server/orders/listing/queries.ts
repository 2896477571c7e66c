import { sql } from 'kysely'

import type { SoldListing } from '#contract/orders/bought-listing.ts'

import type { Connection } from '../../database/connection.ts'

/** What the pages of these projects say now, by project. */
export async function listingsNow(
  trx: Connection,
  projectIds: string[],
): Promise<{ projectId: string; listing: SoldListing }[]> {
  return trx
    .selectFrom('projects')
    .leftJoin('releases', 'releases.id', 'projects.releaseId')
    .leftJoin('reports', (join) =>
      join.onRef('reports.projectId', '=', 'projects.id').onRef('reports.key', '=', 'projects.reportKey'),
    )
    .select(['projects.id as projectId', listingJson.as('listing')])
    .where('projects.id', 'in', projectIds)
    .orderBy('projects.id')
    .execute()
}

const listingJson = sql<SoldListing>`json_build_object(
  'description', description, 'category', category, 'difficulty', difficulty, 'technologies', technologies,
  'features', features, 'requirements', requirements, 'tags', tags, 'demoUrl', demo_url,
  'includesInstallationSupport', includes_installation_support, 'allowsCustomization', allows_customization,
  'files', case when releases.id is not null then json_build_object(
    'count', releases.file_count, 'bytes', releases.total_size, 'lines', releases.lines) end,
  'languages', languages,
  'report', case when report_key is not null then json_build_object(
    'name', report_name, 'pages', reports.pages, 'headings', coalesce(reports.headings, '[]')) end)`

interface State {
  id: string
  projectId: string
  hash: string
  listing: SoldListing
  licence: string
}

/** Keeps these states of listings, those that are known already too; answers their ids by project. */
export async function keepStates(trx: Connection, states: State[]): Promise<Map<string, string>> {
  await trx
    .insertInto('soldListings')
    .values(states.map((state) => ({ ...state, listing: JSON.stringify(state.listing) })))
    .onConflict((conflict) => conflict.columns(['projectId', 'hash']).doNothing())
    .execute()
  const rows = await trx
    .selectFrom('soldListings')
    .select(['id', 'projectId'])
    .where((column) => column.or(states.map(({ projectId, hash }) => column.and({ projectId, hash }))))
    .execute()
  return new Map(rows.map(({ id, projectId }) => [projectId, id]))
}

/** The states of listings that these orders are of, by order. */
export async function statesOf(connection: Connection, orderIds: string[]) {
  const rows = await connection
    .selectFrom('orders')
    .innerJoin('soldListings', 'soldListings.id', 'orders.listingId')
    .leftJoin('releases', 'releases.id', 'orders.releaseId')
    .select(['orders.id', 'orders.title', 'orders.listPricePaise', 'orders.createdAt', 'orders.refundPolicy'])
    .select(['releases.number as release', 'listing', 'licence'])
    .where('orders.id', 'in', orderIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Empties what owners without an account wrote, where nobody ordered it in the last days. */
export async function emptyStates(connection: Connection, days: number): Promise<void> {
  await sql`
    update sold_listings set listing = null
    from projects join members on members.id = projects.owner_id
    where projects.id = sold_listings.project_id and listing is not null and members.deactivated_at is not null
      and projects.deleted_at is not null
      and not exists (
        select from orders where orders.listing_id = sold_listings.id
          and coalesce(orders.completed_at, orders.created_at) > now() - make_interval(days => ${days}))`.execute(
    connection,
  )
}
