import { sql } from 'kysely'

import { images } from '../catalogue/service.ts'
import type { Connection } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'

/** One project that is not deleted, with its owner as everybody may know them and its present release. */
export const readProject = async (connection: Connection, projectId: string) =>
  (await readProjects(connection, { projectId }))[0]
export type DetailRow = NonNullable<Awaited<ReturnType<typeof readProject>>>

const readProjects = prepared((connection, { projectId }: { projectId: string }) =>
  connection
    .selectFrom('projects')
    .innerJoin('members', 'members.id', 'projects.ownerId')
    .leftJoin('releases', 'releases.id', 'projects.releaseId')
    .leftJoin('reports', 'reports.key', 'projects.reportKey')
    .selectAll('projects')
    .select((from) => [
      'members.name as ownerName',
      'members.isPublic as ownerIsPublic',
      sql<string | null>`case when members.is_public then members.profile_picture end`.as('ownerPicture'),
      'releases.number as releaseNumber',
      'releases.fileCount',
      'releases.totalSize',
      'releases.createdAt as releasedAt',
      'reports.pages as reportPages',
      'reports.headings as reportHeadings',
      sql<boolean>`report_key is not null`.as('hasReport'),
      from
        .exists(from.selectFrom('publishedProjects').whereRef('projectId', '=', 'projects.id'))
        .$castTo<boolean>()
        .as('isPublished'),
      sql<{ release: number; recalledAt: string; reason: string } | null>`(
        select json_build_object('release', number, 'recalledAt', recalled_at, 'reason', recall_reason) from releases recalled
        where recalled.project_id = projects.id and recalled_at is not null order by number desc limit 1)`.as(
        'recall',
      ),
      images(from),
    ])
    .where('projects.id', '=', projectId)
    .where('deletedAt', 'is', null)
    .compile(),
)
