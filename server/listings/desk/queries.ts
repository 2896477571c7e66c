import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** Claims a project for a staff member unless another's claim is live; answers until when, or undefined. */
export const insertClaim = (connection: Connection, projectId: string, staffId: string, minutes: number) =>
  connection
    .insertInto('verificationClaims')
    .values({ projectId, staffId, expiresAt: sql<Date>`now() + ${minutes} * interval '1 minute'` })
    .onConflict((conflict) =>
      conflict
        .column('projectId')
        .doUpdateSet((row) => ({
          staffId: row.ref('excluded.staffId'),
          claimedAt: sql<Date>`now()`,
          expiresAt: row.ref('excluded.expiresAt'),
        }))
        .where((on) =>
          on.or([
            on('verificationClaims.staffId', '=', staffId),
            on('verificationClaims.expiresAt', '<=', sql<Date>`now()`),
          ]),
        ),
    )
    .returning('expiresAt')
    .executeTakeFirst()

/** Who looks at a project now; undefined when nobody does, or no longer. */
export const liveClaim = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('verificationClaims')
    .innerJoin('staff', 'staff.id', 'staffId')
    .select(['staffId', 'staff.name', 'expiresAt'])
    .where('projectId', '=', projectId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Ends a claim: a staff member's own, or anybody's. */
export async function deleteClaim(connection: Connection, projectId: string, staffId?: string) {
  await connection
    .deleteFrom('verificationClaims')
    .where('projectId', '=', projectId)
    .$if(staffId !== undefined, (query) => query.where('staffId', '=', staffId!))
    .execute()
}

/** Since when a project could have been verified: it has files, and became pending. */
const waitingSince = sql<Date>`greatest(
  coalesce(
    (select max(verified_at) from verifications where project_id = projects.id and status = 'pending'),
    projects.created_at
  ),
  (select min(created_at) from releases where project_id = projects.id)
)`

/** What staff can decide on: with files, not put away, and none of these projects, which wait for their owners. */
const waiting = (connection: Connection, blocked: string[]) =>
  connection
    .selectFrom('projects')
    .leftJoin('verificationClaims', (join) =>
      join
        .onRef('verificationClaims.projectId', '=', 'projects.id')
        .on('verificationClaims.expiresAt', '>', sql<Date>`now()`),
    )
    .where('verificationStatus', 'in', ['pending', 'under_review'])
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .where('releaseId', 'is not', null)
    .where(sql<boolean>`projects.id <> all(${blocked}::uuid[])`)

/** How many projects staff can decide on. */
export const countWaiting = async (connection: Connection, blocked: string[]): Promise<number> =>
  (
    await waiting(connection, blocked)
      .select((project) => project.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total

/** One page of them, the longest waiting first. */
export const readWaiting = (
  connection: Connection,
  blocked: string[],
  { limit, offset }: { limit: number; offset: number },
) =>
  waiting(connection, blocked)
    .innerJoin('members', 'members.id', 'ownerId')
    .leftJoin('staff', 'staff.id', 'verificationClaims.staffId')
    .select((from) => [
      'projects.id',
      'title',
      'category',
      'members.name as owner',
      'verificationStatus as status',
      waitingSince.as('waitingSince'),
      from
        .exists(
          from
            .selectFrom('releases')
            .whereRef('releases.projectId', '=', 'projects.id')
            .where('releases.status', '=', 'approved'),
        )
        .$castTo<boolean>()
        .as('isUpdate'),
      'verificationClaims.staffId',
      'staff.name as claimedBy',
      'expiresAt',
    ])
    .orderBy('waitingSince')
    .orderBy('projects.id')
    .limit(limit)
    .offset(offset)
    .execute()
export type WaitingRow = Awaited<ReturnType<typeof readWaiting>>[number]

/** The longest waiting project that no other staff member looks at, those first that this one does. */
export const nextWaiting = (connection: Connection, blocked: string[], staffId: string) =>
  waiting(connection, blocked)
    .select('projects.id')
    .where((on) =>
      on.or([on('verificationClaims.staffId', 'is', null), on('verificationClaims.staffId', '=', staffId)]),
    )
    .orderBy(
      (on) => on('verificationClaims.staffId', '=', staffId),
      (order) => order.desc().nullsLast(),
    )
    .orderBy(waitingSince)
    .orderBy('projects.id')
    .limit(1)
    .executeTakeFirst()

/** Since when one project waits, and its release that was approved last before the newest. */
export const readStanding = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('projects')
    .select((from) => [
      sql<Date>`coalesce(${waitingSince}, created_at)`.as('waitingSince'),
      from
        .selectFrom('releases')
        .select((release) => release.fn.max('number').as('number'))
        .whereRef('releases.projectId', '=', 'projects.id')
        .where('releases.status', '=', 'approved')
        .as('approvedRelease'),
    ])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()

/** How many projects of an owner stand where with staff, and how often they were sold. */
export const standingsOf = (connection: Connection, ownerId: string) =>
  connection
    .selectFrom('projects')
    .select((project) => [
      'verificationStatus as status',
      project.fn.countAll<number>().as('count'),
      sql<number>`sum(sales_count)::int`.as('sales'),
    ])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .groupBy('verificationStatus')
    .execute()
