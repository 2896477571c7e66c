import { sql } from 'kysely'

import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'
import type { ListQuery, Sort } from '#contract/projects.ts'

import { highestPaise, lowestPaise, type Page } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'

/** Which of the projects are wanted: some, or all others. */
interface Among {
  ids: string[]
  isIn: boolean
}

/** One page of all projects that are not deleted, for staff. The search is for a part of the title or description. */
export async function findForStaff(
  connection: Connection,
  query: Omit<ListQuery, 'waitsFor'>,
  among?: Among,
): Promise<Page> {
  const { search, category, technology, difficulty, minPrice, maxPrice, status } = query
  let matching = connection.selectFrom('projects').where('deletedAt', 'is', null)
  if (search)
    matching = matching.where(
      sql<boolean>`strpos(lower(title || E'\n' || description), lower(${search})) > 0`,
    )
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
  const [{ total }, rows] = await Promise.all([
    matching.select((project) => project.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    matching.select('id').orderBy(orders[query.sort]).limit(query.limit).offset(offsetOf(query)).execute(),
  ])
  return { total, ids: rows.map(({ id }) => id) }
}

/** One page of an owner's projects, newest first: those that are put away, or the others. */
export async function findOwned(
  connection: Connection,
  ownerId: string,
  { archived, ...window }: PageWindow & { archived: boolean },
): Promise<Page> {
  const owned = connection
    .selectFrom('projects')
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .where('archivedAt', archived ? 'is not' : 'is', null)
  const [{ total }, rows] = await Promise.all([
    owned.select((project) => project.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    owned
      .select('id')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(window.limit)
      .offset(offsetOf(window))
      .execute(),
  ])
  return { total, ids: rows.map(({ id }) => id) }
}

const orders = {
  featured: sql`is_featured desc, sales_count desc, id desc`,
  newest: sql`created_at desc, id desc`,
  'price-low': sql`price_paise, id`,
  'price-high': sql`price_paise desc, id desc`,
  rating: sql`rating_sum::numeric / greatest(rating_count, 1) desc, rating_count desc, id desc`,
} satisfies Record<Sort, unknown>
