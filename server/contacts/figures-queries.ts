import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** How many messages came: in all, unread, in this month of India and in the one before. */
export const messageFigures = (connection: Connection) =>
  connection
    .selectFrom('contactMessages')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where status = 'unread')`.as('unread'),
      sql<number>`count(*) filter (where created_at >= ${thisMonth})`.as('thisMonth'),
      sql<number>`count(*) filter (where created_at < ${thisMonth} and created_at >= ${thisMonth} - interval '1 month')`.as(
        'lastMonth',
      ),
    ])
    .executeTakeFirstOrThrow()

const thisMonth = sql`date_trunc('month', now(), 'Asia/Kolkata')`

/** The newest messages, up to a number of them. */
export const newestMessages = (connection: Connection, max: number) =>
  connection
    .selectFrom('contactMessages')
    .select(['id', 'name', 'email', 'subject', 'status', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/** Messages whose sender or subject contains what a LIKE pattern says, the newest first. */
export const messagesNamed = (connection: Connection, pattern: string, max: number) =>
  connection
    .selectFrom('contactMessages')
    .select(['id', 'name', 'email', 'subject'])
    .where(sql<boolean>`lower(name || ' ' || email || ' ' || subject) like ${pattern}`)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()
