import { type RawBuilder, sql } from 'kysely'

import { similarFrom } from '#contract/projects/staff/evidence.ts'

import type { Connection } from '../../platform/database/connection.ts'
import type { Fingerprints } from './fingerprints.ts'

/** The share of the code that has to be compared: less is not enough. */
export const minCompared = 0.5

/** The fingerprints of a release; `omitted` counts the files of code that were not read. */
export type Indexed = Fingerprints & { omitted: number }

/**
 * The release of a project that is its listing, or was: the newest approved one, or, when none is any more, the newest
 * that ever was. An upload that nobody approved is none.
 */
const listedRelease = sql<string>`(
  select id from releases listed where listed.project_id = projects.id and listed.approved_at is not null
  order by listed.status = 'approved' desc, listed.number desc limit 1
)`

/** The source of a project's listing. */
const listedSource = (projectId: string) => sql<number>`(
  select similarity_sources.id from similarity_sources join releases on releases.id = release_id
    join projects on projects.id = releases.project_id
  where projects.id = ${projectId} and releases.id = ${listedRelease}
)`

/** The release of a project that its owner and staff see. */
const presentRelease = sql<string | null>`edited_release(projects)`

/** Whether the index holds a release: it is the present one of its project, or its listed one. */
const isHeld = sql<boolean>`coalesce(releases.id = ${presentRelease}, false) or coalesce(releases.id = ${listedRelease}, false)`

/**
 * The project whose present or listed release this is, locked against deletion until the transaction ends; undefined
 * for another release.
 */
export const projectOf = (trx: Connection, releaseId: string) =>
  trx
    .selectFrom('releases')
    .innerJoin('projects', 'projects.id', 'releases.projectId')
    .select(['projects.id', sql<boolean>`releases.id is not distinct from ${presentRelease}`.as('isPresent')])
    .where('releases.id', '=', releaseId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`(${isHeld})`)
    .forKeyShare()
    .executeTakeFirst()

export const sourceOf = (connection: Connection, releaseId: string) =>
  connection
    .selectFrom('similaritySources')
    .innerJoin('releases', 'releases.id', 'releaseId')
    .select([
      'similaritySources.id',
      'releases.number',
      'version',
      'files',
      'maxHash',
      'omitted',
      'comparedShare',
    ])
    .where('releaseId', '=', releaseId)
    .executeTakeFirst()

/**
 * Saves the fingerprints of a project's present or listed release; undefined when they could not be made. Deletes those
 * of its releases that are neither any more. What an approved release was found copied from stays, because which listing
 * came first is not known while others are indexed anew; answers whether it was kept.
 */
export async function replaceFingerprints(
  trx: Connection,
  of: { project: { id: string; isPresent: boolean }; releaseId: string; version: number },
  found: Indexed | undefined,
): Promise<boolean> {
  const { project, releaseId, version } = of
  const { rows } = await sql<{ copiedFrom: string | null; copiedShare: number }>`with deleted as (
      delete from similarity_sources using releases, projects
      where releases.id = similarity_sources.release_id and projects.id = releases.project_id
        and projects.id = ${project.id} and (releases.id = ${releaseId} or not (${isHeld}))
      returning similarity_sources.release_id, approved_at, copied_from, copied_share
    )
    select copied_from as "copiedFrom", copied_share as "copiedShare" from deleted
    where release_id = ${releaseId} and approved_at is not null and copied_share is not null`.execute(trx)
  const [kept] = found ? rows : []
  // What is left is the listed release, and no longer the present one.
  if (project.isPresent)
    await trx
      .updateTable('similaritySources')
      .set({ projectId: null })
      .where('projectId', '=', project.id)
      .execute()
  const { id } = await trx
    .insertInto('similaritySources')
    .values({
      projectId: project.isPresent ? project.id : null,
      releaseId,
      version: found ? version : 0,
      files: found?.files ?? [],
      maxHash: found?.maxHash ?? 0,
      omitted: found?.omitted ?? 0,
      comparedShare: found && found.codeBytes > 0 ? found.comparedBytes / found.codeBytes : 1,
      ...kept,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!found) return false
  await sql`insert into similarity_fingerprints (hash, source_id, file, first_line, last_line, is_own)
    select hash, ${id}, file, first_line, last_line, is_own from unnest(
      ${found.hashes}::int[], ${found.file}::smallint[], ${found.firstLine}::int[], ${found.lastLine}::int[],
      ${found.isOwn}::boolean[]
    ) as of (hash, file, first_line, last_line, is_own)`.execute(trx)
  return kept !== undefined
}

/**
 * The present and listed releases of projects that this version has not indexed, and the present ones that it has not
 * compared, without those that it could not.
 */
export const releasesToIndex = (connection: Connection, version: number) =>
  connection
    .selectFrom('projects')
    .innerJoin('releases', 'releases.projectId', 'projects.id')
    .leftJoin('similaritySources', 'similaritySources.releaseId', 'releases.id')
    .select(['ownerId', 'releases.id as releaseId'])
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`(${isHeld})`)
    .where((on) =>
      on.or([
        on('version', 'is', null),
        on('version', 'not in', [0, version]),
        on.and([
          on('version', '<>', 0),
          on('copiedShare', 'is', null),
          on('releases.id', '=', presentRelease),
        ]),
      ]),
    )
    .where((on) =>
      on.exists(
        on.selectFrom('releaseFiles').select('path').whereRef('releaseFiles.releaseId', '=', 'releases.id'),
      ),
    )
    .execute()

