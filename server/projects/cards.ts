import type { ProjectCard } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { pageOfThese, readCards } from './card-queries.ts'
import { cardFrom } from './present.ts'
import type { PageQuery } from './published-queries.ts'

/** The cards of one page, in its order; none without a page. */
export const cardsOn = async (connection: Connection, page: PageQuery | undefined): Promise<ProjectCard[]> =>
  page ? (await readCards(connection, page)).map(cardFrom) : []

/** The cards of these projects, in the order of the ids. */
export const cardsOf = (connection: Connection, ids: string[]): Promise<ProjectCard[]> =>
  cardsOn(connection, pageOfThese(ids))
