import type { Connection } from '../../platform/database/connection.ts'

/** Locks a question to the end of the transaction. */
export const lockQuestion = (trx: Connection, id: string) =>
  trx.selectFrom('questions').select('id').where('id', '=', id).forUpdate().execute()
