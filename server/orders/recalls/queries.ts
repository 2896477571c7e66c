import { type Insertable, sql, type Updateable } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export const insertRecall = (trx: Connection, recall: Insertable<DB['releaseRecalls']>) =>
  trx.insertInto('releaseRecalls').values(recall).execute()

/** Locks the recall of a release until the transaction ends; undefined when it is not recalled. */
export const lockRecallOf = (trx: Connection, projectId: string, number: number) =>
  trx
    .selectFrom('releaseRecalls')
    .innerJoin('releases', 'releases.id', 'releaseRecalls.releaseId')
    .selectAll('releaseRecalls')
    .where('releases.projectId', '=', projectId)
    .where('releases.number', '=', number)
    .forUpdate('releaseRecalls')
    .executeTakeFirst()

/** The decision about the refunds of a recalled release, which does not change until the transaction ends. */
export const refundDecisionOf = (trx: Connection, releaseId: string) =>
  trx
    .selectFrom('releaseRecalls')
    .select(['refunds', 'refundsConfirmedBy'])
    .where('releaseId', '=', releaseId)
    .forShare()
    .executeTakeFirstOrThrow()

export const updateRecall = (trx: Connection, releaseId: string, changes: Updateable<DB['releaseRecalls']>) =>
  trx.updateTable('releaseRecalls').set(changes).where('releaseId', '=', releaseId).execute()

