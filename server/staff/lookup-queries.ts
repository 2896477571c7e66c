import type { Connection } from '../platform/database/connection.ts'
import type { StaffMember } from './queries.ts'

export const activeStaff = (connection: Connection): Promise<StaffMember[]> =>
  connection.selectFrom('staff').selectAll().where('isActive', '=', true).orderBy('id').execute()

/** Returns the active staff who have set a password: somebody who was invited and never came cannot sign in. */
export const staffWhoCanSignIn = async (connection: Connection): Promise<StaffMember[]> =>
  (await activeStaff(connection)).filter(({ passwordHash }) => passwordHash !== null)

export const countActiveStaff = async (connection: Connection): Promise<number> =>
  (await activeStaff(connection)).length
