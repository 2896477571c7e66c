import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { highestPaise, lowestPaise } from '#contract/amounts.ts'
import type { ListQuery, StaffOrder } from '#contract/catalogue/catalogue.ts'
import type { Sort } from '#contract/catalogue/sorts.ts'
import { limits } from '#contract/limits.ts'
import type { PageWindow } from '#contract/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'
import { containing, idsByTextIndex } from '../../platform/database/text-search.ts'

/** Claims a project for a staff member unless another one has a live claim. Answers its expiry, or undefined. */
export const insertClaim = (connection: Connection, projectId: string, staffId: string, minutes: number) =>
  connection
    .insertInto('verificationClaims')
    .values({ projectId, staffId, expiresAt: sql<Date>`now() + ${minutes} * interval '1 minute'` })
    .onConflict((conflict) =>
      conflict
        .column('projectId')
        .doUpdateSet((row) => ({
          staffId: row.ref('excluded.staffId'),
          claimedAt: sql<Date>`now()`,
          expiresAt: row.ref('excluded.expiresAt'),
        }))
        .where((on) =>
          on.or([
            on('verificationClaims.staffId', '=', staffId),
            on('verificationClaims.expiresAt', '<=', sql<Date>`now()`),
          ]),
        ),
    )
    .returning('expiresAt')
    .executeTakeFirst()

