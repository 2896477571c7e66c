import { type RawBuilder, sql } from 'kysely'

import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../platform/database/connection.ts'
import { cardColumns, editedPictures, editedProjects } from './lookup-queries.ts'

/** The length of a card's description, in characters. */
const cardDescription = 300

/** A query of the project ids of one page, in their order. */
export type PageQuery = RawBuilder<unknown>

/**
 * Selects the cards of one page in its order, as the public or as their owners and staff see them; a project that no
 * longer exists is left out.
 */
export const selectCards = (connection: Connection, page: PageQuery, edited = false) =>
  connection
    .selectFrom(
      sql<{
        projectId: string
        place: number
      }>`(select project_id, row_number() over () as place from (${page}) ordered)`.as('page'),
    )
    .innerJoin(edited ? editedProjects : 'projects', 'projects.id', 'page.projectId')
    .select((from) =>
      cardColumns(from, {
        description: sql<string>`left(description, ${sql.lit(cardDescription)})`,
        images: edited ? editedPictures : undefined,
      }).as('card'),
    )
    .orderBy('page.place')
export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number]

/** Returns the cards of these projects, in the order of the ids. */
export const readCards = (connection: Connection, ids: string[]): Promise<CardRow[]> =>
  selectCards(connection, theseIds(ids)).execute()

/** Returns the cards of these projects as their owners and staff see them, in the order of the ids. */
export const readEditedCards = (connection: Connection, ids: string[]): Promise<CardRow[]> =>
  selectCards(connection, theseIds(ids), true).execute()

const theseIds = (ids: string[]): PageQuery =>
  sql`select project_id from unnest(${ids}::uuid[]) with ordinality these (project_id, place) order by place`

/** Returns the cards of one page of an owner's published projects, newest first. */
export const readOwnersCards = (
  connection: Connection,
  ownerId: string,
  window: PageWindow,
): Promise<CardRow[]> =>
  selectCards(
    connection,
    // An owner has few projects, so they are read through the index projects_owner, and published_projects needs no
    // owner.
    sql`
      select project_id from published_projects join projects on projects.id = project_id
      where projects.owner_id = ${ownerId} order by projects.created_at desc, project_id desc
      offset ${offsetOf(window)} limit ${window.limit}`,
  ).execute()
