import { type RawBuilder, sql } from 'kysely'

import type { Sort } from '#contract/projects.ts'

import type { Connection } from '../database/connection.ts'
import { type Choice, conditionsOf } from './filter-queries.ts'
import { orders, sortColumns, type Window } from './published-queries.ts'
import type { SearchWords } from './search-words.ts'

/** The matches in the sample, and of these, in the asked-for order, the one that stands after all those wanted. */
export interface Sample {
  size: number
  isFeatured: boolean
  salesCount: number
  createdAt: Date
  pricePaise: number
  rating: number
}

/** One published project of so many is in the sample, by chance. */
export const sampledOf = 16
export const inSample = sql`right(project_id::text, 1) = '0'`
/** With so many in the sample there are more matches than are counted: of 1,000, not once in a thousand million searches. */
export const manyInSample = 120

/** What the index of terms is asked for. */
export const lookedUp = (words: SearchWords, choice: Choice = {}) => {
  const { category, difficulty, technology, ...prices } = choice
  const terms = Object.entries({ category, difficulty, technology: technology && sql`lower(${technology})` })
    .filter(([, value]) => value)
    .map(([kind, value]) => sql` && filter_term(${sql.lit(kind)}, ${value})::tsquery`)
  const asked = sql`(${words})${sql.join(terms, sql``)}`
  return sql.join(
    [sql`search_terms(words, category, difficulty, technology_keys) @@ (${asked})`, ...conditionsOf(prices)],
    sql` and `,
  )
}

/** Reads at most so many matches of the sample. */
export async function readSample(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  { sort }: Window,
  { atMost, wanted }: { atMost: number; wanted: number },
): Promise<Sample> {
  // Five times the deviation that chance allows.
  const after = Math.ceil(wanted / sampledOf + 5 * Math.sqrt(wanted / sampledOf)) + 1
  const { rows } = await sql<Sample>`
    with sample as materialized (
      select ${sortColumns} from published_projects where ${inSample} and ${lookedUp(words, choice)} limit ${atMost}
    )
    select (select count(*) from sample) as size, last.*
    from (values (1)) one left join (select * from sample order by ${orders[sort]} offset ${after} limit 1) last on true
  `.execute(connection)
  return rows[0]!
}

/** The projects that stand no later in an order than the sample's last one. */
export const upTo = ({ sort }: Window, sample: Sample): RawBuilder<unknown> => bounds[sort](sample)

// With plain comparisons of one column, of which the planner knows how many projects they leave.
const bounds: Record<Sort, (sample: Sample) => RawBuilder<unknown>> = {
  featured: ({ isFeatured, salesCount }) =>
    isFeatured ? sql`is_featured` : sql`(is_featured or not is_featured and sales_count >= ${salesCount})`,
  newest: ({ createdAt }) => sql`created_at >= ${createdAt}`,
  'price-low': ({ pricePaise }) => sql`price_paise <= ${pricePaise}`,
  'price-high': ({ pricePaise }) => sql`price_paise >= ${pricePaise}`,
  rating: ({ rating }) => sql`rating >= ${rating}`,
}
