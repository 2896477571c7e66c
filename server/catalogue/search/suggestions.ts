import { limits } from '#contract/kit/limits.ts'

import type { Connection } from '../../database/connection.ts'
import { countTechnologies } from '../figure-queries.ts'
import { correct } from './correction-queries.ts'
import { suggestTitles } from './suggestion-queries.ts'
import { searched } from './word-queries.ts'

/** What a search may be meant for while it is typed. Words that nothing is named by are corrected. */
export async function suggest(connection: Connection, typed: string) {
  const search = searched(typed)
  const [titles, technologies] = await Promise.all([
    suggestTitles(connection, search),
    countTechnologies(connection, { beginning: search, max: limits.suggestedTechnologies }),
  ])
  if (titles.length > 0 || technologies.length > 0) return { titles, technologies }
  const correctedSearch = await correct(connection, search)
  const corrected = correctedSearch ? await suggestTitles(connection, correctedSearch) : []
  return { titles: corrected, technologies, ...(corrected.length > 0 && { correctedSearch }) }
}
