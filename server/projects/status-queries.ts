import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import { featuredMax } from '#contract/projects/staff/projects.ts'
import type { VerificationStatus } from '#contract/projects/verification.ts'

import type { Connection } from '../platform/database/connection.ts'
import type { ProjectRow } from './queries.ts'

/** One change of a project's verification, as it is stored for good. */
interface Verification {
  projectId: string
  from: VerificationStatus
  to: VerificationStatus
  notes: string | null
  /** The name of the person who did it, at that time. */
  by: string
  /** For staff only: their own note, why they approved all the same, and the rules that were off for its check. */
  staffNote?: string | undefined
  override?: string | undefined
  rulesOff?: string[] | undefined
  /** The id of the change that this one takes back. */
  undoes?: string
  /** What the project was, when staff sent it back. */
  edition?: Edition
}

const editionFields = [
  'title',
  'description',
  'category',
  'features',
  'requirements',
  'demoUrl',
  'githubUrl',
  'licence',
  'demoSignIns',
  'codeQuestions',
  'pricePaise',
  'reportPricePaise',
  'bundlePricePaise',
  'reportKey',
  'reportName',
] as const

/** The parts of a project that staff decide on, with the ids of its pictures in their order. */
export type Edition = Pick<ProjectRow, (typeof editionFields)[number]> & { pictures: string[] }

/** Inserts a change, together with the newest release at that time. Answers its id. */
export async function insertVerification(
  connection: Connection,
  verification: Verification,
): Promise<string> {
  const { projectId, from, to, notes, by, staffNote, override, rulesOff, undoes, edition } = verification
  const id = uuid()
  await connection
    .insertInto('verifications')
    .values((values) => ({
      id,
      projectId,
      releaseId: values
        .selectFrom('releases')
        .select('releases.id')
        .where('releases.projectId', '=', projectId)
        // What its owner took back comes after all others.
        .orderBy(sql`releases.status = 'withdrawn' and releases.approved_at is null`)
        .orderBy('releases.number', 'desc')
        .limit(1),
      status: to,
      previousStatus: from,
      notes,
      verifiedBy: by,
      verifiedAt: new Date(),
      staffNote: staffNote || null,
      override: override || null,
      rulesOff: rulesOff?.length ? rulesOff : null,
      undoes: undoes ?? null,
      edition: edition
        ? JSON.stringify(
            Object.fromEntries([...editionFields, 'pictures' as const].map((name) => [name, edition[name]])),
          )
        : null,
    }))
    .execute()
  return id
}

/** Whether a project has files, on sale or waiting. */
const hasFiles = sql<boolean>`edited_release(projects) is not null`

