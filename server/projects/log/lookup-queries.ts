import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import { isApprovalStanding } from '../releases/lookup-queries.ts'

/**
 * The releases that staff verified and whose files have a content hash, at most `max`: first the one that was verified or
 * recalled last, because it says what these files are now. Their titles are those that staff approved last; that of a
 * deleted project is gone.
 */
export const verifiedWith = (connection: Connection, contentHash: string, max: number) =>
  connection
    .selectFrom('releases')
    .innerJoin('projects', 'projects.id', 'releases.projectId')
    .leftJoin('publishedProjects', 'publishedProjects.projectId', 'projects.id')
    .select(['releases.number', 'approvedAt', 'recalledAt', 'recallReason', 'fileCount', 'totalSize'])
    .select(['releases.projectId', 'publishedProjects.projectId as listedId'])
    .select(
      sql<string | null>`case when deleted_at is null then (
        select editions.title from editions where editions.project_id = projects.id and editions.number is not null
        order by editions.number desc limit 1) end`.as('title'),
    )
    .where('contentHash', '=', contentHash)
    .where('approvedAt', 'is not', null)
    .where(isApprovalStanding)
    .$narrowType<{ approvedAt: Date }>()
    .orderBy(sql`greatest(approved_at, recalled_at)`, 'desc')
    .orderBy('releases.id')
    .limit(max)
    .execute()

/** What was stated about files with a content hash in a project, in its order. */
export const statementsOf = (connection: Connection, projectId: string, contentHash: string) =>
  connection
    .selectFrom('statements')
    .select(['kind', 'number', 'checkpoint'])
    .where('projectId', '=', projectId)
    .where('contentHash', '=', contentHash)
    .orderBy('number', (number) => number.asc().nullsLast())
    .orderBy('id')
    .execute()

/** The content hash of a release, and the first statement that staff approved it, when it is in the log. */
export const contentStated = (connection: Connection, projectId: string, release: number) =>
  connection
    .selectFrom('releases')
    .leftJoin('statements', (join) =>
      join
        .onRef('statements.projectId', '=', 'releases.projectId')
        .onRef('statements.contentHash', '=', 'releases.contentHash')
        .on('statements.kind', '=', 'approved')
        .on('statements.number', 'is not', null),
    )
    .select(['releases.contentHash', 'statements.number', 'statements.checkpoint'])
    .where('releases.projectId', '=', projectId)
    .where('releases.number', '=', release)
    .orderBy('statements.number')
    .limit(1)
    .executeTakeFirst()
