import { type RawBuilder, sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import type { Fingerprints } from './fingerprints.ts'

/** The fingerprints of a release; `omitted` counts the files of code that were not read. */
export type Indexed = Fingerprints & { omitted: number }

/** The project whose present release this is, locked against deletion until the transaction ends. */
export const projectOf = (trx: Connection, releaseId: string) =>
  trx
    .selectFrom('projects')
    .innerJoin('releases', 'releases.id', 'projects.releaseId')
    .select('projects.id')
    .where('releaseId', '=', releaseId)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()

export const sourceOf = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('similaritySources')
    .innerJoin('releases', 'releases.id', 'releaseId')
    .select([
      'similaritySources.id',
      'releaseId',
      'releases.number',
      'version',
      'files',
      'maxHash',
      'omitted',
    ])
    .where('similaritySources.projectId', '=', projectId)
    .executeTakeFirst()

/**
 * Saves the fingerprints of a project's present release in place of the earlier ones; undefined when they could not be
 * made.
 */
export async function replaceFingerprints(
  trx: Connection,
  of: { projectId: string; releaseId: string; version: number },
  found: Indexed | undefined,
) {
  await trx.deleteFrom('similaritySources').where('projectId', '=', of.projectId).execute()
  const { id } = await trx
    .insertInto('similaritySources')
    .values({
      ...of,
      version: found ? of.version : 0,
      files: found?.files ?? [],
      maxHash: found?.maxHash ?? 0,
      omitted: found?.omitted ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!found) return
  await sql`insert into similarity_fingerprints (hash, source_id, file, first_line, last_line)
    select hash, ${id}, file, first_line, last_line from unnest(
      ${found.hashes}::int[], ${found.file}::smallint[], ${found.firstLine}::int[], ${found.lastLine}::int[]
    ) as of (hash, file, first_line, last_line)`.execute(trx)
}

/** The present releases of projects that this version has not indexed, without those that could not be indexed. */
export const releasesToIndex = (connection: Connection, version: number) =>
  connection
    .selectFrom('projects')
    .leftJoin('similaritySources', (on) =>
      on
        .onRef('similaritySources.projectId', '=', 'projects.id')
        .onRef('similaritySources.releaseId', '=', 'projects.releaseId'),
    )
    .select('ownerId')
    .select((project) => project.ref('projects.releaseId').$notNull().as('releaseId'))
    .where('deletedAt', 'is', null)
    .where('projects.releaseId', 'is not', null)
    .where((on) => on.or([on('version', 'is', null), on('version', 'not in', [0, version])]))
    .where((on) =>
      on.exists(
        on
          .selectFrom('releaseFiles')
          .select('path')
          .whereRef('releaseFiles.releaseId', '=', 'projects.releaseId'),
      ),
    )
    .execute()

/**
 * The most owners of a fingerprint that counts: one that more owners have comes from a framework or is common code.
 * Owners are counted rather than projects, because somebody could hide a copy by uploading one project many times. Moss
 * uses a limit of 10.
 */
const maxOwners = 8
/** A fingerprint in more projects than this never counts, whoever owns them, so that the search ends early. */
const maxHolders = 32
/** Only the projects with most fingerprints in common are compared in detail. */
const maxCandidates = 12
/** Lines between two matches of one passage: fingerprints need not be adjacent. */
const maxGap = 2

const isRare = (hash: RawBuilder<unknown>) => sql`(
  select count(*) <= ${maxOwners} or (count(*) <= ${maxHolders} and (
    select count(distinct owner_id) from similarity_sources join projects on projects.id = project_id
    where similarity_sources.id = any(array_agg(holder.source_id))
  ) <= ${maxOwners})
  from (select source_id from similarity_fingerprints where hash = ${hash} limit ${maxHolders + 1}) holder
)`

interface Source {
  id: number
  /** The highest hash up to which all its fingerprints are kept. */
  maxHash: number
}

export interface Overlap {
  sourceId: number
  projectId: string
  /** Rare fingerprints that both have, and those of each within the range that both keep. */
  shared: number
  ofThis: number
  ofThat: number
}

/**
 * The projects that share at least `minShared` rare fingerprints with a source, those with most first; or the overlap
 * with one project.
 */
export async function overlapsOf(
  connection: Connection,
  source: Source,
  { minShared = 0, with: that }: { minShared?: number; with?: string },
): Promise<Overlap[]> {
  const { rows } = await sql<Overlap>`
    with own as materialized (
      select hash from similarity_fingerprints mine where source_id = ${source.id} and ${isRare(sql`mine.hash`)}
    ), shared as (
      select source_id, count(*)::int as shared from own cross join lateral (
        select source_id from similarity_fingerprints theirs where theirs.hash = own.hash limit ${maxHolders}
      ) theirs
      where source_id <> ${source.id} group by source_id having count(*) >= ${minShared}
    ), candidates as materialized (
      select source_id, project_id, max_hash, shared
      from shared join similarity_sources on similarity_sources.id = source_id
        join projects on projects.id = project_id
      where deleted_at is null ${that ? sql`and project_id = ${that}` : sql``}
      order by shared desc limit ${maxCandidates}
    )
    select source_id as "sourceId", project_id as "projectId", shared,
      (select count(*)::int from own where hash <= max_hash) as "ofThis", (
        select count(*)::int from similarity_fingerprints theirs
        where theirs.source_id = candidates.source_id and hash <= ${source.maxHash} and ${isRare(sql`theirs.hash`)}
      ) as "ofThat"
    from candidates order by shared desc`.execute(connection)
  return rows
}

/** Lines of a file that are also in a file of another project. Files by their index, lines from 1, both included. */
export interface Passage {
  file: number
  thatFile: number
  from: number
  to: number
  thatFrom: number
  thatTo: number
  /** The number of fingerprints in the passage. */
  matches: number
}

/** The passages that two sources share, without common code, in the order of the first one's files. */
export async function passagesBetween(
  connection: Connection,
  sourceId: number,
  thatId: number,
): Promise<Passage[]> {
  const { rows } = await sql<Passage>`
    with matches as (
      select mine.file, mine.first_line as first, mine.last_line as last,
        that.file as that_file, that.first_line as that_first, that.last_line as that_last
      from similarity_fingerprints mine join similarity_fingerprints that using (hash)
      where mine.source_id = ${sourceId} and that.source_id = ${thatId} and ${isRare(sql`mine.hash`)}
    ), begun as (
      select *, coalesce(
        first <= lag(last) over before + ${maxGap} and that_first between lag(that_first) over before and lag(that_last) over before + ${maxGap},
        false
      ) as goes_on
      from matches window before as (partition by file, that_file order by first, that_first)
    ), numbered as (
      select *, count(*) filter (where not goes_on)
        over (partition by file, that_file order by first, that_first) as passage
      from begun
    )
    select file, that_file as "thatFile", min(first) as "from", max(last) as "to", min(that_first) as "thatFrom",
      max(that_last) as "thatTo", count(*)::int as matches
    from numbered group by file, that_file, passage order by file, "from", that_file`.execute(connection)
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
    ])
    .where(sql<boolean>`projects.id = any(${ids}::uuid[])`)
    .execute()
