import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { limits } from '#contract/kit/limits.ts'
import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'
import type { MemberStanding } from '#contract/staff/members.ts'

import type { Connection, DB } from '../../database/connection.ts'
import { countAtMost } from '../../database/count-at-most.ts'

interface Filter {
  standing?: MemberStanding | undefined
  agents?: 'yes' | undefined
  /** What name or email contain, as a LIKE pattern. */
  pattern?: string | undefined
  ids?: string[] | undefined
}
type Members = SelectQueryBuilder<DB, 'members', {}>

/** A page of the members that a filter lets through, the newest first. Counts and pages so far that a million members keep nobody waiting. */
export async function membersIn(connection: Connection, filter: Filter, window: PageWindow) {
  const matching = matches(connection, filter)
  const max = filter.pattern ? limits.countedMatches : limits.staffListed
  const offset = offsetOf(window)
  const [counted, rows] = await Promise.all([
    countAtMost(connection, matching.select('id'), max),
    offset >= max
      ? []
      : matching
          .selectAll()
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .limit(Math.min(window.limit, max - offset))
          .offset(offset)
          .execute(),
  ])
  return { rows, ...counted }
}

/**
 * The ids of some members whose name or email contains what a LIKE pattern says, at most `max`, by their index alone: the
 * planner takes every word for a common one, and would read all members in their order to find a rare one.
 */
export const memberIdsNamed = (connection: Connection, pattern: string, max: number): Promise<string[]> =>
  connection.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_indexscan = off`.execute(trx)
    const rows = await trx.selectFrom('members').select('id').where(isNamed(pattern)).limit(max).execute()
    return rows.map(({ id }) => id)
  })

/** The ids of all members whose name or email contains what a LIKE pattern says, in a query of another noun's rows. */
export const idsOfNamed = (pattern: string): RawBuilder<string> =>
  sql<string>`select id from members where ${isNamed(pattern)}`

const isNamed = (pattern: string) => sql<boolean>`lower(name || ' ' || email) like ${pattern}`

function matches(connection: Connection, { standing, agents, pattern, ids }: Filter): Members {
  let matching: Members = connection.selectFrom('members')
  if (pattern) matching = matching.where(isNamed(pattern))
  if (ids) matching = matching.where(sql<boolean>`id = any(${ids}::uuid[])`)
  if (standing === 'active') matching = matching.where('deactivatedAt', 'is', null)
  if (standing === 'deactivated')
    matching = matching.where('deactivatedAt', 'is not', null).where('erasedAt', 'is', null)
  if (standing === 'deleted')
    matching = matching.where('deactivatedAt', 'is not', null).where('erasedAt', 'is not', null)
  if (agents) matching = matching.where('isAgent', '=', sql<boolean>`true`)
  return matching
}

export const setDeactivated = (trx: Connection, id: string, reason: string) =>
  trx
    .updateTable('members')
    .set({ deactivatedAt: sql<Date>`now()`, deactivationReason: reason })
    .where('id', '=', id)
    .execute()

export const setReactivated = (trx: Connection, id: string) =>
  trx
    .updateTable('members')
    .set({ deactivatedAt: null, deactivationReason: '' })
    .where('id', '=', id)
    .execute()

export const setAgent = (trx: Connection, id: string, isAgent: boolean) =>
  trx.updateTable('members').set({ isAgent }).where('id', '=', id).execute()
