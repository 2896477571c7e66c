import { sql } from 'kysely'

import type { RunKind, SeenPage, SeenRun } from '#contract/projects/runners.ts'
import type { RunCause, RunOutcome } from '#contract/projects/runs.ts'

import { editedProjects } from '../../catalogue/lookup-queries.ts'
import type { Connection } from '../../platform/database/connection.ts'

/** A run record as it is stored, with its pages in their order. */
export interface RecordRow {
  id: string
  projectId: string
  releaseId: string
  release: number
  cause: RunCause
  startAt: string | null
  askedAt: string
  kind: RunKind | null
  outcome: RunOutcome
  /** Of one that is not tried: what it is of. */
  reason: string
  advice: string
  machineFailed: boolean
  rules: number
  seen: StoredRun | null
  endedAt: string
  ownerNote: string | null
  shownAt: string | null
  behindShownAt: string | null
  decidedAt: string | null
  pages: { seen: SeenPage; picture: string | null }[]
}

/** What a runner said of a run besides its pages, with what it means. `roles`: by user, of the listing's demo sign-ins. */
interface StoredRun extends SeenRun {
  advice: string
  roles: Record<string, string>
}

/** The columns of a record as one JSON value, in a query of `run_records record`. */
const whole = sql<RecordRow>`json_build_object(
  'id', record.id, 'projectId', record.project_id, 'releaseId', record.release_id,
  'release', (select number from releases where releases.id = record.release_id),
  'cause', cause, 'startAt', start_at, 'askedAt', asked_at, 'kind', kind, 'outcome', outcome, 'reason', reason,
  'advice', coalesce(seen->>'advice', ''), 'machineFailed', machine_failed, 'rules', rules, 'seen', seen,
  'endedAt', ended_at, 'ownerNote', owner_note, 'shownAt', shown_at, 'behindShownAt', behind_shown_at,
  'decidedAt', decided_at,
  'pages', (select coalesce(json_agg(json_build_object('seen', run_pages.seen, 'picture', picture) order by position), '[]')
    from run_pages where run_id = record.id)
)`

/**
 * The record that everybody may see of what is on sale of a project: the newest that is shown of the release of its
 * record, while that is approved. Undefined for a project that is not on sale.
 */
export async function shownRecord(connection: Connection, projectId: string): Promise<RecordRow | undefined> {
  const { rows } = await sql<{ record: RecordRow }>`
    select ${whole} as record
    from published_projects published
      join projects on projects.id = published.project_id
      join releases sold on sold.id = projects.release_id and sold.status = 'approved'
      join run_records record on record.release_id = sold.id and record.shown_at is not null
    where published.project_id = ${projectId}
    order by record.ended_at desc limit 1`.execute(connection)
  return rows[0]?.record
}

/**
 * The record that everybody could see of a release which a member has bought or has a seat of, with its pages as they were
 * shown. Undefined for a recalled release, and while the project is blocked.
 */
export async function boughtRecord(
  connection: Connection,
  { memberId, projectId, release }: { memberId: string; projectId: string; release: number },
): Promise<RecordRow | undefined> {
  const { rows } = await sql<{ record: RecordRow }>`
    select ${whole} as record
    from releases bought join run_records record on record.release_id = bought.id and record.shown_at is not null
    where bought.project_id = ${projectId} and bought.number = ${release} and bought.recalled_at is null
      and exists (select from orders where orders.project_id = ${projectId} and orders.kind = 'source'
        and orders.status in ('completed', 'refund_requested')
        and (orders.member_id = ${memberId} or exists (select from seats where seats.order_id = orders.id
          and seats.member_id = ${memberId} and accepted_at is not null and seats.ended_at is null)))
      and not exists (select from project_blocks where project_blocks.project_id = ${projectId} and ended_at is null)
    order by record.ended_at desc limit 1`.execute(connection)
  return rows[0]?.record
}

/** The newest record of a release that says something of the project; undefined without one. */
export async function newestRecord(
  connection: Connection,
  releaseId: string,
): Promise<RecordRow | undefined> {
  const { rows } = await sql<{ record: RecordRow }>`
    select ${whole} as record from run_records record
    where release_id = ${releaseId} and status = 'ended' and not machine_failed
    order by ended_at desc limit 1`.execute(connection)
  return rows[0]?.record
}

/** The newest record of a release that is shown, whether it is on sale or not. */
export async function newestShown(connection: Connection, releaseId: string): Promise<RecordRow | undefined> {
  const { rows } = await sql<{ record: RecordRow }>`
    select ${whole} as record from run_records record
    where release_id = ${releaseId} and shown_at is not null
    order by ended_at desc limit 1`.execute(connection)
  return rows[0]?.record
}

