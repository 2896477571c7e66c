import { type Insertable } from 'kysely'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'

/** Inserts an acceptance; one of the same version stays as it is. */
export const insertAcceptance = (trx: Connection, acceptance: Insertable<DB['acceptances']>) =>
  trx
    .insertInto('acceptances')
    .values(acceptance)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
