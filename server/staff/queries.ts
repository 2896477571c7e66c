import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'
import { validSessions } from '../platform/sessions/queries.ts'

export type StaffMember = Selectable<DB['staff']>

export const staffById = (connection: Connection, id: string): Promise<StaffMember | undefined> =>
  connection.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()

export const staffByEmail = (connection: Connection, email: string): Promise<StaffMember | undefined> =>
  connection.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()

export const allStaff = (connection: Connection): Promise<StaffMember[]> =>
  connection.selectFrom('staff').selectAll().orderBy('id').execute()

/** Inserts the first admin, or promotes the staff member with that email. */
export const upsertFirstAdmin = (
  connection: Connection,
  admin: Insertable<DB['staff']>,
): Promise<StaffMember> =>
  connection
    .insertInto('staff')
    .values(admin)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ role: admin.role, passwordHash: admin.passwordHash, isActive: true }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Locks the decision about the first admin until the transaction ends. */
export async function lockFirstAdmin(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('first admin'))`.execute(connection)
}

/** Returns the role of an active staff member in a live session. */
export const staffInSession = (connection: Connection, sessionId: string, staffId: string) =>
  validSessions(connection)
    .innerJoin('staff', 'staff.id', 'sessions.staffId')
    .select('staff.role')
    .where('sessions.id', '=', sessionId)
    .where('staff.id', '=', staffId)
    .where('staff.isActive', '=', true)
    .executeTakeFirst()

export const insertStaff = (
  trx: Connection,
  staff: Insertable<DB['staff']>,
): Promise<StaffMember | undefined> =>
  trx
    .insertInto('staff')
    .values(staff)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const updateStaff = (
  connection: Connection,
  id: string,
  changes: Updateable<DB['staff']>,
): Promise<StaffMember> =>
  connection.updateTable('staff').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/**
 * Locks all changes of staff accounts until the transaction ends: of two who deactivate each other, one comes first.
 */
export async function lockStaff(trx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('who is on the staff'))`.execute(trx)
}

/** Returns when each staff member last signed in. */
export const lastSignIns = (connection: Connection) =>
  connection
    .selectFrom('staffActions')
    .select(({ fn }) => ['staffId', fn.max('happenedAt').as('at')])
    .where('action', '=', 'sign in')
    .groupBy('staffId')
    .execute()

/** Records that the code of a period was used: true for exactly one of any number of simultaneous callers. */
export async function consumeTotpStep(
  connection: Connection,
  staffId: string,
  step: number,
): Promise<boolean> {
  const { rows } = await sql`
    update staff set totp_step = ${step}
    where id = ${staffId} and (totp_step is null or totp_step < ${step}) returning 1`.execute(connection)
  return rows.length > 0
}

export async function replaceRecoveryCodes(
  trx: Connection,
  staffId: string,
  hashes: string[],
): Promise<void> {
  await trx.deleteFrom('staffRecoveryCodes').where('staffId', '=', staffId).execute()
  if (hashes.length > 0)
    await trx
      .insertInto('staffRecoveryCodes')
      .values(hashes.map((codeHash) => ({ staffId, codeHash })))
      .execute()
}

/** Deletes a recovery code when it is used: true for exactly one of any number of simultaneous callers. */
export async function consumeRecoveryCode(
  connection: Connection,
  staffId: string,
  codeHash: string,
): Promise<boolean> {
  const spent = await connection
    .deleteFrom('staffRecoveryCodes')
    .where('staffId', '=', staffId)
    .where('codeHash', '=', codeHash)
    .returning('staffId')
    .executeTakeFirst()
  return spent !== undefined
}

export async function countRecoveryCodes(connection: Connection, staffId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('staffRecoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return count
}