/** The ids of the orders for exactly this release that were paid for and are still owned. */
export async function payersOf(connection: Connection, releaseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select orders.id from orders join releases on releases.id = orders.release_id
    where releases.id = ${releaseId} and ${isOwned} and ${isPayer}
    order by orders.id`.execute(connection)
  return rows.map(({ id }) => id)
}

/** Has the refunds of these orders wait for a second member of staff. */
export async function insertWaiting(trx: Connection, releaseId: string, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return
  await trx
    .insertInto('waitingRefunds')
    .values(orderIds.map((orderId) => ({ releaseId, orderId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Ends that refunds of a recalled release wait; returns how many did. */
export async function deleteWaiting(trx: Connection, releaseId: string): Promise<number> {
  const ended = await trx
    .deleteFrom('waitingRefunds')
    .where('releaseId', '=', releaseId)
    .returning('orderId')
    .execute()
  return ended.length
}

/** SQL condition: the order is for a source and is still its buyer's. */
const isOwned = sql<boolean>`orders.kind = 'source' and orders.status in ('completed', 'refund_requested')`
/**
 * SQL condition: the order entitled its buyer to the release: it is for that release, or for an earlier one and was
 * completed before the recall.
 */
const concerned = sql<boolean>`${isOwned}
  and (orders.release_id = releases.id
    or bought.number < releases.number and (releases.recalled_at is null or orders.completed_at < releases.recalled_at))`
/** SQL condition: the order is for that release, and was paid for by its buyer or by a coupon of ours. */
const isPayer = sql<boolean>`(orders.amount_paise > 0 or orders.discount_by = 'platform') and orders.release_id = releases.id`
/** SQL condition: the refund of the order waits for a second member of staff. */
const waitsForSecond = sql<boolean>`exists (select from waiting_refunds waiting where waiting.order_id = orders.id)`
const notNotified = sql<boolean>`not exists (select from recall_notices notice
  where notice.release_id = releases.id and notice.order_id = orders.id)`

export interface RecalledOrder {
  id: string
  paymentId: string
  memberId: string
  ownerId: string
  referrerId: string | null
  projectId: string
  title: string
  releaseId: string
  number: number
  reason: string
  instructions: string
  /** True when this very release was paid for, by the buyer or by a coupon of ours. */
  isPayer: boolean
  /** True when the buyer paid nothing. */
  isFree: boolean
}

/**
 * Orders of recalled releases whose buyers were not notified yet or are to be refunded without another member of staff,
 * ordered by id.
 */
export async function recalledOrders(
  connection: Connection,
  { max, except }: { max: number; except: string[] },
): Promise<RecalledOrder[]> {
  const { rows } = await sql<RecalledOrder>`
    select orders.id, orders.payment_id, orders.member_id, orders.owner_id, orders.referrer_id, orders.project_id, orders.title, releases.id as release_id, releases.number,
      releases.recall_reason as reason, instructions,
      ${isPayer} as is_payer, orders.amount_paise = 0 as is_free
    from release_recalls join releases on releases.id = release_recalls.release_id
      join orders on orders.project_id = releases.project_id join releases bought on bought.id = orders.release_id
    where ${concerned} and (${notNotified} or refunds and ${isPayer} and not ${waitsForSecond}) and orders.id <> all(${except}::uuid[])
    order by orders.id limit ${max}`.execute(connection)
  return rows
}

/** Records that a buyer is notified; returns false when it was recorded before. */
export async function insertNotice(trx: Connection, releaseId: string, orderId: string): Promise<boolean> {
  const inserted = await trx
    .insertInto('recallNotices')
    .values({ releaseId, orderId, isRefunded: false })
    .onConflict((conflict) => conflict.doNothing())
    .returning('orderId')
    .executeTakeFirst()
  return inserted !== undefined
}

export const recordRefunded = (trx: Connection, releaseId: string, orderId: string) =>
  trx
    .updateTable('recallNotices')
    .set({ isRefunded: true })
    .where('releaseId', '=', releaseId)
    .where('orderId', '=', orderId)
    .execute()

const ordersWhere = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`(
  select count(*) from orders join releases bought on bought.id = orders.release_id
  where orders.project_id = releases.project_id and ${condition})`

/** The recall of the newest release of a project that was ever approved, unless the project is deleted. */
export const recallOfNewest = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .innerJoin('releaseRecalls', 'releaseRecalls.releaseId', 'releases.id')
    .innerJoin('projects', 'projects.id', 'releases.projectId')
    .select(['releaseRecalls.title', 'category', 'number', 'recalledAt', 'recallReason'])
    .where('releases.projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`not exists (select from releases newer where newer.project_id = projects.id
        and newer.number > releases.number and newer.approved_at is not null)`)
    .executeTakeFirst()
export type RecallOfNewest = NonNullable<Awaited<ReturnType<typeof recallOfNewest>>>

/**
 * The releases of a project that were ever approved, newest first, with their recalls and the numbers of affected
 * orders.
 */
export const recallableReleases = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .leftJoin('releaseRecalls', 'releaseRecalls.releaseId', 'releases.id')
    .select(['releases.id', 'number', 'approvedAt', 'recalledAt', 'recallReason', 'instructions', 'refunds'])
    .select(['refundsBy'])
    .select([
      ordersWhere(concerned).as('buyers'),
      ordersWhere(sql<boolean>`${concerned} and ${isPayer}`).as('paid'),
      ordersWhere(
        sql<boolean>`${concerned} and (${notNotified} or refunds and ${isPayer} and not ${waitsForSecond})`,
      ).as('waiting'),
      sql<number>`(select count(*) from recall_notices where recall_notices.release_id = releases.id)`.as(
        'notified',
      ),
      sql<number>`(select count(*) from recall_notices
        where recall_notices.release_id = releases.id and is_refunded)`.as('refunded'),
      ordersWhere(sql<boolean>`${isOwned} and ${isPayer} and ${waitsForSecond}`).as('unconfirmed'),
      sql<number>`(select coalesce(sum(amount_paise), 0) from orders
        where ${isOwned} and ${isPayer} and ${waitsForSecond})`.as('unconfirmedPaise'),
    ])
    .where('projectId', '=', projectId)
    .where('approvedAt', 'is not', null)
    .orderBy('number', 'desc')
    .execute()
export type RecallableRow = Awaited<ReturnType<typeof recallableReleases>>[number]
