import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** Until the transaction ends no other account is erased: two members who saved each other's projects would wait for each other. */
export async function lockDeletions(trx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('account deletion'))`.execute(trx)
}

/** How much deleting an account would take away: the projects that are not deleted, those of them ordered, and what was bought. */
export async function losses(connection: Connection, memberId: string) {
  const { rows } = await sql<{ projects: number; orderedProjects: number; purchases: number }>`
    select
      (select count(*) from projects where owner_id = ${memberId} and deleted_at is null) as projects,
      (select count(*) from projects where owner_id = ${memberId} and deleted_at is null
        and exists (select from orders where orders.project_id = projects.id)) as ordered_projects,
      (select count(*) from orders where member_id = ${memberId} and status in ('completed', 'refund_requested')) as purchases`.execute(
    connection,
  )
  return rows[0]!
}
