import { type SelectQueryBuilder, sql } from 'kysely'

import { offsetOf, paginationOf, type PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from './connection.ts'

/**
 * A page of the rows of a query, with the pagination of its reply. `max`: rows beyond it are neither counted nor paged,
 * so that a million of them keep nobody waiting. `counted`: the same rows without the joins that only their columns
 * need.
 */
export async function pageOf<Tables, In extends keyof Tables, Row, Fewer extends keyof Tables = In>(
  connection: Connection,
  query: SelectQueryBuilder<Tables, In, Row>,
  window: PageWindow,
  { max = Infinity, counted }: { max?: number; counted?: SelectQueryBuilder<Tables, Fewer, {}> } = {},
) {
  const offset = offsetOf(window)
  const limit = Math.min(window.limit, max - offset)
  const [total, rows] = await Promise.all([
    counted ? countAtMost(connection, counted, max + 1) : countAtMost(connection, query, max + 1),
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

async function countAtMost<Tables, In extends keyof Tables, Row>(
  connection: Connection,
  query: SelectQueryBuilder<Tables, In, Row>,
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
