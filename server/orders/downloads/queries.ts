import { sql } from 'kysely'

import { entitlingStatuses } from '#contract/orders/orders.ts'

import { editedProjects } from '../../catalogue/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { isTakenBack } from '../../projects/releases/lookup-queries.ts'

/**
 * Inserts the notice by which the buyers of a project are mailed about a release, unless it exists or the release is
 * deleted.
 */
export const insertNotice = (connection: Connection, releaseId: string) =>
  connection
    .insertInto('releaseNotices')
    .columns(['releaseId'])
    .expression((query) => query.selectFrom('releases').select('id').where('id', '=', releaseId))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Locks an unfinished notice until the transaction ends, and returns it with its release and project. */
export const lockOpenNotice = (trx: Connection, releaseId: string) =>
  trx
    .selectFrom('releaseNotices')
    .innerJoin('releases', 'releases.id', 'releaseNotices.releaseId')
    .innerJoin('projects', 'projects.id', 'releases.projectId')
    .select(['mailedTo', 'projectId', 'projects.title', 'releases.number', 'releases.notes'])
    .select('releases.status')
    .where('releaseNotices.releaseId', '=', releaseId)
    .where('doneAt', 'is', null)
    .forUpdate('releaseNotices')
    .executeTakeFirst()

export const recordMailed = (
  trx: Connection,
  releaseId: string,
  { to, isDone }: { to: string | null; isDone: boolean },
) =>
  trx
    .updateTable('releaseNotices')
    .set({ mailedTo: to, ...(isDone && { doneAt: sql<Date>`now()` }) })
    .where('releaseId', '=', releaseId)
    .execute()

/** Deletes the records of a member's downloads. */
export async function deleteDownloadsOf(trx: Connection, memberId: string): Promise<void> {
  await trx.deleteFrom('downloads').where('memberId', '=', memberId).execute()
  const orders = trx.selectFrom('orders').select('id').where('memberId', '=', memberId)
  await trx.deleteFrom('reportDownloads').where('orderId', 'in', orders).execute()
  await trx.deleteFrom('computerLinks').where('orderId', 'in', orders).execute()
}

/** Deletes the records of downloads of never approved releases of some projects, so that these can be deleted. */
export async function deleteDownloadsOfUnapproved(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx
    .deleteFrom('downloads')
    .where('releaseId', 'in', (query) =>
      query
        .selectFrom('releases')
        .select('id')
        .where('projectId', 'in', projectIds)
        .where('approvedAt', 'is', null),
    )
    .execute()
}

/** The releases of a project, highest number first. */
export const releasesOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('releases')
    .select(['id', 'number', 'status', 'approvedAt', 'recalledAt', 'recallReason'])
    .select(isTakenBack.as('isTakenBack'))
    .where('projectId', '=', projectId)
    .orderBy('number', 'desc')
    .execute()

/** Returns whether staff recalled a release and refund its buyers. */
export async function isRefundedRecall(connection: Connection, releaseId: string): Promise<boolean> {
  const recall = await connection
    .selectFrom('releaseRecalls')
    .select('releaseId')
    .where('releaseId', '=', releaseId)
    .where('refunds', '=', true)
    .executeTakeFirst()
  return recall !== undefined
}

/** A project's owner and the release that they and staff see, also when the project is deleted. */
export const projectForDownload = (connection: Connection, projectId: string) =>
  connection
    .selectFrom(editedProjects)
    .select(['ownerId', 'releaseId', 'deletedAt'])
    .where('id', '=', projectId)
    .executeTakeFirst()

/** Locks a release against a recall until the transaction ends. */
export const lockRelease = (trx: Connection, releaseId: string) =>
  trx
    .selectFrom('releases')
    .select(['number', 'recalledAt', 'recallReason'])
    .where('id', '=', releaseId)
    .forShare()
    .executeTakeFirstOrThrow()

/** Records that a buyer downloads a release. Returns whether it is the first time. */
export async function recordDownload(connection: Connection, memberId: string, releaseId: string) {
  const { isFirst } = await connection
    .insertInto('downloads')
    .values({ memberId, releaseId })
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'releaseId'])
        .doUpdateSet({ times: sql`downloads.times + 1`, lastAt: new Date() }),
    )
    .returning(sql<boolean>`times = 1`.as('isFirst'))
    .executeTakeFirstOrThrow()
  return isFirst
}