/** The live claim on a project, with the staff member's name; undefined when there is none. */
export const liveClaim = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('verificationClaims')
    .innerJoin('staff', 'staff.id', 'staffId')
    .select(['staffId', 'staff.name', 'expiresAt'])
    .where('projectId', '=', projectId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Deletes a claim: a staff member's own, or anybody's. */
export async function deleteClaim(connection: Connection, projectId: string, staffId?: string) {
  await connection
    .deleteFrom('verificationClaims')
    .where('projectId', '=', projectId)
    .$if(staffId !== undefined, (query) => query.where('staffId', '=', staffId!))
    .execute()
}

/** The time since which a project waits: it has files and is pending. */
const waitingSince = sql<Date>`greatest(
  coalesce(
    (select max(verified_at) from verifications where project_id = projects.id and status = 'pending'),
    projects.created_at
  ),
  (select min(created_at) from releases where project_id = projects.id)
)`

/**
 * The projects that staff can decide on: with files, not archived, and without the blocked ones, which wait for their
 * owners.
 */
const waiting = (connection: Connection, blocked: string[]) =>
  connection
    .selectFrom('projects')
    .leftJoin('verificationClaims', (join) =>
      join
        .onRef('verificationClaims.projectId', '=', 'projects.id')
        .on('verificationClaims.expiresAt', '>', sql<Date>`now()`),
    )
    .where('verificationStatus', 'in', ['pending', 'under_review'])
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .where('releaseId', 'is not', null)
    .where(sql<boolean>`projects.id <> all(${blocked}::uuid[])`)

/** One page of the projects that staff can decide on, the longest waiting first. */
export const readWaiting = (connection: Connection, blocked: string[], window: PageWindow) =>
  pageOf(connection, waitingWithOwners(connection, blocked), window)

const waitingWithOwners = (connection: Connection, blocked: string[]) =>
  waiting(connection, blocked)
    .innerJoin('members', 'members.id', 'ownerId')
    .leftJoin('staff', 'staff.id', 'verificationClaims.staffId')
    .select((from) => [
      'projects.id',
      'title',
      'category',
      'members.name as owner',
      'verificationStatus as status',
      waitingSince.as('waitingSince'),
      from
        .exists(
          from
            .selectFrom('releases')
            .whereRef('releases.projectId', '=', 'projects.id')
            .where('releases.status', '=', 'approved'),
        )
        .$castTo<boolean>()
        .as('isUpdate'),
      'verificationClaims.staffId',
      'staff.name as claimedBy',
      'expiresAt',
    ])
    .orderBy('waitingSince')
    .orderBy('projects.id')
export type WaitingRow = Awaited<ReturnType<typeof readWaiting>>['rows'][number]

/** The longest waiting project that no other staff member has claimed; this staff member's own claims come first. */
export const nextWaiting = (connection: Connection, blocked: string[], staffId: string) =>
  waiting(connection, blocked)
    .select('projects.id')
    .where((on) =>
      on.or([on('verificationClaims.staffId', 'is', null), on('verificationClaims.staffId', '=', staffId)]),
    )
    .orderBy(
      (on) => on('verificationClaims.staffId', '=', staffId),
      (order) => order.desc().nullsLast(),
    )
    .orderBy(waitingSince)
    .orderBy('projects.id')
    .limit(1)
    .executeTakeFirst()

/** The time since which a project waits, and the number of its newest approved release. */
export const readWaitingStatus = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .select((from) => [
      sql<Date>`coalesce(${waitingSince}, created_at)`.as('waitingSince'),
      from
        .selectFrom('releases')
        .select((release) => release.fn.max('number').as('number'))
        .whereRef('releases.projectId', '=', 'projects.id')
        .where('releases.status', '=', 'approved')
        .as('approvedRelease'),
    ])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()

/** What staff approved of a project last, with the ids of its present pictures; undefined when they never did. */
export const approvedEdition = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('approvedEditions')
    .selectAll()
    .select(
      sql<string[]>`array(select image.id from project_images image
        where image.project_id = approved_editions.project_id order by position)`.as('picturesNow'),
    )
    .where('projectId', '=', projectId)
    .executeTakeFirst()

/** Counts an owner's projects and their sales by verification status. */
export const countByStatus = (connection: Connection, ownerId: string) =>
  connection
    .selectFrom('projects')
    .select((project) => [
      'verificationStatus as status',
      project.fn.countAll<number>().as('count'),
      sql<number>`sum(sales_count)::int`.as('sales'),
    ])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .groupBy('verificationStatus')
    .execute()

/** Selects projects: only these ids, or all others. */
interface Among {
  ids: string[]
  isIn: boolean
}

/**
 * The ids of one page of all projects that are not deleted, for staff. The search looks for a part of the title or for
 * words of the description by their beginnings. Counts and pages are limited, so that the list is fast with a million
 * projects.
 */
export async function findForStaff(
  connection: Connection,
  query: Omit<ListQuery, 'waitsFor'>,
  among?: Among,
) {
  const max = query.search ? limits.countedMatches : limits.staffListed
  const { search } = query
  const isIndexed = (search?.length ?? 0) >= indexedLength
  const found = isIndexed
    ? await idsByTextIndex(connection, (trx) => matches(trx, { search }).select('id'), limits.staffListed + 1)
    : []
  const isRare = isIndexed && found.length <= limits.staffListed
  const matching = matches(connection, isRare ? { ...query, search: undefined } : query, among).$if(
    isRare,
    (projects) => projects.where(sql<boolean>`id = any(${found}::uuid[])`),
  )
  return pageOf(connection, matching.select('id').orderBy(orderOf(query)), query, { max })
}

/** Shorter searches look at titles only, because the text index needs three letters. */
const indexedLength = 3

type Filters = Partial<Omit<ListQuery, 'waitsFor'>>
type Projects = SelectQueryBuilder<DB, 'projects', {}>

function matches(connection: Connection, query: Filters, among?: Among): Projects {
  const { search, category, technology, difficulty, minPrice, maxPrice, status } = query
  let matching: Projects = connection.selectFrom('projects').where('deletedAt', 'is', null)
  if (search) matching = matching.where(contains(search))
  if (category) matching = matching.where(sql`lower(category)`, '=', category.toLowerCase())
  if (technology) matching = matching.where(sql<boolean>`folded(technologies) @> array[lower(${technology})]`)
  if (difficulty) matching = matching.where(sql`lower(difficulty)`, '=', difficulty.toLowerCase())
  if (minPrice !== undefined) matching = matching.where('pricePaise', '>=', lowestPaise(minPrice))
  if (maxPrice !== undefined) matching = matching.where('pricePaise', '<=', highestPaise(maxPrice))
  if (among)
    matching = matching.where(
      among.isIn
        ? sql<boolean>`id = any(${among.ids}::uuid[])`
        : sql<boolean>`id <> all(${among.ids}::uuid[])`,
    )
  if (status) matching = matching.where('verificationStatus', '=', status)
  // Archived projects do not wait for a decision.
  if (status === 'pending') matching = matching.where('archivedAt', 'is', null)
  return matching
}

function contains(search: string) {
  const part = containing(search)
  if (search.length < indexedLength) return sql<boolean>`lower(title) like ${part}`
  const words = search.split(/\s+/).map((word) => `'${word.replace(/['\\]/g, ' ')}':*`)
  return sql<boolean>`(lower(title) like ${part}
    or to_tsvector('simple', description) @@ to_tsquery('simple', ${words.join(' & ')}))`
}

const orderOf = ({ sort, orderBy, order }: Pick<ListQuery, 'sort' | 'orderBy' | 'order'>) =>
  orderBy ? columnOrders[orderBy][order ?? 'asc'] : (orders[sort] ?? newest)

const newest = sql`created_at desc, id desc`
const byPrice = { asc: sql`price_paise, id`, desc: sql`price_paise desc, id desc` }
/** The orders that staff's list shares with the public list; any other one is newest first. */
const orders: Partial<Record<Sort, RawBuilder<unknown>>> = {
  featured: sql`is_featured desc, created_at desc, id desc`,
  'price-low': byPrice.asc,
  'price-high': byPrice.desc,
  rating: sql`rating_sum::numeric / greatest(rating_count, 1) desc, rating_count desc, id desc`,
}

const columnOrders = {
  title: { asc: sql`lower(title), id`, desc: sql`lower(title) desc, id desc` },
  category: { asc: sql`lower(category), id`, desc: sql`lower(category) desc, id desc` },
  price: byPrice,
  status: {
    asc: sql`verification_status, created_at desc, id desc`,
    desc: sql`verification_status desc, created_at, id`,
  },
  created: { asc: sql`created_at, id`, desc: newest },
} satisfies Record<StaffOrder, unknown>
