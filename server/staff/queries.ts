import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'

import type { Connection, DB } from '../database/connection.ts'
import { livingSessions } from '../sessions/service.ts'

export type StaffMember = Selectable<DB['staff']>

export const staffById = (connection: Connection, id: string): Promise<StaffMember | undefined> =>
  connection.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()

export const staffByEmail = (connection: Connection, email: string): Promise<StaffMember | undefined> =>
  connection.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()

export const allStaff = (connection: Connection): Promise<StaffMember[]> =>
  connection.selectFrom('staff').selectAll().orderBy('id').execute()

export const activeStaff = (connection: Connection): Promise<StaffMember[]> =>
  connection.selectFrom('staff').selectAll().where('isActive', '=', true).orderBy('id').execute()

/** Inserts the first admin, or raises the staff member with that email to it. */
export async function placeFirstAdmin(connection: Connection, admin: Insertable<DB['staff']>): Promise<void> {
  await connection
    .insertInto('staff')
    .values(admin)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ role: admin.role, passwordHash: admin.passwordHash, isActive: true }),
    )
    .execute()
}

/** Until the transaction ends, no other process decides about the first admin. */
export async function lockFirstAdmin(connection: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('first admin'))`.execute(connection)
}

/** The staff member of a session that lives, as long as the account is active. */
export const staffInSession = (connection: Connection, sessionId: string, staffId: string) =>
  livingSessions(connection)
    .innerJoin('staff', 'staff.id', 'sessions.staffId')
    .select('staff.role')
    .where('sessions.id', '=', sessionId)
    .where('staff.id', '=', staffId)
    .where('staff.isActive', '=', true)
    .executeTakeFirst()

export const countActiveStaff = async (connection: Connection): Promise<number> =>
  (await activeStaff(connection)).length

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

export const changeStaff = (
  connection: Connection,
  id: string,
  changes: Updateable<DB['staff']>,
): Promise<StaffMember> =>
  connection.updateTable('staff').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Until the transaction ends, nobody else decides who is on the staff: of two who switch each other off, one comes first. */
export async function lockStaff(trx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('who is on the staff'))`.execute(trx)
}

/** When each staff member last signed in. */
export const lastSignIns = (connection: Connection) =>
  connection
    .selectFrom('staffActions')
    .select(({ fn }) => ['staffId', fn.max('happenedAt').as('at')])
    .where('action', '=', 'sign in')
    .groupBy('staffId')
    .execute()
