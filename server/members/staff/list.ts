import { z } from 'zod'

import type { Received, Reply } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import { paginationOf } from '#contract/kit/paging.ts'
import type { staffMembers } from '#contract/staff/members.ts'

import { memberIdsNamed, membersIn } from '../../accounts/service.ts'
import type { Connection } from '../../database/connection.ts'
import { toMemberRow } from './presenter.ts'
import { countsOf } from './queries.ts'

type Query = Received<typeof staffMembers.list>['query']

/** A page of all members, the newest first. */
export async function listMembers(
  connection: Connection,
  { search = '', standing, agents, ...window }: Query,
): Promise<Omit<Reply<typeof staffMembers.list>, 'success' | 'message'>> {
  const named = search ? await namedBy(connection, search) : {}
  const { rows, total, isCapped } = await membersIn(connection, { standing, agents, ...named }, window)
  const counts = await countsOf(
    connection,
    rows.map(({ id }) => id),
  )
  return {
    members: rows.map((row) => toMemberRow(row, counts.get(row.id))),
    pagination: { ...paginationOf(window, total), ...(isCapped && { capped: true as const }) },
  }
}

/** Whom a search is for: few are named by their ids, many by what their names contain. */
async function namedBy(
  connection: Connection,
  search: string,
): Promise<{ ids?: string[]; pattern?: string }> {
  if (z.uuid().safeParse(search).success) return { ids: [search] }
  // The index knows groups of three letters.
  if (!/[\p{L}\p{N}]{3}/u.test(search)) return { ids: [] }
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const ids = await memberIdsNamed(connection, pattern, limits.countedMatches + 1)
  return ids.length > limits.countedMatches ? { pattern } : { ids }
}
