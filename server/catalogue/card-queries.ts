import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Connection, DB } from '../database/connection.ts'
import { prepared } from '../database/prepared.ts'

/** How much of a description a list shows, in characters. */
const cardDescription = 300

/** A query of the project_ids of one page, in their order. */
export type PageQuery = RawBuilder<unknown>

/** The cards of one page in its order; a project that is gone is left out. */
export const cardsOn = (connection: Connection, page: PageQuery) =>
  connection
    .selectFrom(
      sql<{
        projectId: string
        place: number
      }>`(select project_id, row_number() over () as place from (${page}) ordered)`.as('page'),
    )
    .innerJoin('projects', 'projects.id', 'page.projectId')
    .select(cardColumns)
    .select((from) => [
      sql<string>`left(description, ${sql.lit(cardDescription)})`.as('description'),
      sql<boolean>`report_key is not null`.as('hasReport'),
      sql<string | null>`case when place = 1 then readme_start end`.as('readmeStart'),
      images(from),
    ])
    .orderBy('page.place')
export type CardRow = Awaited<ReturnType<ReturnType<typeof cardsOn>['execute']>>[number]

/** The cards of these projects, in the order of the ids. */
export const readCards = prepared((connection, { ids }: { ids: string[] }) =>
  cardsOn(
    connection,
    sql`select project_id from unnest(${ids}::uuid[]) with ordinality these (project_id, place) order by place`,
  ).compile(),
)

const cardColumns = [
  'id',
  'title',
  'category',
  'pricePaise',
  'technologies',
  'tags',
  'difficulty',
  'ratingSum',
  'ratingCount',
  'salesCount',
  'downloadCount',
  'languages',
  'fileTree',
  'isFeatured',
  'isActive',
  'verificationStatus',
  'createdAt',
] as const

/** The images of a project in a query of projects, in their order. */
export const images = (from: ExpressionBuilder<DB, 'projects'>) =>
  jsonArrayFrom(
    from
      .selectFrom('projectImages')
      .select(['projectImages.id', 'alt', 'width', 'height'])
      .whereRef('projectId', '=', 'projects.id')
      .orderBy('position'),
  ).as('images')
