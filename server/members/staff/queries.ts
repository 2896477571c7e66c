import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/** Counts the projects and orders of each of these members. */
export async function countsOf(connection: Connection, memberIds: string[]) {
  const { rows } = await sql<{ id: string; projects: number; orders: number; blocks: number }>`
    select id,
      (select count(*) from projects where owner_id = id_of.id and deleted_at is null) as projects,
      (select count(*) from orders where member_id = id_of.id) as orders,
      (select count(*) from project_blocks join projects on projects.id = project_blocks.project_id
        where owner_id = id_of.id) as blocks
    from unnest(${memberIds}::uuid[]) id_of (id)`.execute(connection)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The newest projects of an owner, up to a number of them. */
export const projectsOf = (connection: Connection, ownerId: string, max: number) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'pricePaise', 'verificationStatus', 'isActive', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(max)
    .execute()

/** The newest orders of a buyer, up to a number of them. */
export const ordersOf = (connection: Connection, memberId: string, max: number) =>
  connection
    .selectFrom('orders')
    .select(['id', 'number', 'title', 'amountPaise', 'status', 'createdAt'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()

/** The newest seats of a member in the teams of others, up to a number of them. */
export const seatsOf = (connection: Connection, memberId: string, max: number) =>
  connection
    .selectFrom('seats')
    .innerJoin('orders', 'orders.id', 'seats.orderId')
    .select(['seats.id', 'seats.orderId', 'orders.title', 'seats.acceptedAt', 'seats.endedAt'])
    .where('seats.memberId', '=', memberId)
    .$narrowType<{ acceptedAt: Date }>()
    .orderBy('seats.acceptedAt', 'desc')
    .limit(max)
    .execute()

/** Counts a member's live sessions, sales, complaints about what is theirs and complaints that they made. */
export async function figuresOf(connection: Connection, memberId: string) {
  const { rows } = await sql<{
    sessions: number
    lastSeenAt: Date | null
    sales: number
    received: number
    made: number
  }>`
    select
      (select count(*) from sessions
        where member_id = ${memberId} and revoked_at is null and expires_at > now()) as sessions,
      (select max(last_used_at) from sessions where member_id = ${memberId}) as last_seen_at,
      (select count(*) from orders where owner_id = ${memberId} and completed_at is not null) as sales,
      (select count(*) from complaints join projects on projects.id = complaints.project_id
        left join reviews on reviews.id = complaints.review_id
        left join questions on questions.id = complaints.question_id
        where coalesce(reviews.member_id, questions.asker_id, projects.owner_id) = ${memberId}) as received,
      (select count(*) from complaints where member_id = ${memberId}) as made`.execute(connection)
  return rows[0]!
}
