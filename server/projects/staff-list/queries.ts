import { type SelectQueryBuilder, sql } from 'kysely'

import { limits } from '#contract/kit/limits.ts'
import { highestPaise, lowestPaise } from '#contract/kit/money.ts'
import { offsetOf } from '#contract/kit/paging.ts'
import type { ListQuery, Sort, StaffOrder } from '#contract/projects/list-query.ts'

import type { Connection, DB } from '../../database/connection.ts'
import { countAtMost } from '../../database/count-at-most.ts'

/** Which of the projects are wanted: some, or all others. */
interface Among {
  ids: string[]
  isIn: boolean
}

/**
 * One page of all projects that are not deleted, for staff. The search is for a part of the title or for words of the
 * description by their beginnings. Counts and pages so far that a million projects do not keep anybody waiting.
 */
export async function findForStaff(
  connection: Connection,
  query: Omit<ListQuery, 'waitsFor'>,
  among?: Among,
) {
  const max = query.search ? limits.countedMatches : limits.staffListed
  const offset = offsetOf(query)
  const isIndexed = (query.search?.length ?? 0) >= indexedLength
  const found = isIndexed ? await foundBy(connection, query.search!, limits.staffListed + 1) : []
  const isRare = isIndexed && found.length <= limits.staffListed
  const matching = matches(connection, isRare ? { ...query, search: undefined } : query, among).$if(
    isRare,
    (projects) => projects.where(sql<boolean>`id = any(${found}::uuid[])`),
  )
  const ordered = matching
    .select('id')
    .orderBy(orderOf(query))
    .limit(Math.min(query.limit, max - offset))
  const [counted, rows] = await Promise.all([
    countAtMost(connection, matching.select('id'), max),
    offset < max ? ordered.offset(offset).execute() : [],
  ])
  return { ...counted, ids: rows.map(({ id }) => id) }
}

/** Shorter searches are for titles alone, whose index knows groups of three letters. */
const indexedLength = 3

/**
 * The ids of some projects that a search finds, at most `max`, by its indexes alone: the planner takes every search for a
 * common one, and would read all projects in their order to find a rare one.
 */
const foundBy = (connection: Connection, search: string, max: number): Promise<string[]> =>
  connection.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_indexscan = off`.execute(trx)
    const rows = await matches(trx, { search }).select('id').limit(max).execute()
    return rows.map(({ id }) => id)
  })

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
  // Nobody waits for a decision on what is put away.
  if (status === 'pending') matching = matching.where('archivedAt', 'is', null)
  return matching
}

function contains(search: string) {
  const part = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
  if (search.length < indexedLength) return sql<boolean>`lower(title) like lower(${part})`
  const words = search.split(/\s+/).map((word) => `'${word.replace(/['\\]/g, ' ')}':*`)
  return sql<boolean>`(lower(title) like lower(${part})
    or to_tsvector('simple', description) @@ to_tsquery('simple', ${words.join(' & ')}))`
}

const orderOf = ({ sort, orderBy, order }: Pick<ListQuery, 'sort' | 'orderBy' | 'order'>) =>
  orderBy ? columnOrders[orderBy][order ?? 'asc'] : orders[sort]

const orders = {
  featured: sql`is_featured desc, created_at desc, id desc`,
  newest: sql`created_at desc, id desc`,
  'price-low': sql`price_paise, id`,
  'price-high': sql`price_paise desc, id desc`,
  rating: sql`rating_sum::numeric / greatest(rating_count, 1) desc, rating_count desc, id desc`,
} satisfies Record<Sort, unknown>

const columnOrders = {
  title: { asc: sql`lower(title), id`, desc: sql`lower(title) desc, id desc` },
  category: { asc: sql`lower(category), id`, desc: sql`lower(category) desc, id desc` },
  price: { asc: orders['price-low'], desc: orders['price-high'] },
  status: {
    asc: sql`verification_status, created_at desc, id desc`,
    desc: sql`verification_status desc, created_at, id`,
  },
  created: { asc: sql`created_at, id`, desc: orders.newest },
} satisfies Record<StaffOrder, unknown>
