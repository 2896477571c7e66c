import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { pageOf } from '../../platform/database/paging.ts'
import type { PayoutRow } from './queries.ts'

/** Stores a file for the bank with its locked payouts, which wait for no file any more; returns its number. */
export async function insertFile(trx: Connection, madeBy: string, payouts: PayoutRow[]): Promise<number> {
  const { id: fileId, number } = await trx
    .insertInto('payoutFiles')
    .values({ id: uuid(), madeBy })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payoutFileRows')
    .values(payouts.map(({ id, exportedAt }) => ({ fileId, payoutId: id, isAgain: exportedAt !== null })))
    .execute()
  await trx
    .updateTable('payouts')
    .set({ exportedAt: sql<Date>`now()`, againBy: null, againNote: null, againConfirmedAt: null })
    .where(
      'id',
      'in',
      payouts.map(({ id }) => id),
    )
    .execute()
  return number
}

/** The payouts of a file by its number, in its order; none when there is no such file. */
export const payoutsInFile = (connection: Connection, number: number) =>
  connection
    .selectFrom('payoutFiles as file')
    .innerJoin('payoutFileRows as row', 'row.fileId', 'file.id')
    .innerJoin('payouts', 'payouts.id', 'row.payoutId')
    .selectAll('payouts')
    .select(['file.id as fileId', 'row.isAgain'])
    .where('file.number', '=', number)
    .orderBy('payouts.number')
    .execute()

/** A page of the files for the bank, newest first, with the sums of their payouts in paise. */
export const filesForBank = (connection: Connection, window: PageWindow) =>
  pageOf(
    connection,
    connection
      .selectFrom('payoutFiles')
      .select(['number', 'madeBy', 'madeAt'])
      .select([
        sql<number>`(select count(*) from payout_file_rows where file_id = payout_files.id)`.as('payouts'),
        sql<number>`(select count(*) from payout_file_rows where file_id = payout_files.id and is_again)`.as(
          'again',
        ),
        sql<number>`(select sum(amount_paise) from payout_file_rows join payouts on payouts.id = payout_id
          where file_id = payout_files.id)`.as('amountPaise'),
      ])
      .orderBy('madeAt', 'desc')
      .orderBy('number', 'desc'),
    window,
  )

/** The files for the bank that contain a payout, oldest first. */
export const filesOf = (connection: Connection, payoutId: string) =>
  connection
    .selectFrom('payoutFileRows as row')
    .innerJoin('payoutFiles as file', 'file.id', 'row.fileId')
    .select(['file.number', 'file.madeAt', 'row.isAgain'])
    .where('row.payoutId', '=', payoutId)
    .orderBy('file.number')
    .execute()
