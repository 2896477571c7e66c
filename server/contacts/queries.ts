import { sql } from 'kysely'

import { formerMember } from '#contract/kit/short-name.ts'

import type { Connection } from '../database/connection.ts'

interface NewMessage {
  id: string
  name: string
  email: string
  phone: string
  subject: string
  message: string
  /** Stored when there is such a project. */
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

/** What has been answered, and how soon. */
export async function replyStats(connection: Connection) {
  const { rows } = await sql<ReplyStats>`
    select count(*) as received, count(replied_at) as answered,
      count(*) filter (where replied_at <= created_at + interval '24 hours') as answered_within_day,
      round((percentile_cont(0.5) within group (order by extract(epoch from replied_at - created_at) / 3600))::numeric, 1)
        as median_reply_hours
    from contact_messages`.execute(connection)
  return rows[0]!
}

interface ReplyStats {
  received: number
  answered: number
  answeredWithinDay: number
  medianReplyHours: number | null
}

/** Takes the person out of the messages that were sent with an email, and the words of the replies; that there were some stays, for the figures on replies. */
export async function clearSender(trx: Connection, email: string): Promise<void> {
  await trx
    .updateTable('contactReplies')
    .set({ text: '' })
    .where('messageId', 'in', (query) =>
      query.selectFrom('contactMessages').select('id').where('email', '=', email),
    )
    .execute()
  await trx
    .updateTable('contactMessages')
    .set({ name: formerMember, email: '', phone: '', message: '' })
    .where('email', '=', email)
    .execute()
}
