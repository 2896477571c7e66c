import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'

import type { ProjectCard } from '#contract/projects/project.ts'

import type { Connection } from '../platform/database/connection.ts'
import type { DB } from '../platform/database/tables.ts'

/** Returns the number of an owner's published projects, and the sum and number of their ratings. */
export const publishedFiguresOf = (connection: Connection, ownerId: string) =>
  connection
    .selectFrom('projects')
    .innerJoin('publishedProjects', 'publishedProjects.projectId', 'projects.id')
    .select((from) => [
      from.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(projects.rating_sum), 0)::integer`.as('ratingSum'),
      sql<number>`coalesce(sum(projects.rating_count), 0)::integer`.as('ratingCount'),
    ])
    .where('projects.ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()

/** Returns what the sharing image of a published project shows; undefined for any other project. */
export const sharedProject = (connection: Connection, projectId: string) =>
  connection
    .selectFrom('publishedProjects as published')
    .innerJoin('projects', 'projects.id', 'published.projectId')
    .select((from) => [
      'projects.title',
      'projects.category',
      'projects.pricePaise',
      'projects.technologies',
      sql<ProjectCard['languages']>`languages`.as('languages'),
      sql<ProjectCard['fileTree']>`file_tree`.as('fileTree'),
      from
        .selectFrom('projectImages')
        .select('projectImages.id')
        .whereRef('projectId', '=', 'projects.id')
        .orderBy('position')
        .limit(1)
        .as('imageId'),
    ])
    .where('published.projectId', '=', projectId)
    .executeTakeFirst()

/** Returns the id of the published project at an offset in the order of the ids, or undefined beyond the end. */
export async function publishedIdAt(connection: Connection, offset: number): Promise<string | undefined> {
  const row = await connection
    .selectFrom('publishedProjects')
    .select('projectId')
    .orderBy('projectId')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
  return row?.projectId
}

/**
 * Returns published projects in the order of the ids, from an id on ('>=') or after it ('>'), each with the time of its
 * last change.
 */
export const publishedFrom = (
  connection: Connection,
  [operator, projectId]: ['>=' | '>', string],
  max: number,
): Promise<Listed[]> =>
  connection
    // Limited before the join, because the planner would otherwise begin at the first project of all.
    .selectFrom((from) =>
      from
        .selectFrom('publishedProjects')
        .select('projectId')
        .where('projectId', operator, projectId)
        .orderBy('projectId')
        .limit(max)
        .as('published'),
    )
    .innerJoin('projects', 'projects.id', 'published.projectId')
    .select(['projects.id', 'projects.updatedAt'])
    .orderBy('published.projectId')
    .execute()

interface Listed {
  id: string
  updatedAt: Date
}

/** Returns the number of published projects, from the figures alone. */
export async function countPublished(connection: Connection): Promise<number> {
  const { rows } = await sql<{ projects: number }>`
    select coalesce(sum(projects), 0) as projects from published_figures`.execute(connection)
  return rows[0]!.projects
}

/**
 * Returns the categories that have published projects, with their number, the lowest price in paise and the id of the
 * first picture of the best project that has one.
 */
export async function countCategories(connection: Connection): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select category, sum(projects) as count, (
        select min(price_paise) from published_projects where published_projects.category = counted.category
      ) as min_price_paise, (select picture from (${bestPictures(1)}) best) as picture
    from published_figures counted group by category having sum(projects) > 0`.execute(connection)
  return rows
}

interface Counted {
  category: string
  count: number
  minPricePaise: number | null
  picture: string | null
}

/** A subquery for the first pictures of the nine best projects of `counted.category`, in their order. */
const bestPictures = (max: number) => sql`
  select picture, place
  from (
    select project_id, row_number() over () as place from (
      select project_id from published_projects where published_projects.category = counted.category
      order by featured_rank desc, sales_count desc, project_id desc limit 9
    ) ordered
  ) best,
  lateral (
    select id as picture from project_images where project_images.project_id = best.project_id order by position limit 1
  ) first_picture
  order by place limit ${sql.lit(max)}`

/** Returns the searches of the last days, today included, that found little, the most frequent first. */
export async function readPoorSearches(connection: Connection, days: number, max: number) {
  const { rows } = await sql<{ search: string; count: number }>`
    select search, sum(count) as count from poor_searches
    where day > (now() at time zone 'Asia/Kolkata')::date - ${days}::integer
    group by search order by count desc, search limit ${max}`.execute(connection)
  return rows
}

/** Returns the categories that have published projects. */
export async function publishedCategories(connection: Connection): Promise<string[]> {
  const { rows } = await sql<{ category: string }>`
    select category from (${listed}) listed order by category`.execute(connection)
  return rows.map(({ category }) => category)
}

const listed = sql`select category from published_figures group by category having sum(projects) > 0`