/** A member's downloads of the releases of a project, newest release first. */
export const releaseDownloads = (connection: Connection, memberId: string, projectId: string) =>
  connection
    .selectFrom('downloads')
    .innerJoin('releases', 'releases.id', 'downloads.releaseId')
    .select(['number as release', 'firstAt', 'lastAt', 'times'])
    .where('memberId', '=', memberId)
    .where('projectId', '=', projectId)
    .orderBy('number', 'desc')
    .execute()

/** The owner of a project and the key of the report that they and staff see, also when the project is deleted. */
export const projectForReport = (connection: Connection, projectId: string) =>
  connection
    .selectFrom(editedProjects)
    .select(['ownerId', 'deletedAt', 'reportKey', 'title'])
    .where('id', '=', projectId)
    .executeTakeFirst()

/** Records that a buyer downloads the report of an order. */
export const recordReportDownload = (connection: Connection, orderId: string) =>
  connection
    .insertInto('reportDownloads')
    .values({ orderId })
    .onConflict((conflict) =>
      conflict.column('orderId').doUpdateSet({ times: sql`report_downloads.times + 1`, lastAt: new Date() }),
    )
    .execute()

/** The downloads of an order's report, or undefined. */
export const reportDownloads = (connection: Connection, orderId: string) =>
  connection
    .selectFrom('reportDownloads')
    .select(['firstAt', 'lastAt', 'times'])
    .where('orderId', '=', orderId)
    .executeTakeFirst()

/**
 * The members who own a release of a project older than `number`, or have a seat of such an order, ordered by id: the
 * next `max` after the id `after`.
 */
export const buyersBefore = (
  connection: Connection,
  {
    projectId,
    number,
    after,
    max,
  }: { projectId: string; number: number; after: string | undefined; max: number },
) =>
  connection
    .selectFrom('orders')
    .innerJoin(holders.as('holders'), 'holders.orderId', 'orders.id')
    .innerJoin('members', 'members.id', 'holders.memberId')
    .innerJoin('releases', 'releases.id', 'orders.releaseId')
    .distinctOn('members.id')
    .select(['members.id', 'orders.id as orderId', 'holders.seatId'])
    .where('orders.projectId', '=', projectId)
    .where('orders.kind', '=', 'source')
    .where('orders.status', 'in', entitlingStatuses)
    .where('releases.number', '<', number)
    .where('members.deactivatedAt', 'is', null)
    .$if(after !== undefined, (query) => query.where('members.id', '>', after!))
    .orderBy('members.id')
    .orderBy('holders.seatId', (seat) => seat.asc().nullsFirst())
    .limit(max)
    .execute()

/** SQL rows: who may download what an order gives: its buyer, and who has a seat of it. */
const holders = sql<{ orderId: string; memberId: string; seatId: string | null }>`(
  select orders.id as order_id, orders.member_id, null::uuid as seat_id from orders
  union all
  select order_id, member_id, id from seats where member_id is not null and ended_at is null)`

/** Inserts a mailed link, and deletes those that ended so long ago that nobody needs to be told why. */
export async function insertComputerLink(
  trx: Connection,
  link: { tokenHash: string; orderId: string; expiresAt: Date },
): Promise<void> {
  await trx
    .deleteFrom('computerLinks')
    .where('expiresAt', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
  await trx.insertInto('computerLinks').values(link).execute()
}

/** A mailed link. */
export const computerLinkBy = (connection: Connection, tokenHash: string) =>
  connection
    .selectFrom('computerLinks')
    .select(['orderId', 'expiresAt', 'downloads'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()

/** Counts a download by a mailed link. Returns false when `max` are counted already, or its time is over. */
export const useComputerLink = async (
  connection: Connection,
  tokenHash: string,
  max: number,
): Promise<boolean> =>
  (await connection
    .updateTable('computerLinks')
    .set({ downloads: sql`downloads + 1` })
    .where('tokenHash', '=', tokenHash)
    .where('downloads', '<', max)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('downloads')
    .executeTakeFirst()) !== undefined
