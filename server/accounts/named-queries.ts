import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

/** Members whose name or email contains what a LIKE pattern says, the newest first. */
export const membersNamed = (connection: Connection, pattern: string, max: number) =>
  connection
    .selectFrom('members')
    .select(['id', 'name', 'email'])
    .where(sql<boolean>`lower(name || ' ' || email) like ${pattern}`)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()
