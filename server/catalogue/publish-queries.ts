import { sql } from 'kysely'

import { undoSeconds } from '#contract/projects/staff/verification.ts'

import type { Connection } from '../platform/database/connection.ts'

/** Whether what staff approved stays on sale while a change of it waits, as the settings say. */
export const editionsStayOnSale = sql<boolean>`exists (
  select from settings where name = 'verification' and value->>'whileChangesWait' = 'on_sale'
)`

/**
 * Whether a project stays on sale as staff approved it, while a change of it waits or was sent back: the settings say so,
 * and its record is still what they approved.
 */
const isKeptOnSale = sql<boolean>`(
  edition is not null and ${editionsStayOnSale}
  and exists (select from editions where editions.project_id = projects.id and editions.number is null and keeps_sale)
)`

/**
 * Publishes or unpublishes projects: the only rule of what is public. Call it after every change to a project, and when
 * its owner is deactivated or reactivated or a block of it begins or ends, in the same transaction: the project's row is
 * locked by then, so that of two simultaneous changes the later one decides over both. Records the first listing of a
 * project.
 */
export async function updatePublication(connection: Connection, ...projectIds: string[]) {
  const { rows } = await sql<{ id: string }>`with published as (
    insert into published_projects (
      project_id, category, difficulty, price_paise, technologies,
      rating, rating_count, sales_count, featured_rank, created_at, words, needs
    )
    select
      id, category, difficulty, price_paise,
      array(select distinct on (lower(name)) name from unnest(technologies) name),
      case when rating_count = 0 then 0 else round(rating_sum::numeric / rating_count, 2) end,
      rating_count, sales_count, featured_rank(is_featured, featured_place), created_at, project_words(projects),
      project_needs(projects)
    from projects
    where id = any(${projectIds}::uuid[]) and is_active and (verification_status = 'approved' or ${isKeptOnSale}) and deleted_at is null and archived_at is null and release_id is not null
      and exists (select from releases where releases.project_id = projects.id and releases.status = 'approved')
      and exists (select from members where members.id = projects.owner_id and members.deactivated_at is null)
      and not exists (select from project_blocks where project_blocks.project_id = projects.id and ended_at is null)
    on conflict (project_id) do update set
      category = excluded.category, difficulty = excluded.difficulty,
      price_paise = excluded.price_paise, technologies = excluded.technologies, rating = excluded.rating,
      rating_count = excluded.rating_count, sales_count = excluded.sales_count,
      featured_rank = excluded.featured_rank, created_at = excluded.created_at, words = excluded.words,
      needs = excluded.needs
    returning project_id, xmax = 0 as is_new
  ), listed_first as (
    insert into first_listings (project_id) select project_id from published where is_new
    on conflict do nothing
  )
  select project_id as id from published`.execute(connection)
  const published = new Set(rows.map(({ id }) => id))
  const others = projectIds.filter((id) => !published.has(id))
  if (others.length > 0)
    await connection.deleteFrom('publishedProjects').where('projectId', 'in', others).execute()
}

export const isPublished = async (connection: Connection, projectId: string): Promise<boolean> =>
  (await publishedAmong(connection, [projectId])).has(projectId)

/** Returns the ids, among those given, of published projects. */
export async function publishedAmong(connection: Connection, projectIds: string[]): Promise<Set<string>> {
  if (projectIds.length === 0) return new Set()
  const rows = await connection
    .selectFrom('publishedProjects')
    .select('projectId')
    .where('projectId', 'in', projectIds)
    .execute()
  return new Set(rows.map(({ projectId }) => projectId))
}

/** Returns those of these projects that can be sold now, each with the release of its record. */
export const forSale = (connection: Connection, projectIds: string[]) =>
  connection
    .selectFrom('publishedProjects as published')
    .innerJoin('projects', 'projects.id', 'published.projectId')
    .innerJoin('releases', (join) =>
      join.onRef('releases.id', '=', 'projects.releaseId').on('releases.status', '=', 'approved'),
    )
    .leftJoin('editions as approved', (join) =>
      join.onRef('approved.projectId', '=', 'projects.id').onRef('approved.number', '=', 'projects.edition'),
    )
    // What a process of the release before approved has no edition until it is changed.
    .leftJoin('approvedEditions as older', (join) =>
      join.onRef('older.projectId', '=', 'projects.id').on('projects.edition', 'is', null),
    )
    .leftJoin('reports', 'reports.key', 'projects.reportKey')
    .select([
      'projects.id',
      'projects.title',
      'projects.category',
      'projects.technologies',
      'projects.tags',
      'projects.languages',
      'projects.fileTree',
      'projects.verifiedAt',
      'projects.ownerId',
      'projects.pricePaise',
      'projects.reportPricePaise',
      'projects.bundlePricePaise',
      sql<number | null>`coalesce(approved.price_paise, older.price_paise)`.as('approvedPricePaise'),
      sql<number | null>`coalesce(approved.report_price_paise, older.report_price_paise)`.as(
        'approvedReportPricePaise',
      ),
      'reports.pages as reportPages',
      'releases.id as releaseId',
      'releases.number as releaseNumber',
    ])
    .where('published.projectId', 'in', projectIds)
    .execute()

/** Tells whether a project was ever listed. */
export const wasListed = async (connection: Connection, projectId: string): Promise<boolean> =>
  (await connection
    .selectFrom('firstListings')
    .select('projectId')
    .where('projectId', '=', projectId)
    .executeTakeFirst()) !== undefined

/**
 * Locks and returns the project that has waited longest to be announced, skipping those that another process is
 * announcing and those listed by a decision that can still be taken back.
 */
export const nextUnannounced = (trx: Connection) =>
  trx
    .selectFrom('firstListings')
    .select(['projectId', 'announcedTo'])
    .where('announcedAt', 'is', null)
    .where('listedAt', '<=', sql<Date>`now() - ${undoSeconds} * interval '1 second'`)
    .orderBy('listedAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Records up to which follower a project has been announced, and whether that was the last. */
export async function recordAnnouncement(
  trx: Connection,
  projectId: string,
  { to, isDone }: { to: string | null; isDone: boolean },
): Promise<void> {
  await trx
    .updateTable('firstListings')
    .set({ announcedTo: to, ...(isDone && { announcedAt: sql<Date>`now()` }) })
    .where('projectId', '=', projectId)
    .execute()
}

/**
 * Deletes the first listing of a project that was unpublished before it was announced, so that its next listing counts
 * as the first.
 */
export async function deleteFirstListing(trx: Connection, projectId: string): Promise<void> {
  await trx
    .deleteFrom('firstListings')
    .where('projectId', '=', projectId)
    .where('announcedTo', 'is', null)
    .where('announcedAt', 'is', null)
    .execute()
}

/** Returns the words of some projects that searches are corrected to. */
export async function wordsOf(connection: Connection, projectIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from projects, unnest(tsvector_to_array(project_words(projects))) word
    where id = any (${projectIds}::uuid[])`.execute(connection)
  return rows.map(({ word }) => word)
}

/**
 * Deletes words from the vocabulary that no published project has, so that no search is corrected to them; a name may
 * be among them.
 */
export async function deleteUnusedWords(trx: Connection, words: string[]): Promise<void> {
  await sql`
    with unused as (
      select word from unnest(${words}::text[]) typed (word)
      where coalesce((select sum(projects) from word_counts where word_counts.word = typed.word), 0) = 0
    ), counts as (
      delete from word_counts using unused where word_counts.word = unused.word
    )
    delete from vocabulary using unused where vocabulary.word = unused.word`.execute(trx)
}
