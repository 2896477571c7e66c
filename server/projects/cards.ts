import type { ProjectCard } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { readCards } from './card-queries.ts'
import { cardFrom } from './present.ts'

/** The cards of these projects, in the order of the ids. */
export const cardsOf = async (connection: Connection, ids: string[]): Promise<ProjectCard[]> =>
  ids.length === 0 ? [] : (await readCards(connection, { ids })).map(cardFrom)
