import { sql } from 'kysely'

import { featuredMax } from '#contract/staff/listings.ts'

import type { Connection } from '../../database/connection.ts'

/** The featured projects in the order of the catalogue, those the public does not see among them. */
export const readFeaturedInOrder = (connection: Connection) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'category', 'salesCount', 'featuredPlace'])
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('featuredPlace', (order) => order.asc().nullsLast())
    .orderBy('salesCount', 'desc')
    .orderBy('id', 'desc')
    .limit(featuredMax)
    .execute()

/** Keeps the order from everybody else until the transaction ends. */
export async function lockFeaturedOrder(trx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('order of featured projects'))`.execute(trx)
}

/** The place before all featured projects; two that take it at once stand side by side, by their sales. */
export async function firstPlace(trx: Connection): Promise<number> {
  const { lowest } = await trx
    .selectFrom('projects')
    .select(({ fn }) => fn.min('featuredPlace').as('lowest'))
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Math.max(lowestPlace, (lowest ?? 2) - 1)
}

/** As the table allows it. */
const lowestPlace = -30_000

/** Puts featured projects in their places, the others in none; answers those whose place is another now. That is no edit: updatedAt stays. */
export async function placeFeatured(trx: Connection, order: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select projects.id, place
      from projects left join unnest(${order}::uuid[]) with ordinality as placed (id, place) on placed.id = projects.id
      where (is_featured or featured_place is not null) and place is distinct from featured_place
      order by projects.id for no key update of projects
    )
    update projects set featured_place = case when is_featured then place end
    from wanted where projects.id = wanted.id
    returning projects.id`.execute(trx)
  return rows.map(({ id }) => id).toSorted()
}