/**
 * Returns the technologies of published projects, most used first, each in its most common spelling; `beginning`
 * restricts them to those that begin with a text or have one of the `names` in lower case, which come first.
 */
export async function countTechnologies(
  connection: Connection,
  {
    beginning = '',
    names = [],
    max = null,
  }: { beginning?: string; names?: string[]; max?: number | null } = {},
): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select (array_agg(spelling order by projects desc, spelling))[1] as name, sum(projects)::integer as count
    from (
      select technology, spelling, sum(projects) as projects from published_facets
      where category = '' and difficulty = '' and price_step = -1 and technology <> ''
        and (starts_with(technology, lower(${beginning})) or technology = any (${names}::text[]))
      group by technology, spelling having sum(projects) > 0
    ) spelled
    group by technology order by technology = any (${names}::text[]) desc, count desc, technology limit ${max}`.execute(
    connection,
  )
  return rows
}

/**
 * Returns the figures of the categories that have published projects; the rating is over all their reviews. Prices in
 * paise.
 */
export async function figuresByCategory(connection: Connection): Promise<Figures[]> {
  const priceAt = (end: 'min' | 'max') => sql`(
    select ${sql.raw(end)}(price_paise) from published_projects where published_projects.category = published_figures.category
  )`
  const { rows } = await sql<Figures>`
    select category, sum(projects) as count, round(sum(price_sum) / sum(projects)) as avg_price,
      ${priceAt('min')} as min_price, ${priceAt('max')} as max_price, sum(rating_count) as reviews,
      coalesce(round(sum(rating_sum) / nullif(sum(rating_count), 0), 2), 0) as avg_rating
    from published_figures group by category having sum(projects) > 0`.execute(connection)
  return rows
}

interface Figures {
  category: string
  count: number
  avgPrice: number
  minPrice: number
  maxPrice: number
  avgRating: number
  reviews: number
}

/** Returns the ids of the first pictures of each category's best projects, at most three. */
export async function picturesByCategory(connection: Connection) {
  const { rows } = await sql<{ category: string; pictures: string[] }>`
    select category, array_agg(picture order by place) as pictures
    from (${listed}) counted,
      lateral (${bestPictures(3)}) pictures
    group by category`.execute(connection)
  return rows
}

/**
 * Returns the technologies of each category's published projects, most used first, each in its most common spelling.
 */
export async function technologiesByCategory(connection: Connection) {
  const { rows } = await sql<{ category: string; technologies: string[] }>`
    with spelled as (
      select category, technology, spelling, sum(projects) as projects from published_facets
      where category <> '' and difficulty = '' and price_step = -1 and technology <> ''
      group by category, technology, spelling having sum(projects) > 0
    ), named as (
      select category, (array_agg(spelling order by projects desc, spelling))[1] as name, sum(projects) as projects
      from spelled group by category, technology
    )
    select category, array_agg(name order by projects desc, lower(name)) as technologies
    from named group by category`.execute(connection)
  return rows
}

/**
 * Selects the fields of a project's card, in a query of projects, as one JSON value with times as text: parsing one
 * value is much faster than many columns.
 */
export const cardColumns = (
  from: ExpressionBuilder<DB, 'projects'>,
  { description }: { description: Expression<string> },
) =>
  jsonBuildObject({
    id: from.ref('projects.id'),
    title: from.ref('title'),
    category: from.ref('projects.category'),
    pricePaise: from.ref('pricePaise'),
    technologies: from.ref('technologies'),
    tags: from.ref('tags'),
    difficulty: from.ref('difficulty'),
    ratingSum: from.ref('ratingSum'),
    ratingCount: from.ref('ratingCount'),
    salesCount: from.ref('salesCount'),
    downloadCount: from.ref('downloadCount'),
    runCount: from.ref('runCount'),
    ranCount: from.ref('ranCount'),
    languages: from.ref('languages'),
    fileTree: from.ref('fileTree'),
    isFeatured: from.ref('isFeatured'),
    isActive: from.ref('isActive'),
    verificationStatus: from.ref('verificationStatus'),
    createdAt: from.ref('projects.createdAt'),
    hasReport: sql<boolean>`report_key is not null`,
    verifiedAt: from.ref('projects.verifiedAt'),
    contents: sql<{
      size: number
      lines: number
    } | null>`(select json_build_object('size', total_size, 'lines', lines) from releases where releases.id = projects.release_id)`,
    images: images(from),
    description,
  })

/** Selects the images of a project, in a query of projects, in their order. */
const images = (from: ExpressionBuilder<DB, 'projects'>) =>
  jsonArrayFrom(
    from
      .selectFrom('projectImages')
      .select(['projectImages.id', 'alt', 'width', 'height'])
      .whereRef('projectId', '=', 'projects.id')
      .orderBy('position'),
  )
