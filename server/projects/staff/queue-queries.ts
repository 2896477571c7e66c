import { sql } from 'kysely'

import type { RuleName } from '#contract/projects/findings.ts'
import type { RunOutcome } from '#contract/projects/runs.ts'
import { maxQueued } from '#contract/projects/staff/verification.ts'

import { editedPictures, editedProjects } from '../../catalogue/lookup-queries.ts'
import type { Connection, Found } from '../../platform/database/connection.ts'
import type { Picture } from '../editions/queries.ts'
import { requiredOf, undeclared } from '../findings/queries.ts'
import { minCompared } from '../similarity/queries.ts'

/** Claims a project for a staff member unless another one has a live claim. Answers its expiry, or undefined. */
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

/** The live claim on a project, with the staff member's name; undefined when there is none. */
export const liveClaim = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('verificationClaims')
    .innerJoin('staff', 'staff.id', 'staffId')
    .select(['staffId', 'staff.name', 'expiresAt'])
    .where('projectId', '=', projectId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Deletes a claim: a staff member's own, or anybody's. */
export async function deleteClaim(connection: Connection, projectId: string, staffId?: string) {
  await connection
    .deleteFrom('verificationClaims')
    .where('projectId', '=', projectId)
    .$if(staffId !== undefined, (query) => query.where('staffId', '=', staffId!))
    .execute()
}

/** The time since which a project waits: it has files, and no decision since then. What was taken back is none. */
const waitingSince = sql<Date>`greatest(
  coalesce(
    (select max(verified_at) from verifications where project_id = projects.id and undoes is null
      and status in ('pending', 'under_review') and previous_status not in ('pending', 'under_review')),
    projects.created_at
  ),
  (select min(created_at) from releases where project_id = projects.id)
)`

const waiting = (connection: Connection) =>
  connection
    .selectFrom(editedProjects)
    .where('verificationStatus', 'in', ['pending', 'under_review'])
    .where('projects.deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .where('projects.releaseId', 'is not', null)

/** Counts the projects that staff can decide on: all that wait, without those that wait for their owners. */
export const countWaiting = async (connection: Connection, blocked: string[]): Promise<number> =>
  (
    await waiting(connection)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(sql<boolean>`projects.id <> all(${blocked}::uuid[])`)
      .executeTakeFirstOrThrow()
  ).count

/** The project that has waited longest for staff, without those that wait for their owners. */
export const oldestWaiting = (connection: Connection, blocked: string[]) =>
  waiting(connection)
    .select(['projects.id', 'title', waitingSince.as('waitingSince')])
    .where(sql<boolean>`projects.id <> all(${blocked}::uuid[])`)
    .orderBy('waitingSince')
    .orderBy('projects.id')
    .limit(1)
    .executeTakeFirst()

/** Whether the files of a release are checked, or compared: done, failed, or still waited for. */
const stateOf = (is: { done: string; failed: string; since: string }, maxMinutes: number) =>
  sql<'done' | 'failed' | 'waiting'>`case when ${sql.raw(is.done)} then 'done'
    when ${sql.raw(is.failed)} or ${sql.raw(is.since)} < now() - ${maxMinutes} * interval '1 minute' then 'failed'
    else 'waiting' end`

const checked = {
  done: "result is not null and coalesce((result->>'unreadCode')::int, 0) = 0",
  failed: "release_checks.state is not distinct from 'failed' or result is not null",
  since: 'coalesce(release_checks.checked_at, releases.created_at)',
}
const compared = {
  done: `coalesce(source.version > 0 and compared_share >= ${minCompared}, false)`,
  failed: 'source.version is not null',
  since: 'releases.created_at',
}

interface Rules {
  /** The rules whose findings the owner has to remove or explain before an approval, unless that is switched off. */
  required: RuleName[]
  /** The rules that count as warnings where they are not required. */
  warnings: RuleName[]
  /** The rules about secrets and people, whose explained findings count. */
  sensitive: RuleName[]
  maxWaitMinutes: number
}

/** Every project that waits for a decision, the longest waiting first, with what is known of its files. */
export const readQueued = (
  connection: Connection,
  { required, warnings, sensitive, maxWaitMinutes }: Rules,
) =>
  waiting(connection)
    .innerJoin('members', 'members.id', 'projects.ownerId')
    .innerJoin('releases', 'releases.id', 'projects.releaseId')
    .leftJoin('releaseChecks', 'releaseChecks.releaseId', 'projects.releaseId')
    .leftJoin('similaritySources as source', 'source.releaseId', 'projects.releaseId')
    .leftJoin('verificationClaims', (join) =>
      join
        .onRef('verificationClaims.projectId', '=', 'projects.id')
        .on('verificationClaims.expiresAt', '>', sql<Date>`now()`),
    )
    .leftJoin('staff', 'staff.id', 'verificationClaims.staffId')
    .innerJoinLateral(requiredOf(required).as('required'), (join) => join.onTrue())
    .leftJoinLateral(
      sql<{ blocking: number; explained: number; warnings: number }>`(
        select count(*) filter (where rule = any(required.rules) and not is_waived)::int + (
            select coalesce(sum((more.item->>'count')::int), 0)::int from jsonb_array_elements(result->'omitted') more (item)
            where more.item->>'rule' = any(required.rules)
          ) as blocking,
          count(*) filter (where rule = any(${sensitive}) and is_waived)::int as explained,
          count(*) filter (where rule = any(${warnings}) and rule <> all(required.rules) and not is_waived)::int as warnings
        from (
          select item->>'rule' as rule, exists (
            select from finding_waivers waiver where waiver.project_id = projects.id
              and waiver.rule = item->>'rule' and waiver.file = item->>'file' and waiver.mark = item->>'mark'
          ) as is_waived from jsonb_array_elements(result->'findings') of_release (item) where ${undeclared('item')}
        ) found
      )`.as('counted'),
      (join) => join.onTrue(),
    )
    .select([
      'projects.id',
      'title',
      'category',
      'pricePaise',
      'ownerId',
      'members.name as owner',
      'verificationStatus as status',
      'releases.fileCount',
      'releases.totalSize',
      waitingSince.as('waitingSince'),
      sql<Omit<Picture, 'thumbnail'> | null>`(${editedPictures}->0) - 'thumbnail'`.as('picture'),
      sql<'new' | 'files' | 'text'>`case
        when not exists (select from releases old where old.project_id = projects.id and old.approved_at is not null) then 'new'
        when releases.status = 'approved' then 'text' else 'files' end`.as('kind'),
      sql<boolean>`not exists (select from projects other where other.owner_id = projects.owner_id and other.deleted_at is null
        and (other.created_at, other.id) < (projects.created_at, projects.id))
        and not exists (select from releases old where old.project_id = projects.id and old.approved_at is not null)`.as(
        'isFirstOfOwner',
      ),
      sql<number>`count(*) over (partition by projects.owner_id)::int`.as('ownerWaiting'),
      stateOf(checked, maxWaitMinutes).as('checked'),
      stateOf(compared, maxWaitMinutes).as('compared'),
      'counted.blocking',
      'counted.explained',
      'counted.warnings',
      'copiedShare',
      'copiedFrom',
      sql<'none' | 'waiting' | RunOutcome>`coalesce(
        (select outcome from run_records where release_id = projects.release_id and status = 'ended' and not machine_failed
          order by ended_at desc limit 1),
        case when exists (select from run_records where release_id = projects.release_id and status <> 'ended')
          then 'waiting' else 'none' end)`.as('run'),
      'verificationClaims.staffId',
      'staff.name as claimedBy',
      'expiresAt',
    ])
    .orderBy('waitingSince')
    .orderBy('projects.id')
    .limit(maxQueued)
    .execute()
export type QueuedRow = Found<typeof readQueued>[number]

/** Puts a project off for a staff member. */
export const upsertSkip = (connection: Connection, projectId: string, staffId: string) =>
  connection
    .insertInto('verificationSkips')
    .values({ projectId, staffId })
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'staffId']).doUpdateSet({ skippedAt: sql<Date>`now()` }),
    )
    .execute()

/** The projects that a staff member has put off, the earliest first. */
export const skippedBy = async (connection: Connection, staffId: string): Promise<string[]> =>
  (
    await connection
      .selectFrom('verificationSkips')
      .select('projectId')
      .where('staffId', '=', staffId)
      .orderBy('skippedAt')
      .execute()
  ).map(({ projectId }) => projectId)

/** Forgets who put a project off. */
export async function deleteSkips(connection: Connection, projectId: string): Promise<void> {
  await connection.deleteFrom('verificationSkips').where('projectId', '=', projectId).execute()
}

/** The time since which a project waits. */
export const readWaitingSince = async (connection: Connection, projectId: string): Promise<Date> =>
  (
    await connection
      .selectFrom('projects')
      .select(sql<Date>`coalesce(${waitingSince}, created_at)`.as('waitingSince'))
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
  ).waitingSince

/** Counts an owner's projects and their sales by verification status. */
export const countByStatus = (connection: Connection, ownerId: string) =>
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
