import { type RawBuilder, sql } from 'kysely'

import type { Sort } from '#contract/projects.ts'

import type { Connection } from '../../database/connection.ts'
import { sumOf } from '../list/facet-queries.ts'
import type { Choice } from '../list/filter-queries.ts'
import { orders, sortColumns, type Window } from '../list/page-queries.ts'
import type { SearchWords } from './search-words.ts'
import { lookedUp } from './term-queries.ts'

/** The matches in the sample, and of these, in the asked-for order, the one that stands after all those wanted. */
export interface Sample {
  size: number
  /** How many projects stand in the part of the order that is walked. */
  walked: number
  projectId: string
  isFeatured: boolean
  salesCount: number
  createdAt: Date
  pricePaise: number
  rating: number
  ratingCount: number
}

/** One published project of so many is in the sample, by chance. */
export const sampledOf = 64
export const inSample = sql`right(project_id::text, 2) in ('00', '40', '80', 'c0')`
/** With so many in the sample there are more matches than are counted: of 1,000, not once in a thousand million searches. */
export const manyInSample = 45

/** Reads at most so many matches of the sample. */
export async function readSample(
  connection: Connection,
  words: SearchWords,
  choice: Choice,
  window: Window,
  { atMost, wanted }: { atMost: number; wanted: number },
): Promise<Sample> {
  // Five times the deviation that chance allows; of as many as pages have, still among manyInSample.
  const after = Math.ceil(wanted / sampledOf + 5 * Math.sqrt(wanted / sampledOf)) + 1
  const { rows } = await sql<Sample>`
    with sample as materialized (
      select ${sortColumns} from published_projects where ${inSample} and ${lookedUp(words, choice)} limit ${atMost}
    )
    select size, greatest(size * ${sampledOf}::integer, ${sumOf(walkedBy(window, choice))}) as walked, last.*
    from (select count(*) as size from sample) counted left join (select * from sample order by ${orders[window.sort]} offset ${after} limit 1) last on true
  `.execute(connection)
  return rows[0]!
}

/** What the index of an order begins with: of a choice, the part within which the order is walked. */
export const walkedBy = ({ sort }: Window, { category, lowest, highest }: Choice): Choice =>
  sort === 'featured' ? { category } : sort.startsWith('price') ? { category, lowest, highest } : {}

/** The projects that stand no later in an order than the sample's last one. */
export const upTo = ({ sort }: Window, sample: Sample): RawBuilder<unknown> => bounds[sort](sample)

// Of one column the planner knows how many projects a comparison leaves; the others only tell equal ones apart.
const bounds: Record<Sort, (sample: Sample) => RawBuilder<unknown>> = {
  featured: ({ isFeatured, salesCount, projectId }) =>
    isFeatured
      ? sql`is_featured`
      : sql`(is_featured or not is_featured and (sales_count, project_id) >= (${salesCount}, ${projectId}))`,
  newest: ({ createdAt }) => sql`created_at >= ${createdAt}`,
  'price-low': ({ pricePaise, projectId }) => sql`(price_paise, project_id) <= (${pricePaise}, ${projectId})`,
  'price-high': ({ pricePaise, projectId }) =>
    sql`(price_paise, project_id) >= (${pricePaise}, ${projectId})`,
  rating: ({ rating, ratingCount, projectId }) =>
    sql`(rating, rating_count, project_id) >= (${rating}, ${ratingCount}, ${projectId})`,
}
