import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { highestPaise, lowestPaise } from '#contract/kit/amounts.ts'
import { limits } from '#contract/kit/limits.ts'
import type { ListQuery, StaffOrder } from '#contract/projects/list.ts'
import type { Sort } from '#contract/projects/sorts.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { DB } from '../../platform/database/tables.ts'
import { containing, idsByTextIndex } from '../../platform/database/text-search.ts'

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

/** Those of some projects that their owners have archived. */
export async function archivedAmong(connection: Connection, projectIds: string[]): Promise<string[]> {
  if (projectIds.length === 0) return []
  const rows = await connection
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', projectIds)
    .where('archivedAt', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}
