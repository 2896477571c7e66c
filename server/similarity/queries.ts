import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'
import type { Fingerprints } from './winnow.ts'

/** The fingerprints of a release; `omitted` files of code were not read. */
export type Indexed = Fingerprints & { omitted: number }

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

/** Keeps the fingerprints of a project's newest release instead of those of the one before; none: they could not be made. */
export async function keepFingerprints(
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