/**
 * The most owners of listings with a fingerprint that counts: one that more owners have comes from a framework or is
 * common code. Owners are counted rather than projects, of those only whose projects staff have approved, and no
 * listing that is derived from another one: otherwise somebody could hide a copy by uploading it many times, watered.
 * Moss uses a limit of 10.
 */
const maxOwners = 8
/** A fingerprint in more listings than this never counts, whoever owns them, so that the search ends early. */
const maxHolders = 32
/** The projects with a fingerprint that are looked at, so that uploads of one project cannot make a search slow. */
const maxScanned = 400
/** Only the projects with most fingerprints in common are compared in detail. */
const maxCandidates = 12

/** Whether a release has so much of another owner's listing that it says nothing of what is common. */
const isDerived = sql<boolean>`coalesce(similarity_sources.copied_share >= ${sql.lit(similarFrom)}, false)`

/**
 * The sources and owners of the listings, present or former, whose owner wrote what a fingerprint stands for: one for
 * each project.
 */
const listingsWith = (hash: RawBuilder<unknown>, among: RawBuilder<unknown> = sql`true`) => sql`(
  select similarity_sources.id as source_id, projects.id as project_id, owner_id, ${isDerived} as is_derived
  from (
    select source_id from similarity_fingerprints where hash = ${hash} and is_own order by source_id limit ${maxScanned}
  ) holder
    join similarity_sources on similarity_sources.id = holder.source_id
    join releases on releases.id = release_id
    join projects on projects.id = releases.project_id
  where releases.id = ${listedRelease} and ${among} limit ${maxHolders + 1}
)`

/** Whether so few listings have a fingerprint that it counts. */
export const isRare = (hash: RawBuilder<unknown>) => sql`(
  select count(*) <= ${maxHolders} and count(distinct owner_id) <= ${maxOwners}
  from ${listingsWith(hash, sql`not ${isDerived}`)} listing
)`

/** When staff first approved a release of a project; null when they never did. */
const firstListed = (projectId: RawBuilder<unknown>) =>
  sql`(select min(approved_at) from releases where project_id = ${projectId})`

interface Source {
  id: number
  projectId: string
  /** The highest hash up to which all its fingerprints are kept. */
  maxHash: number
}

export interface Overlap {
  sourceId: number
  projectId: string
  releaseId: string
  /** The number of the release, and whether staff ever approved it. */
  number: number
  isApproved: boolean
  /**
   * Rare fingerprints of this one that the owner of that one wrote, all of this one's owner and these, and all of that
   * one's owner, within the range that both keep.
   */
  shared: number
  ofThis: number
  ofThat: number
}

/**
 * The other projects that share at least `minShared` rare fingerprints with a source, those with most first; or the
 * overlap with one project. Of a project's present and listed release it is the one with more in common.
 */