/** Whether staff hid a record of a release that ran, and have shown none that is newer. */
export async function isHiddenRun(connection: Connection, releaseId: string): Promise<boolean> {
  const { rows } = await sql<{ isHidden: boolean }>`
    select exists (
      select from run_records hidden
      where release_id = ${releaseId} and outcome = 'ran' and decided_at is not null and shown_at is null
        and not exists (select from run_records shown where shown.release_id = ${releaseId}
          and shown.shown_at is not null and shown.ended_at > hidden.ended_at)) as "isHidden"`.execute(
    connection,
  )
  return rows[0]!.isHidden
}

/** The newest records of a project, those of its newest release first, up to a number of them. */
export async function recordsOf(
  connection: Connection,
  projectId: string,
  max: number,
): Promise<RecordRow[]> {
  const { rows } = await sql<{ record: RecordRow }>`
    select ${whole} as record from run_records record join releases ran on ran.id = record.release_id
    where record.project_id = ${projectId} and record.status = 'ended'
    order by ran.number desc, record.ended_at desc limit ${max}`.execute(connection)
  return rows.map(({ record }) => record)
}

/** A record; undefined for one that has not ended. */
export async function recordById(connection: Connection, id: string): Promise<RecordRow | undefined> {
  const { rows } = await sql<{ record: RecordRow }>`
    select ${whole} as record from run_records record where id = ${id} and status = 'ended'`.execute(
    connection,
  )
  return rows[0]?.record
}

/**
 * The records that wait for staff: of each listing the newest of the release on sale, unless staff have looked at it or all
 * of it is shown. The oldest come first.
 */
export async function recordsToLookAt(connection: Connection): Promise<(RecordRow & { title: string })[]> {
  const { rows } = await sql<{ title: string; record: RecordRow }>`
    select title, ${whole} as record from ${waitingForStaff}
    order by record.ended_at limit 200`.execute(connection)
  return rows.map(({ title, record }) => ({ ...record, title }))
}

/** Whether some project was seen running. */
export async function hasAnyRun(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ hasRun: boolean }>`
    select exists (select from projects where ran_at is not null) as "hasRun"`.execute(connection)
  return rows[0]!.hasRun
}

/** How many records wait for staff, and since when the oldest does. */
export async function countToLookAt(connection: Connection): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(record.ended_at) as since from ${waitingForStaff}`.execute(connection)
  return rows[0]!
}

const waitingForStaff = sql`run_records record
  join projects on projects.id = record.project_id and projects.release_id = record.release_id
  join published_projects published on published.project_id = projects.id
  join releases sold on sold.id = record.release_id and sold.status = 'approved'
  where record.status = 'ended' and record.decided_at is null and not machine_failed and record.outcome <> 'not_tried'
    and (record.shown_at is null or record.behind_shown_at is null)
    and not exists (
      select from run_records newer where newer.release_id = record.release_id and newer.status = 'ended'
        and not newer.machine_failed and newer.ended_at > record.ended_at)`

/** Changes who sees a record. */
export const saveShown = (
  trx: Connection,
  id: string,
  changes: { shownAt?: Date | null; behindShownAt?: Date | null; decidedAt?: Date | null },
) => trx.updateTable('runRecords').set(changes).where('id', '=', id).execute()

/** Brings what a project's card says of its runs in line with its records; answers whether that changed it. */
export async function updateRanAt(trx: Connection, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    update projects set ran_at = release_ran_at(release_id)
    where id = ${projectId} and ran_at is distinct from release_ran_at(release_id) returning id`.execute(trx)
  return rows.length > 0
}

export const saveNote = (trx: Connection, id: string, ownerNote: string | null) =>
  trx.updateTable('runRecords').set({ ownerNote }).where('id', '=', id).execute()

/** Records that the owner is told that a release failed; answers false when one of its runs was told before. */
export async function recordMailed(trx: Connection, id: string, releaseId: string): Promise<boolean> {
  const { rows } = await sql`
    update run_records set mailed_at = now() where id = ${id} and not exists (
      select from run_records told where told.release_id = ${releaseId} and told.mailed_at is not null) returning id`.execute(
    trx,
  )
  return rows.length > 0
}

