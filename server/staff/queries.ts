import { type Insertable, type Selectable, sql } from 'kysely'

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
