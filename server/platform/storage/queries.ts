import type { Connection } from '../database/connection.ts'

/** The key after which the sweep of a folder goes on; '' at its beginning. */
export async function sweptUntil(connection: Connection, folder: string): Promise<string> {
  const row = await connection
    .selectFrom('storeSweeps')
    .select('afterKey')
    .where('folder', '=', folder)
    .executeTakeFirst()
  return row?.afterKey ?? ''
}

export async function saveSweptUntil(connection: Connection, folder: string, afterKey: string) {
  await connection
    .insertInto('storeSweeps')
    .values({ folder, afterKey })
    .onConflict((conflict) => conflict.column('folder').doUpdateSet({ afterKey }))
    .execute()
}
