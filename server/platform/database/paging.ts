import { type SelectQueryBuilder, sql } from 'kysely'

import { offsetOf, paginationOf, type PageWindow } from '#contract/paging.ts'

import type { Connection } from './connection.ts'

/**
 * A page of the rows of a query, with the pagination of its reply. `max`: rows beyond it are neither counted nor paged,
 * so that a million of them keep nobody waiting. `counted`: the same rows without the joins that only their columns
 * need.
 */
export async function pageOf<Tables, In extends keyof Tables, Row>(
  connection: Connection,
  query: SelectQueryBuilder<Tables, In, Row>,
  window: PageWindow,
  { max = Infinity, counted = query }: { max?: number; counted?: SelectQueryBuilder<any, any, any> } = {},
) {
  const offset = offsetOf(window)
  const limit = Math.min(window.limit, max - offset)
  const [total, rows] = await Promise.all([
    countAtMost(connection, counted, max + 1),
    limit > 0 ? query.limit(limit).offset(offset).execute() : [],
  ])
  const isCapped = total > max
  return {
    rows,
    pagination: {
      ...paginationOf(window, Math.min(total, max)),
      ...(isCapped && { capped: true as const }),
    },
  }
}

async function countAtMost(
  connection: Connection,
  query: SelectQueryBuilder<any, any, any>,
  max: number,
): Promise<number> {
  const rows = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
  const { count } = await connection
    .selectFrom((max === Infinity ? rows : rows.limit(max)).as('counted'))
    .select((all) => all.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
