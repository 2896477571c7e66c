import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/**
 * The present listings of these projects, each with its hash, and the id of the stored version when it is stored
 * already.
 */
export async function presentListings(trx: Connection, projectIds: string[], licence: string) {
  const { rows } = await sql<{
    projectId: string
    listing: string
    ownLicence: string | null
    hash: string
    id: string | null
  }>`
    select said.project_id, said.listing, said.own_licence, said.hash, sold_listings.id
    from (
      select project_id, listing, own_licence, encode(
        sha256(convert_to(listing || coalesce(own_licence, '') || ${licence}, 'UTF8')), 'hex') as hash
      from (
        select projects.id as project_id, ${listingJson}::text as listing,
          case when projects.licence = 'own' then licence_file end as own_licence
        from projects
          left join releases on releases.id = projects.release_id
          left join reports on reports.project_id = projects.id and reports.key = projects.report_key
        where projects.id = any(${projectIds}::uuid[])
        offset 0
      ) listed
    ) said
      left join sold_listings on sold_listings.project_id = said.project_id and sold_listings.hash = said.hash
    order by said.project_id`.execute(trx)
  return rows
}

/** The listing as JSON in the form of SoldListing in contract/orders/bought-listing.ts. */
const listingJson = sql`json_build_object(
  'description', description, 'category', category, 'difficulty', difficulty, 'technologies', technologies,
  'features', features, 'requirements', requirements, 'tags', tags, 'demoUrl', demo_url,
  'demoSignIns', case when demo_sign_ins_public then demo_sign_ins else '[]' end,
  'codeQuestionCount', jsonb_array_length(code_questions),
  'allowsSeats', allows_seats and projects.licence = 'readymade',
  'includesInstallationSupport', includes_installation_support, 'allowsCustomization', allows_customization,
  'files', case when releases.id is not null then json_build_object(
    'count', releases.file_count, 'bytes', releases.total_size, 'lines', releases.lines) end,
  'languages', languages,
  'report', case when report_key is not null then json_build_object(
    'name', report_name, 'pages', reports.pages, 'headings', coalesce(reports.headings, '[]')) end)`

interface ListingVersion {
  id: string
  projectId: string
  hash: string
  listing: string
  licence: string
  ownLicence: string | null
}

/** Inserts these versions of listings unless they are stored; returns their ids by project. */
export async function insertListingVersions(
  trx: Connection,
  versions: ListingVersion[],
): Promise<Map<string, string>> {
  await trx
    .insertInto('soldListings')
    .values(versions)
    .onConflict((conflict) => conflict.columns(['projectId', 'hash']).doNothing())
    .execute()
  const rows = await trx
    .selectFrom('soldListings')
    .select(['id', 'projectId'])
    .where((column) => column.or(versions.map(({ projectId, hash }) => column.and({ projectId, hash }))))
    .execute()
  return new Map(rows.map(({ id, projectId }) => [projectId, id]))
}

/** The stored listings of these orders, each with its order. */
export const soldListingsOf = (connection: Connection, orderIds: string[]) =>
  connection
    .selectFrom('orders')
    .innerJoin('soldListings', 'soldListings.id', 'orders.listingId')
    .leftJoin('releases', 'releases.id', 'orders.releaseId')
    .select(['orders.id', 'orders.title', 'orders.listPricePaise', 'orders.createdAt', 'orders.refundPolicy'])
    .select(['releases.number as release', 'orders.kind', 'listing', 'licence', 'ownLicence'])
    .where('orders.id', 'in', orderIds)
    .execute()

/** Erases the stored listings of owners without an account that nobody ordered in the last `days` days. */
export async function clearListings(connection: Connection, days: number): Promise<void> {
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
