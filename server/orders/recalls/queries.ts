import { type Insertable, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'

export const insertRecall = (trx: Connection, recall: Insertable<DB['releaseRecalls']>) =>
  trx.insertInto('releaseRecalls').values(recall).execute()

/** Marks a recalled release so that its payers are refunded; undefined when it was marked before, or is not recalled. */
export const startRefunds = (trx: Connection, projectId: string, number: number) =>
  trx
    .updateTable('releaseRecalls')
    .from('releases')
    .set({ refunds: true })
    .whereRef('releases.id', '=', 'releaseRecalls.releaseId')
    .where('releases.projectId', '=', projectId)
    .where('releases.number', '=', number)
    .where('refunds', '=', false)
    .returning('releaseRecalls.releaseId')
    .executeTakeFirst()

/** SQL condition: the order entitled its buyer to the release: it is for that release, or for an earlier one and was completed before the recall. */
const concerned = sql<boolean>`orders.kind = 'source' and orders.status in ('completed', 'refund_requested')
  and (orders.release_id = releases.id
    or bought.number < releases.number and (releases.recalled_at is null or orders.completed_at < releases.recalled_at))`
/** SQL condition: the order is for that release, and was paid for by its buyer or by a coupon of ours. */
const isPayer = sql<boolean>`(orders.amount_paise > 0 or orders.discount_by = 'platform') and orders.release_id = releases.id`
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
  /** True when this very release was paid for, by the buyer or by a coupon of ours, and staff decided on refunds. */
  isRefunded: boolean
  /** True when the buyer paid nothing. */
  isFree: boolean
}

/** Orders of recalled releases whose buyers were not notified yet or are to be refunded, ordered by id. */
export async function recalledOrders(
  connection: Connection,
  { max, except }: { max: number; except: string[] },
): Promise<RecalledOrder[]> {
  const { rows } = await sql<RecalledOrder>`
    select orders.id, orders.payment_id, orders.member_id, orders.owner_id, orders.referrer_id, orders.project_id, orders.title, releases.id as release_id, releases.number,
      releases.recall_reason as reason, instructions,
      refunds and ${isPayer} as is_refunded, orders.amount_paise = 0 as is_free
    from release_recalls join releases on releases.id = release_recalls.release_id
      join orders on orders.project_id = releases.project_id join releases bought on bought.id = orders.release_id
    where ${concerned} and (${notNotified} or refunds and ${isPayer}) and orders.id <> all(${except}::uuid[])
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

/** The releases of a project that were ever approved, newest first, with their recalls and the numbers of affected orders. */
export const recallableReleases = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .leftJoin('releaseRecalls', 'releaseRecalls.releaseId', 'releases.id')
    .select(['number', 'approvedAt', 'recalledAt', 'recallReason', 'instructions', 'refunds'])
    .select([
      ordersWhere(concerned).as('buyers'),
      ordersWhere(sql<boolean>`${concerned} and ${isPayer}`).as('paid'),
      ordersWhere(sql<boolean>`${concerned} and (${notNotified} or refunds and ${isPayer})`).as('waiting'),
      sql<number>`(select count(*) from recall_notices where recall_notices.release_id = releases.id)`.as(
        'notified',
      ),
      sql<number>`(select count(*) from recall_notices
        where recall_notices.release_id = releases.id and is_refunded)`.as('refunded'),
    ])
    .where('projectId', '=', projectId)
    .where('approvedAt', 'is not', null)
    .orderBy('number', 'desc')
    .execute()
export type RecallableRow = Awaited<ReturnType<typeof recallableReleases>>[number]