/** What a pass to a picture of a run names, and whether everybody sees it: it is of what is on sale and shown. */
export async function pictureOfRun(connection: Connection, picture: string) {
  const { rows } = await sql<{ id: string; isPublished: boolean }>`
    select 'run ' || record.id as id, coalesce(shown_at is not null and (run_pages.seen->>'after' = '' or behind_shown_at is not null)
      and exists (select from published_projects published join projects on projects.id = published.project_id
        where published.project_id = record.project_id and projects.release_id = record.release_id), false) as "isPublished"
    from run_pages join run_records record on record.id = run_id where picture = ${picture}`.execute(
    connection,
  )
  return rows[0]
}

/** Those of some ids that are pictures of a run. */
export const existingRunPictures = async (connection: Connection, ids: string[]) =>
  new Set(
    (await connection.selectFrom('runPages').select('picture').where('picture', 'in', ids).execute()).map(
      ({ picture }) => picture!,
    ),
  )

/**
 * Forgets the pictures that are kept no longer: of each release that is on sale, the newest or bought those of the newest
 * record and of the newest that is shown stay. Answers their ids.
 */
export async function forgetOldPictures(trx: Connection): Promise<string[]> {
  const { rows } = await sql<{ picture: string }>`
    with kept_releases as (
      select release_id as id from projects where release_id is not null and deleted_at is null
      union select release_id from edited_projects where release_id is not null and deleted_at is null
      union select release_id from orders where release_id is not null
    ), kept as (
      select distinct on (release_id) id from run_records
        where release_id in (select id from kept_releases) and status = 'ended' and not machine_failed
        order by release_id, ended_at desc
    ), kept_shown as (
      select distinct on (release_id) id from run_records
        where release_id in (select id from kept_releases) and shown_at is not null
        order by release_id, ended_at desc
    ), old as (
      select run_id, position, picture from run_pages join run_records record on record.id = run_id
      where picture is not null and record.status = 'ended'
        and run_id not in (select id from kept) and run_id not in (select id from kept_shown)
      limit 5000
    )
    update run_pages set picture = null, bytes = 0 from old
    where run_pages.run_id = old.run_id and run_pages.position = old.position
    returning old.picture as picture`.execute(trx)
  return rows.map(({ picture }) => picture)
}

/** Deletes the run records of these projects. Answers the ids of their pictures. */
export async function deleteRecordsOf(trx: Connection, projectIds: string[]): Promise<string[]> {
  if (projectIds.length === 0) return []
  const rows = await trx
    .selectFrom('runPages')
    .innerJoin('runRecords', 'runRecords.id', 'runId')
    .select('picture')
    .where('projectId', 'in', projectIds)
    .where('picture', 'is not', null)
    .execute()
  await trx.deleteFrom('runRecords').where('projectId', 'in', projectIds).execute()
  return rows.map(({ picture }) => picture!)
}

/** The releases that wait for staff and have no run. */
export async function releasesWithoutRun(connection: Connection, max: number): Promise<string[]> {
  const rows = await connection
    .selectFrom(editedProjects)
    .select('releaseId')
    .where('verificationStatus', 'in', ['pending', 'under_review'])
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .where('releaseId', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('runRecords').select('id').whereRef('releaseId', '=', 'projects.releaseId'))),
    )
    .orderBy('createdAt')
    .limit(max)
    .execute()
  return rows.map(({ releaseId }) => releaseId!)
}

/**
 * The releases on sale that are run by night, the most bought first: those without a record, and those whose record is of
 * other rules or of versions that no runner has any more.
 */
export async function releasesForNight(
  connection: Connection,
  rules: number,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ releaseId: string }>`
    with machines as (
      select machine->>'php' as php, machine->>'mariadb' as mariadb from runners
      where seen_at > now() - interval '1 day' and machine->'lacks' = '[]'
    )
    select sold.id as "releaseId"
    from published_projects published
      join projects on projects.id = published.project_id
      join releases sold on sold.id = projects.release_id
      join release_checks on release_checks.release_id = sold.id and result ? 'setUp'
      left join lateral (
        select * from run_records newest where newest.release_id = sold.id and newest.status = 'ended' and not machine_failed
        order by ended_at desc limit 1
      ) record on true
    where not exists (select from run_records open where open.release_id = sold.id and open.status <> 'ended')
      and not exists (select from run_records broken where broken.release_id = sold.id and broken.machine_failed
        and broken.ended_at > now() - interval '7 days')
      and (record.id is null or record.rules is distinct from ${rules}
        or record.kind <> 'static' and exists (select from machines) and not exists (
          select from machines
          where (record.kind = 'sql' or machines.php is not distinct from record.seen->>'php')
            and (record.kind = 'php' or machines.mariadb is not distinct from record.seen->>'mariadb')))
    order by projects.sales_count desc, projects.id limit ${max}`.execute(connection)
  return rows.map(({ releaseId }) => releaseId)
}
