import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'

interface NewMessage {
  id: string
  name: string
  email: string
  phone: string
  subject: string
  message: string
  /** Kept when there is such a project. */
  projectId: string | null
}

export async function insertMessage(
  connection: Connection,
  { projectId, ...message }: NewMessage,
): Promise<void> {
  await connection
    .insertInto('contactMessages')
    .values({ ...message, projectId: sql<string | null>`(select id from projects where id = ${projectId})` })
    .execute()
}
