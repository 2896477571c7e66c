import type { Connection } from '../platform/database/connection.ts'
import type { StaffMember } from './queries.ts'

export const activeStaff = (connection: Connection): Promise<StaffMember[]> =>
  connection.selectFrom('staff').selectAll().where('isActive', '=', true).orderBy('id').execute()

/** Counts the active staff who have set a password: who was invited and never came cannot sign in. */
export const countStaffWhoCanSignIn = async (connection: Connection): Promise<number> =>
  (await activeStaff(connection)).filter(({ passwordHash }) => passwordHash !== null).length

export const countActiveStaff = async (connection: Connection): Promise<number> =>
  (await activeStaff(connection)).length
