import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

/** The run answer of an order, also when it no longer counts; `ran` is null when the buyer was only asked. */
export const answerOf = (connection: Connection, orderId: string) =>
  connection.selectFrom('runAnswers').selectAll().where('orderId', '=', orderId).executeTakeFirst()

/** Saves an answer in place of the previous one of its order. */
export const upsertAnswer = (trx: Connection, answer: Insertable<DB['runAnswers']>) => {
  const { orderId: _, ...changes } = answer
  return trx
    .insertInto('runAnswers')
    .values(answer)
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet(changes))
    .execute()
}

/** Records that the owner is told that an order's project did not run; returns false when they were told before. */
export const recordOwnerNotified = async (trx: Connection, orderId: string): Promise<boolean> =>
  (await trx
    .updateTable('runAnswers')
    .set({ ownerToldAt: new Date() })
    .where('orderId', '=', orderId)
    .where('ownerToldAt', 'is', null)
    .returning('orderId')
    .executeTakeFirst()) !== undefined

/** The newest answers about a project that count, at most `max`, with the texts that its owner may read. */
export const answersOf = (connection: Connection, projectId: string, max: number) =>
  connection
    .selectFrom('runAnswers')
    .innerJoin('orders', 'orders.id', 'runAnswers.orderId')
    .select(['ran', 'reason', 'answeredAt', sql<boolean>`amount_paise = 0`.as('isFree')])
    .select(sql<string>`case when owner_may_read then run_answers.text else '' end`.as('text'))
    .where('orders.projectId', '=', projectId)
    .where('ran', 'is not', null)
    .where('withdrawnAt', 'is', null)
    .orderBy('answeredAt', 'desc')
    .limit(max)
    .execute()

/** Withdraws the answer about a refunded order, so that it no longer counts. */
export const withdrawRunAnswer = (trx: Connection, orderId: string) =>
  trx
    .updateTable('runAnswers')
    .set({ withdrawnAt: sql<Date>`now()` })
    .where('orderId', '=', orderId)
    .where('withdrawnAt', 'is', null)
    .execute()

/** Returns whether the buyer of an order has downloaded a release of its project. */
export const hasDownloaded = async (
  connection: Connection,
  { memberId, projectId }: { memberId: string; projectId: string },
): Promise<boolean> =>
  (await connection
    .selectFrom('downloads')
    .innerJoin('releases', 'releases.id', 'downloads.releaseId')
    .select('releases.id')
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Records that buyers are asked whether a project ran: at most `max` of those whose first download was `days` to 31
 * days ago and who neither answered nor were asked. Returns the orders to mail about.
 */
export async function recordAsked(trx: Connection, { days, max }: { days: number; max: number }) {
  const asked = await sql<{ orderId: string; title: string; memberId: string; hasHelp: boolean }>`
    with due as (
      select distinct orders.id from downloads
      join releases on releases.id = downloads.release_id
      join orders on orders.member_id = downloads.member_id and orders.project_id = releases.project_id
      join members on members.id = orders.member_id
      where downloads.first_at between now() - interval '31 days' and now() - make_interval(days => ${days})
        and orders.completed_at < now() - make_interval(days => ${days})
        and orders.kind = 'source' and orders.status = 'completed' and members.deactivated_at is null
        and not exists (select from run_answers where run_answers.order_id = orders.id)
      limit ${max}
    ), noted as (
      insert into run_answers (order_id, asked_at) select id, now() from due
      on conflict do nothing returning order_id
    )
    select noted.order_id as "orderId", orders.title, orders.member_id as "memberId", orders.amount_paise > 0 as "hasHelp"
    from noted join orders on orders.id = noted.order_id`.execute(trx)
  return asked.rows
}

/** Erases the texts of a member's answers; whether it ran stays counted. */
export const clearAnswersOf = (trx: Connection, memberId: string) =>
  trx
    .updateTable('runAnswers')
    .set({ text: '' })
    .where('orderId', 'in', trx.selectFrom('orders').select('id').where('memberId', '=', memberId))
    .execute()
