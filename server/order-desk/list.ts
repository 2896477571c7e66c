import { z } from 'zod'

import type { Received, Reply } from '#contract/kit/endpoint.ts'
import { limits } from '#contract/kit/limits.ts'
import { paginationOf } from '#contract/kit/paging.ts'
import type { staffOrders } from '#contract/staff/orders.ts'

import { idsOfNamed, memberIdsNamed } from '../accounts/service.ts'
import type { Connection } from '../database/connection.ts'
import { orderNumbersIn } from '../orders/service.ts'
import { type Named, orderIdsAbout, orderIdsNamed, orderIdsPaidWith, ordersIn } from './list-queries.ts'
import { toOrderRow } from './presenter.ts'

/** A page of all orders, the newest first. */
export async function listOrders(
  connection: Connection,
  { search = '', status, ...window }: Received<typeof staffOrders.list>['query'],
): Promise<Omit<Reply<typeof staffOrders.list>, 'success' | 'message'>> {
  const found = search ? await foundBy(connection, search) : {}
  const { rows, total, isCapped } = await ordersIn(connection, { status, ...found }, window)
  return {
    orders: rows.map(toOrderRow),
    pagination: { ...paginationOf(window, total), ...(isCapped && { capped: true as const }) },
  }
}

/** Which orders a search is for: few by their ids, many by what names them. */
async function foundBy(connection: Connection, search: string): Promise<{ ids?: string[]; named?: Named }> {
  const max = limits.countedMatches
  if (z.uuid().safeParse(search).success)
    return { ids: await orderIdsAbout(connection, search, limits.staffListed) }
  const paid = await orderIdsPaidWith(connection, search)
  if (paid.length > 0) return { ids: paid }
  // The indexes know groups of three letters.
  const pattern = /[\p{L}\p{N}]{3}/u.test(search)
    ? `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    : undefined
  const numbers = orderNumbersIn(search)
  const members = pattern ? await memberIdsNamed(connection, pattern, max + 1) : []
  const named = { numbers, members, pattern }
  if (pattern && members.length > max) return { named: { ...named, members: idsOfNamed(pattern) } }
  const ids = await orderIdsNamed(connection, named, max + 1)
  return ids.length > max ? { named } : { ids }
}
