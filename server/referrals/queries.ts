import type { Connection } from '../database/connection.ts'

export const activeMemberWithCode = (connection: Connection, referralCode: string) =>
  connection
    .selectFrom('members')
    .select('id')
    .where('referralCode', '=', referralCode)
    .where('deactivatedAt', 'is', null)
    .executeTakeFirst()
