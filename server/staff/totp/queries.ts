import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** Notes that the code of a period was used: of any number at once one is told that it was the first. */
export async function useStep(connection: Connection, staffId: string, step: number): Promise<boolean> {
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

/** Takes a recovery code away: exactly one of any number at once gets true. */
export async function takeRecoveryCode(
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
