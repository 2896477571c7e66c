import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'

/** Lets one account at a time be erased, until the transaction ends, in the order of locks (docs/ARCHITECTURE.md). */
export async function lockDeletions(trx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('account deletion'))`.execute(trx)
}

/**
 * Counts what deleting an account would take away: the projects that are not deleted, those of them that were ordered,
 * and the purchases.
 */
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

export const exportOf = (connection: Connection, memberId: string) =>
  connection.selectFrom('dataExports').selectAll().where('memberId', '=', memberId).executeTakeFirst()

export const exportById = (connection: Connection, id: string) =>
  connection.selectFrom('dataExports').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Starts an export that replaces a finished one, or one that was requested an hour ago and was lost. Returns the key of
 * the replaced ZIP; undefined while an export is under way.
 */
export async function replaceExport(
  trx: Connection,
  { id, memberId }: { id: string; memberId: string },
): Promise<{ replacedKey: string | null } | undefined> {
  const before = await trx
    .selectFrom('dataExports')
    .select('key')
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  const fresh = { id, askedAt: new Date(), readyAt: null, key: null, size: null, sha256: null }
  const begun = await trx
    .insertInto('dataExports')
    .values({ memberId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('memberId')
        .doUpdateSet(fresh)
        .where(
          sql<boolean>`data_exports.ready_at is not null or data_exports.asked_at < now() - interval '1 hour'`,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  return begun && { replacedKey: before?.key ?? null }
}

/** Records that an export is ready; false when it is no longer wanted. */
export async function finishExport(
  connection: Connection,
  id: string,
  { key, size, sha256 }: { key: string; size: number; sha256: string },
): Promise<boolean> {
  const finished = await connection
    .updateTable('dataExports')
    .set({ key, size, sha256, readyAt: new Date() })
    .where('id', '=', id)
    .where('readyAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}

/** What the audit log calls all that is a member's: themselves, what they offer, and what they bought and wrote. */
export async function auditTargetsOf(trx: Connection, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    with own as (select id from projects where owner_id = ${memberId}),
      bought as (select id, payment_id from orders where member_id = ${memberId} or owner_id = ${memberId})
    select concat_ws(' ', kind, id) as target from (
      select 'member', ${memberId}::uuid
      union all select 'project', id from own
      union all select 'release', id from releases where project_id in (select id from own)
      union all select 'question', id from questions where asker_id = ${memberId} or project_id in (select id from own)
      union all select 'review', id from reviews where member_id = ${memberId} or project_id in (select id from own)
      union all select 'complaint', id from complaints where member_id = ${memberId} or project_id in (select id from own)
      union all select 'contact', id from contact_messages where member_id = ${memberId}
      union all select 'coupon', id from coupons where owner_id = ${memberId}
      union all select 'payout', id from payouts where member_id = ${memberId}
      union all select 'order', id from bought
      union all select 'payment', payment_id from bought
      union all select 'refund', id from refund_requests where order_id in (select id from bought)
      union all select 'dispute', dispute_id from disputed_orders where order_id in (select id from bought)
    ) things (kind, id)`.execute(trx)
  return rows.map(({ target }) => target)
}

/** Deletes a member's export and returns the key of its ZIP. */
export async function deleteExport(trx: Connection, memberId: string): Promise<string[]> {
  const gone = await trx.deleteFrom('dataExports').where('memberId', '=', memberId).returning('key').execute()
  return gone.flatMap(({ key }) => key ?? [])
}

/** Deletes the exports that have been ready for so many days and returns the keys of their ZIPs. */
export async function deleteOldExports(connection: Connection, days: number): Promise<string[]> {
  const gone = await connection
    .deleteFrom('dataExports')
    .where('readyAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .returning('key')
    .execute()
  return gone.flatMap(({ key }) => key ?? [])
}

/** Selects those of the keys that an export refers to. */
export const keysOfExports = async (connection: Connection, keys: string[]) =>
  new Set(
    (await connection.selectFrom('dataExports').select('key').where('key', 'in', keys).execute()).map(
      ({ key }) => key!,
    ),
  )