export async function overlapsOf(
  connection: Connection,
  source: Source,
  { minShared = 0, with: that }: { minShared?: number; with?: string },
): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    with own as materialized (
      select hash, is_own from similarity_fingerprints mine
      where source_id = ${source.id} and ${isRare(sql`mine.hash`)}
    ), shared as (
      select source_id, count(*)::int as shared, count(*) filter (where not own.is_own)::int as foreign_shared
      from own cross join lateral (
        select source_id from similarity_fingerprints theirs
        where theirs.hash = own.hash and theirs.is_own limit ${maxHolders}
      ) theirs
      where source_id <> ${source.id} group by source_id having count(*) >= ${minShared}
    ), each as (
      select distinct on (projects.id) source_id, projects.id as project_id, releases.id as release_id, number,
        approved_at is not null as is_approved, max_hash, shared, foreign_shared
      from shared join similarity_sources on similarity_sources.id = source_id
        join releases on releases.id = release_id
        join projects on projects.id = releases.project_id
      where deleted_at is null and projects.id <> ${source.projectId} and (${isHeld})
        ${that ? sql`and projects.id = ${that}` : sql``}
      order by projects.id, shared desc, is_approved desc
    ), candidates as materialized (
      select * from each order by shared desc limit ${maxCandidates}
    )
    select source_id as "sourceId", project_id as "projectId", release_id as "releaseId", number,
      is_approved as "isApproved", shared, ${ofThis} as "ofThis", ${ofThat(sql`candidates.source_id`, source)} as "ofThat"
    from candidates order by shared desc`.execute(connection)
  return rows
}

/** Of a source's rare fingerprints, those that its owner wrote or that are shared, within the range of the other one. */
const ofThis = sql`(foreign_shared + (select count(*)::int from own where is_own and hash <= max_hash))`

/** Of another source's rare fingerprints, those that its owner wrote, within the range of the first one. */
const ofThat = (sourceId: RawBuilder<unknown>, { maxHash }: Source) => sql`(
  select count(*)::int from similarity_fingerprints theirs
  where theirs.source_id = ${sourceId} and is_own and hash <= ${maxHash} and ${isRare(sql`theirs.hash`)}
)`

/**
 * The listing of another owner, present or former, with which a source shares most, and the larger share that this is of
 * either; undefined when it shares fewer than `minShared` rare fingerprints. The share of the listing counts from
 * `minOfThat` on. A listing that was derived from another and came later than the source's project is no source of what
 * that project lists itself.
 */
export async function largestCopied(
  connection: Connection,
  source: Source,
  { minShared, minOfThat }: { minShared: number; minOfThat: number },
): Promise<{ projectId: string; share: number } | undefined> {
  const { rows } = await sql<{ projectId: string; share: number }>`
    with listed as materialized (
      select hash from similarity_fingerprints where source_id = ${listedSource(source.projectId)}
    ), own as materialized (
      select hash, is_own, hash in (select hash from listed) as is_listed from similarity_fingerprints mine
      where source_id = ${source.id} and ${isRare(sql`mine.hash`)}
    ), shared as (
      select project_id, source_id, count(*)::int as shared,
        count(*) filter (where not own.is_own)::int as foreign_shared
      from own cross join lateral ${listingsWith(sql`own.hash`)} listing
      where owner_id <> (select owner_id from projects where id = ${source.projectId})
        and not (is_derived and is_listed and coalesce(
          ${firstListed(sql`listing.project_id`)} > ${firstListed(sql`${source.projectId}`)}, false))
      group by project_id, source_id having count(*) >= ${minShared}
    ), compared as (
      select shared.project_id as "projectId", shared, greatest(
        shared::real / nullif(${ofThis}, 0),
        case when shared >= ${minOfThat} then shared::real / nullif(${ofThat(sql`shared.source_id`, source)}, 0) end
      ) as share
      from shared join similarity_sources on similarity_sources.id = source_id
    )
    select "projectId", least(1, share) as share from compared order by share desc, shared desc, "projectId" limit 1`.execute(
    connection,
  )
  return rows[0]
}

/** Saves the largest share of code that a release has in common with a listing of another owner. */
export async function saveCopied(
  trx: Connection,
  releaseId: string,
  { copiedFrom, copiedShare }: { copiedFrom: string | null; copiedShare: number },
): Promise<void> {
  await trx
    .updateTable('similaritySources')
    .set({ copiedFrom, copiedShare })
    .where('releaseId', '=', releaseId)
    .execute()
}

/**
 * The projects before a decision, with their present releases, that share at least `minShared` fingerprints with the
 * listing of a project, or were found copied from it.
 */
export async function waitingLike(
  connection: Connection,
  projectId: string,
  minShared: number,
): Promise<{ id: string; releaseId: string }[]> {
  const { rows } = await sql<{ id: string; releaseId: string }>`
    with mine as (
      select hash from similarity_fingerprints where source_id = ${listedSource(projectId)} and is_own
    ), alike as (
      select source_id from mine cross join lateral (
        select source_id from similarity_fingerprints theirs where theirs.hash = mine.hash
        order by source_id desc limit ${maxScanned}
      ) theirs
      group by source_id having count(*) >= ${minShared}
    )
    select projects.id, releases.id as "releaseId"
    from similarity_sources join releases on releases.id = similarity_sources.release_id
      join projects on projects.id = releases.project_id and releases.id = ${presentRelease}
    where projects.id <> ${projectId} and deleted_at is null and verification_status in ('pending', 'under_review')
      and (copied_from = ${projectId} or similarity_sources.id in (select source_id from alike))`.execute(
    connection,
  )
  return rows
}

/** The details of projects that match. */
export const projectsById = (connection: Connection, ids: string[]) =>
  connection
    .selectFrom('projects')
    .innerJoin('members', 'members.id', 'ownerId')
    .select([
      'projects.id',
      'title',
      'ownerId',
      'members.name as owner',
      'verificationStatus',
      'isActive',
      'projects.createdAt',
      'deletedAt',
    ])
    .where(sql<boolean>`projects.id = any(${ids}::uuid[])`)
    .execute()

/** Tells whether a release was made more than some minutes ago. */
export const isOlderThan = async (
  connection: Connection,
  releaseId: string,
  minutes: number,
): Promise<boolean> =>
  (await connection
    .selectFrom('releases')
    .select('id')
    .where('id', '=', releaseId)
    .where('createdAt', '<', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .executeTakeFirst()) !== undefined
