import type { Connection } from '../platform/database/connection.ts'
import type { StaffMember } from './queries.ts'

export const activeStaff = (connection: Connection): Promise<StaffMember[]> =>
  connection.selectFrom('staff').selectAll().where('isActive', '=', true).orderBy('id').execute()

export const countActiveStaff = async (connection: Connection): Promise<number> =>
  (await activeStaff(connection)).length
