import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'
import type { Fingerprints } from './winnow.ts'

/** A fingerprint that more projects have is a framework's or everybody's: it counts for nobody. */
const maxHolders = 8
/** Only the likest are looked at closely. */
const maxCandidates = 12

/** The project whose newest release this is; it stays until the transaction ends. */
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
    .select(['similaritySources.id', 'releaseId', 'releases.number', 'version', 'files', 'indexedAt'])
    .where('similaritySources.projectId', '=', projectId)
    .executeTakeFirst()

/** Keeps the fingerprints of a project's newest release instead of those of the one before; none: they could not be made. */
export async function keepFingerprints(
  trx: Connection,
  of: { projectId: string; releaseId: string; version: number },
  found: Fingerprints | undefined,
) {
  await trx.deleteFrom('similaritySources').where('projectId', '=', of.projectId).execute()
  const { id } = await trx
    .insertInto('similaritySources')
    .values({ ...of, version: found ? of.version : 0, files: found?.files ?? [] })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!found) return
  await sql`insert into similarity_fingerprints (hash, source_id, file, first_line, last_line)
    select hash, ${id}, file, first_line, last_line from unnest(
      ${found.hashes}::int[], ${found.file}::smallint[], ${found.firstLine}::int[], ${found.lastLine}::int[]
    ) as of (hash, file, first_line, last_line)`.execute(trx)
}

/** The newest releases of projects that another version has indexed, or none; those that could not be indexed are left. */
export const releasesToIndex = async (connection: Connection, version: number): Promise<string[]> => {
  const rows = await connection
    .selectFrom('projects')
    .leftJoin('similaritySources', (on) =>
      on
        .onRef('similaritySources.projectId', '=', 'projects.id')
        .onRef('similaritySources.releaseId', '=', 'projects.releaseId'),
    )
    .select('projects.releaseId')
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
  return rows.map(({ releaseId }) => releaseId!)
}

export interface Likeness {
  projectId: string
  /** Fingerprints that both have, and that each has at all, without those that everybody has. */
  shared: number
  ofThis: number
  ofThat: number
}

/** The projects that have most in common with a source. */
export async function likest(connection: Connection, sourceId: number): Promise<Likeness[]> {
  const { rows } = await sql<Likeness>`
    with held as (
      select mine.hash, array_agg(theirs.source_id) as holders
      from similarity_fingerprints mine
        cross join lateral (
          select source_id from similarity_fingerprints theirs where theirs.hash = mine.hash limit ${maxHolders + 1}
        ) theirs
      where mine.source_id = ${sourceId} group by mine.hash
    ), own as (
      select hash, holders from held where cardinality(holders) <= ${maxHolders}
    ), candidates as (
      select holder as source_id, count(*)::int as shared from own, unnest(holders) holder
      where holder <> ${sourceId} group by holder order by shared desc limit ${maxCandidates}
    )
    select project_id as "projectId", shared, (select count(*)::int from own) as "ofThis", (
      select count(*)::int from similarity_fingerprints theirs where theirs.source_id = candidates.source_id
        and (select count(*) from (
          select from similarity_fingerprints holder where holder.hash = theirs.hash limit ${maxHolders + 1}
        ) holders) <= ${maxHolders}
    ) as "ofThat"
    from candidates join similarity_sources on similarity_sources.id = candidates.source_id
      join projects on projects.id = project_id
    where deleted_at is null order by shared desc`.execute(connection)
  return rows
}

export interface Match {
  file: number
  firstLine: number
  lastLine: number
  thatFile: number
  thatFirstLine: number
  thatLastLine: number
}

/** Where two sources have the same, without what everybody has. */
export async function matchesOf(connection: Connection, sourceId: number, thatId: number): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select mine.file, mine.first_line as "firstLine", mine.last_line as "lastLine", that.file as "thatFile",
      that.first_line as "thatFirstLine", that.last_line as "thatLastLine"
    from similarity_fingerprints mine join similarity_fingerprints that using (hash)
    where mine.source_id = ${sourceId} and that.source_id = ${thatId} and (select count(*) from (
      select from similarity_fingerprints holder where holder.hash = mine.hash limit ${maxHolders + 1}
    ) holders) <= ${maxHolders}`.execute(connection)
  return rows
}

/** Of which projects a match is told, by id. */
export const projectsNamed = (connection: Connection, ids: string[]) =>
  connection
    .selectFrom('projects')
    .innerJoin('members', 'members.id', 'ownerId')
    .select([
      'projects.id',
      'title',
      'ownerId',
      'members.name as owner',
      'verificationStatus',
      'projects.createdAt',
    ])
    .where('projects.id', 'in', ids)
    .execute()