/** Moves a pending project to 'under_review'; answers false when it is not pending. It is no edit of the project. */
export async function markUnderReview(connection: Connection, projectId: string): Promise<boolean> {
  const marked = await connection
    .updateTable('projects')
    .set({ verificationStatus: 'under_review' })
    .where('id', '=', projectId)
    .where('verificationStatus', '=', 'pending')
    .where(hasFiles)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Every change of a project's verification, newest first. */
export const verificationsOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('verifications')
    .leftJoin('releases', 'releases.id', 'verifications.releaseId')
    .select(['verifications.status', 'previousStatus', 'verifications.notes', 'verifiedBy', 'verifiedAt'])
    .select(['releases.number as release', 'staffNote', 'override', 'rulesOff', 'undoes'])
    .where('verifications.projectId', '=', projectId)
    .orderBy('verifiedAt', 'desc')
    .orderBy('verifications.id', 'desc')
    .execute()

/** The id of the newest change of a project's verification. */
export const newestVerification = async (connection: Connection, projectId: string): Promise<string> =>
  (
    await connection
      .selectFrom('verifications')
      .select('id')
      .where('projectId', '=', projectId)
      .orderBy('verifiedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id
export type VerificationRow = Awaited<ReturnType<typeof verificationsOf>>[number]

/**
 * The last approval of a project, or the last time that staff sent it back, with what it was then; undefined before the
 * first, and what was taken back, or not stored, is none. Where a decision or a change was taken back, it may be that,
 * approved as before. The edition of an approval is `lastEdition`.
 */
export const lastDecision = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('verifications')
    .leftJoin('releases', 'releases.id', 'verifications.releaseId')
    .select(['verifications.status', 'verifications.notes', 'verifiedAt', 'releases.number as release'])
    .select(sql<Edition | null>`verifications.edition`.as('edition'))
    .where('verifications.projectId', '=', projectId)
    .where((where) =>
      where.or([
        where('verifications.status', '=', 'approved'),
        where('verifications.edition', 'is not', null),
      ]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('verifications as later')
            .select('later.id')
            .whereRef('later.undoes', '=', 'verifications.id'),
        ),
      ),
    )
    .orderBy('verifiedAt', 'desc')
    .orderBy('verifications.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Records that the owners of some projects are reminded of changes that they made that long ago and have not sent back,
 * and returns these projects.
 */
export async function recordReminded(trx: Connection, { hours, max }: { hours: number; max: number }) {
  const reminded = await sql<{ id: string; title: string; ownerId: string }>`
    update projects set was_reminded = true
    where id in (
      select id from projects where unsent_since < now() - make_interval(hours => ${hours}) and not was_reminded
        and verification_status = 'needs_changes' and ${hasFiles} and deleted_at is null and archived_at is null limit ${max} for update skip locked
    )
    returning id, title, owner_id as "ownerId"`.execute(trx)
  return reminded.rows
}

/** The featured projects in the order of the catalogue, including those the public does not see. */
export const readFeaturedInOrder = (connection: Connection) =>
  connection
    .selectFrom('projects')
    .select(['id', 'title', 'category', 'salesCount', 'featuredPlace'])
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('featuredPlace', (order) => order.asc().nullsLast())
    .orderBy('salesCount', 'desc')
    .orderBy('id', 'desc')
    .limit(featuredMax)
    .execute()

/** Locks the order of the featured projects until the transaction ends. */
export async function lockFeaturedOrder(trx: Connection): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('order of featured projects'))`.execute(trx)
}

/**
 * The place before all featured projects. Two concurrent callers may get the same place; sales then decide their order.
 */
export async function firstPlace(trx: Connection): Promise<number> {
  const { lowest } = await trx
    .selectFrom('projects')
    .select(({ fn }) => fn.min('featuredPlace').as('lowest'))
    .where('isFeatured', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Math.max(lowestPlace, (lowest ?? 2) - 1)
}

/** The lowest value that the table's constraint allows. */
const lowestPlace = -30_000

/**
 * Saves the places of the featured projects and clears those of all others. Answers the ids of those whose place
 * changed. It leaves updatedAt as it is, because this is no edit.
 */
export async function saveFeaturedPlaces(trx: Connection, order: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select projects.id, place
      from projects left join unnest(${order}::uuid[]) with ordinality as placed (id, place) on placed.id = projects.id
      where (is_featured or featured_place is not null) and place is distinct from featured_place
      order by projects.id for no key update of projects
    )
    update projects set featured_place = case when is_featured then place end
    from wanted where projects.id = wanted.id
    returning projects.id`.execute(trx)
  return rows.map(({ id }) => id).toSorted()
}

/** Adds one view of a project today (India's calendar); does nothing when it is not published. */
export const addView = (connection: Connection, projectId: string, source: string) =>
  sql`insert into project_views (project_id, day, source, views)
    select project_id, (now() at time zone 'Asia/Kolkata')::date, ${source}, 1
      from published_projects where project_id = ${projectId}
    on conflict (project_id, day, source) do update set views = project_views.views + 1`.execute(connection)

/** Deletes a decision that sent a project back, while it can be taken back, so that its owner is not told of it. */
export const deleteOpenRejection = (trx: Connection, projectId: string) =>
  trx
    .deleteFrom('openDecisions')
    .where('projectId', '=', projectId)
    .where('verificationId', 'in', (query) =>
      query
        .selectFrom('verifications')
        .select('id')
        .where('projectId', '=', projectId)
        .where('status', '<>', 'approved'),
    )
    .execute()

/** Deletes the decisions on projects that are gone which could still be taken back. */
export async function deleteOpenDecisions(trx: Connection, projectIds: string[]): Promise<void> {
  if (projectIds.length === 0) return
  await trx.deleteFrom('openDecisions').where('projectId', 'in', projectIds).execute()
}
