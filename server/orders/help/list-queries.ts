import { sql } from 'kysely'

import type { PageWindow } from '#contract/kit/paging.ts'

import type { Connection, Found } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import { ownerAnswers, withOrder } from './queries.ts'

const lastWords = sql<string>`coalesce((
  select left(text, 200) from help_messages where request_id = help_requests.id and writer = 'buyer'
    and held_at is null and refused_reason is null
  order by sent_at desc, id desc limit 1), '')`

const listed = (connection: Connection) => withOrder(connection).select(lastWords.as('text'))

const counted = (connection: Connection) =>
  connection
    .selectFrom('helpRequests')
    .innerJoin('members as owners', 'owners.id', 'helpRequests.ownerId')
    .select([])

export type ListedHelp = Found<typeof requestsReceived>['rows'][number]

/** A page of the requests that an owner answers: the open ones, the next due first, or the closed ones, newest first. */
export const requestsReceived = (
  connection: Connection,
  ownerId: string,
  state: 'open' | 'closed',
  window: PageWindow,
) => {
  const isOpen = state === 'open'
  const own = listed(connection)
    .where('helpRequests.ownerId', '=', ownerId)
    .where('ownerAnswers', '=', true)
    .where('closedAt', isOpen ? 'is' : 'is not', null)
  return pageOf(
    connection,
    isOpen ? own.orderBy(sql`due_at nulls last`).orderBy('lastAt') : own.orderBy('closedAt', 'desc'),
    window,
    {
      counted: counted(connection)
        .where('helpRequests.ownerId', '=', ownerId)
        .where('ownerAnswers', '=', true)
        .where('closedAt', isOpen ? 'is' : 'is not', null),
    },
  )
}

/** A page of the requests that wait for staff, of all open ones, or of the closed ones, newest first. */
export const requestsForStaff = (
  connection: Connection,
  state: 'waiting' | 'open' | 'closed',
  window: PageWindow,
) => {
  const isOpen = state !== 'closed'
  const waiting = sql<boolean>`(due_at is not null and not ${ownerAnswers})`
  const all = listed(connection)
    .where('closedAt', isOpen ? 'is' : 'is not', null)
    .$if(state === 'waiting', (query) => query.where(waiting))
  return pageOf(
    connection,
    isOpen ? all.orderBy(sql`due_at nulls last`).orderBy('lastAt') : all.orderBy('closedAt', 'desc'),
    window,
    {
      counted: counted(connection)
        .where('closedAt', isOpen ? 'is' : 'is not', null)
        .$if(state === 'waiting', (query) => query.where(waiting)),
    },
  )
}

/** How many requests wait for an owner's answer, and how many of them are late. */
export async function countForOwner(connection: Connection, ownerId: string) {
  return connection
    .selectFrom('helpRequests')
    .innerJoin('members as owners', 'owners.id', 'helpRequests.ownerId')
    .select([
      sql<number>`count(*)`.as('waiting'),
      sql<number>`count(*) filter (where due_at < now())`.as('late'),
    ])
    .where('ownerId', '=', ownerId)
    .where('closedAt', 'is', null)
    .where('dueAt', 'is not', null)
    .where(ownerAnswers)
    .executeTakeFirstOrThrow()
}
