import { sql } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'
import { lastMonthBegin, monthBegin } from '../platform/database/month-queries.ts'

/** Counts the messages: in all, unread, and received in this month and in the last month of India. */
export const messageFigures = (connection: Connection) =>
  connection
    .selectFrom('contactMessages')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where status = 'unread')`.as('unread'),
      sql<number>`count(*) filter (where created_at >= ${monthBegin()})`.as('thisMonth'),
      sql<number>`count(*) filter (where created_at < ${monthBegin()} and created_at >= ${lastMonthBegin()})`.as(
        'lastMonth',
      ),
    ])
    .executeTakeFirstOrThrow()

/** Counts the unread messages and finds the time of the oldest. */
export const unreadMessages = (connection: Connection) =>
  connection
    .selectFrom('contactMessages')
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(created_at)`.as('since')])
    .where('status', '=', 'unread')
    .executeTakeFirstOrThrow()

/** The newest messages, up to a number of them. */
export const newestMessages = (connection: Connection, max: number) =>
  connection
    .selectFrom('contactMessages')
    .select(['id', 'name', 'email', 'subject', 'status', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/** Messages whose sender or subject matches a LIKE pattern, newest first. */
export const messagesNamed = (connection: Connection, pattern: string, max: number) =>
  connection
    .selectFrom('contactMessages')
    .select(['id', 'name', 'email', 'subject'])
    .where(sql<boolean>`lower(name || ' ' || email || ' ' || subject) like ${pattern}`)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()
