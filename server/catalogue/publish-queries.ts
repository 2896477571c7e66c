import { sql } from 'kysely'

import type { Connection } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'

/**
 * Brings the catalogue in line with one project, listed or taken out: the one rule of what is public. Call it after every
 * change to a project, and when its owner is deactivated or active again, in the same transaction: the project's row is
 * locked by then, so that of two at once the later one decides over both. Notes when a project is listed for the first time.
 */
export async function publish(connection: Connection, projectId: string) {
  const { rows } = await sql`with published as (
    insert into published_projects (
      project_id, category, difficulty, price_paise, technologies,
      rating, rating_count, sales_count, featured_rank, created_at, words
    )
    select
      id, category, difficulty, price_paise,
      array(select distinct on (lower(name)) name from unnest(technologies) name),
      case when rating_count = 0 then 0 else round(rating_sum::numeric / rating_count, 2) end,
      rating_count, sales_count, featured_rank(is_featured, featured_place), created_at, project_words(projects)
    from projects
    where id = ${projectId} and is_active and verification_status = 'approved' and deleted_at is null and archived_at is null and release_id is not null
      and exists (select from releases where releases.project_id = projects.id and releases.status = 'approved')
      and exists (select from members where members.id = projects.owner_id and members.deactivated_at is null)
    on conflict (project_id) do update set
      category = excluded.category, difficulty = excluded.difficulty,
      price_paise = excluded.price_paise, technologies = excluded.technologies, rating = excluded.rating,
      rating_count = excluded.rating_count, sales_count = excluded.sales_count,
      featured_rank = excluded.featured_rank, created_at = excluded.created_at, words = excluded.words
    returning project_id, xmax = 0 as is_new
  ), listed_first as (
    insert into first_listings (project_id) select project_id from published where is_new
    on conflict do nothing
  )
  select project_id from published`.execute(connection)
  if (rows.length === 0)
    await connection.deleteFrom('publishedProjects').where('projectId', '=', projectId).execute()
}

export const isPublished = async (connection: Connection, projectId: string): Promise<boolean> =>
  (await publishedRow(connection, { projectId })).length > 0

const publishedRow = prepared((connection, { projectId }: { projectId: string }) =>
  connection.selectFrom('publishedProjects').select('projectId').where('projectId', '=', projectId).compile(),
)

/** Of some projects those that are published. */
export async function publishedAmong(connection: Connection, projectIds: string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set()
  const rows = await connection
    .selectFrom('publishedProjects')
    .select('projectId')
    .where('projectId', 'in', projectIds)
    .execute()
  return new Set(rows.map(({ projectId }) => projectId))
}

/** What of these projects can be sold now, each with its newest approved release. */
export const forSale = (connection: Connection, projectIds: string[]) =>
  connection
    .selectFrom('publishedProjects as published')
    .innerJoin('projects', 'projects.id', 'published.projectId')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('releases')
          .select('releases.id as releaseId')
          .whereRef('releases.projectId', '=', 'published.projectId')
          .where('releases.status', '=', 'approved')
          .orderBy('releases.number', 'desc')
          .limit(1)
          .as('release'),
      (join) => join.onTrue(),
    )
    .select([
      'projects.id',
      'projects.title',
      'projects.category',
      'projects.technologies',
      'projects.tags',
      'projects.ownerId',
      'projects.pricePaise',
      'projects.reportPricePaise',
      'projects.bundlePricePaise',
      'release.releaseId',
    ])
    .where('published.projectId', 'in', projectIds)
    .execute()
