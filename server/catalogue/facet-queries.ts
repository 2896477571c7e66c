import { type RawBuilder, sql } from 'kysely'

import { highestPaise, lowestPaise } from '#contract/kit/amounts.ts'
import { limits } from '#contract/kit/limits.ts'
import { categories, difficulties, priceRanges } from '#contract/projects/categories.ts'
import { needs } from '#contract/projects/needs.ts'

import { compiledQuery } from '../platform/database/compiled-query.ts'
import type { Connection, Database } from '../platform/database/connection.ts'
import { allOf, type Choice, conditionsOf, type Dimension } from './filter-queries.ts'
import { deleteUnusedWords } from './publish-queries.ts'

/**
 * The number of projects that match with one value of a facet selected and the other filters applied; `total` with all
 * filters, `all` without any.
 */
export interface FacetRow {
  facet: 'all' | 'total' | Dimension
  /** For a price range, its index in priceRanges. */
  name: string
  projects: number
}

/**
 * Counts every facet of a choice from the sums alone; exact, at a cost that does not grow with the catalogue. Counting
 * the rows themselves would be far too slow for a large catalogue. The sums know neither needs nor reports nor runs: what
 * is chosen of these counts for nothing, and needs are counted of every project or of few.
 */
export const countFacets = (connection: Connection, choice: Choice) =>
  countSums(connection, { ...choice, needs: undefined, report: undefined, ran: undefined })

const countSums = compiledQuery((connection, choice: Choice) => {
  const isPart = Object.values(choice).some((value) => value !== undefined)
  const parts = [...countsFromSums(choice), ...(isPart ? [] : [needsFromWords])]
  const facets = isPriced(choice)
    ? facetsOf([...parts, ...countsFromRows(sql`edges`, choice)], choice, stepsOf(choice), edges)
    : facetsOf(parts, choice)
  return (isPart ? sql<FacetRow>`${facets} union all ${needsOfFew(choice)}` : facets).compile(connection)
})

/** Counts every facet of a choice among the rows of a relation that has the columns of published_projects. */
export const countFacetsAmong = (relation: RawBuilder<unknown>, choice: Choice) =>
  facetsOf(
    [
      ...countsFromRows(relation, choice),
      priceCountsFromRows(relation, choice),
      needsFromRows(relation, choice),
    ],
    choice,
  )

/** Sums the parts. Of the technologies, the selected one and the most used remain, each in its most common spelling. */
const facetsOf = (
  parts: RawBuilder<unknown>[],
  { technology }: Choice,
  ...given: typeof parts
) => sql<FacetRow>`
  with ${sql.join([...given, sql`parts (facet, value, name, projects) as materialized (${sql.join(parts, sql` union all `)})`])}
  select facet, value as name, sum(projects)::integer as projects from parts
  where facet <> 'technology' and projects > 0 group by facet, value
  union all (
    select 'technology', (array_agg(name order by projects desc, name))[1], sum(projects)::integer
    from parts where facet = 'technology' group by value having sum(projects) > 0
    order by value = lower(${technology ?? ''}) desc, 3 desc, value limit ${limits.facetTechnologies}
  )`

/** The counts read from the sums in published_facets. */
function countsFromSums(choice: Choice) {
  const where = (open?: Dimension) => allOf(sumConditions(choice, open))
  return [
    sql`select 'all', '', '', sum(projects) from published_facets where ${allOf(sumConditions({}))}`,
    sql`select 'total', '', '', sum(projects) from published_facets where ${where()}`,
    sql`select 'category', category, '', sum(projects) from published_facets
      where category in (${sql.join([...categories])}) and ${where('category')} group by category`,
    sql`select 'difficulty', difficulty, '', sum(projects) from published_facets
      where difficulty in (${sql.join([...difficulties])}) and ${where('difficulty')} group by difficulty`,
    sql`select 'technology', technology, spelling, sum(projects) from published_facets
      where technology <> '' and ${where('technology')} group by technology, spelling`,
    sql`select 'price', place, '', (
        select sum(projects) from published_facets
        where price_step between lowest and highest and ${where('price')}
      ) from (values ${stepRanges}) price_range (place, lowest, highest)`,
  ]
}

/**
 * The conditions of a choice on a row of published_facets, with one dimension left open. A price step that a limit cuts
 * is left to the edges.
 */
function sumConditions(choice: Choice, open?: Dimension): RawBuilder<unknown>[] {
  const { category, difficulty, technology } = choice
  const price = isPriced(choice)
    ? sql`price_step between (select low + low % 2 from steps) and (select high - high % 2 from steps)`
    : sql`price_step = -1`
  return [
    open === 'category' ? undefined : sql`category = ${category ?? ''}`,
    open === 'difficulty' ? undefined : sql`difficulty = ${difficulty ?? ''}`,
    open === 'technology' ? undefined : sql`technology = lower(${technology ?? ''})`,
    open === 'price' ? undefined : price,
  ].filter((condition) => condition !== undefined)
}

const isPriced = ({ lowest, highest }: Choice) => lowest !== undefined || highest !== undefined

/** The price steps of the limits; an odd step is cut by its limit. */
const stepsOf = ({ lowest = 0, highest = highestPaise(Infinity) }: Choice) =>
  sql`steps (low, high) as materialized (select price_step(${lowest}), price_step(${highest}))`

/**
 * The projects in the price steps that a limit cuts: with them the totals of a price range are exact without counting
 * the whole range. Materialized, so that all parts share one reading of them and of the steps.
 */
const edges = sql`edges as materialized (
  select category, difficulty, technologies, technology_keys, price_paise from published_projects
  where price_step(price_paise) in ((select low from steps where low % 2 = 1), (select high from steps where high % 2 = 1))
)`

function countsFromRows(relation: RawBuilder<unknown>, choice: Choice) {
  const where = (open?: Dimension) => allOf(conditionsOf(choice, open))
  return [
    sql`select 'total', '', '', count(*) from ${relation} where ${where()}`,
    sql`select 'category', category, '', count(*) from ${relation} where ${where('category')} group by category`,
    sql`select 'difficulty', difficulty, '', count(*) from ${relation} where ${where('difficulty')} group by difficulty`,
    sql`select 'technology', lower(spelling), spelling, count(*)
      from ${relation}, unnest(technologies) spelling where ${where('technology')} group by spelling`,
  ]
}

const priceCountsFromRows = (relation: RawBuilder<unknown>, choice: Choice) => sql`
  select 'price', place, '', count(*)
  from ${relation} join (values ${ranges}) price_range (place, lowest, highest) on price_paise between lowest and highest
  where ${allOf(conditionsOf(choice, 'price'))} group by place`

const needsFromRows = (relation: RawBuilder<unknown>, choice: Choice) => sql`
  select 'needs', need, '', count(*) from ${relation}, unnest(needs) need
  where ${allOf(conditionsOf(choice, 'needs'))} group by need`

/** What all projects need: the filter is a word of each. */
const needsFromWords = sql`
  select 'needs', substr(word, length('=needs=') + 1), '', sum(projects) from word_counts
  where word in (${sql.join(needs.map((need) => sql.lit(`=needs=${need}`)))}) group by word`

/** What the projects of a choice need, none when they are more than are counted: these are not read. */
const needsOfFew = (choice: Choice) => sql`
  select 'needs', need, count(*)::integer from published_projects, unnest(needs) need
  where (select sum(projects) from parts where facet = 'total') <= ${sql.lit(limits.countedMatches)}
    and ${allOf(conditionsOf(choice))} group by need`

const rangesOf = (limit: (paise: number) => RawBuilder<unknown>) =>
  sql.join(
    priceRanges.map(
      ({ min = 0, max = Infinity }, place) =>
        sql`(${sql.lit(String(place))}, ${limit(lowestPaise(min))}, ${limit(highestPaise(max))})`,
    ),
  )
const ranges = rangesOf(sql.lit)
const stepRanges = rangesOf((paise) => sql`price_step(${sql.lit(paise)})`)

/** Returns the number of projects that match all filters, or of all projects. */
export const totalOf = (which: 'total' | 'all', rows: FacetRow[]): number =>
  rows.find(({ facet }) => facet === which)?.projects ?? 0

/**
 * Replaces the rows added to the facets, figures and counts of words by one sum for each key, so that counting stays
 * fast. Changes add rows because updating a sum in place would make every publication wait for the one before. Each
 * table is summed in one statement, so that readers see either the rows or their sum. Two simultaneous runs may leave a
 * key two sums, which readers add up and the next run joins. Words that no published project has any more leave the
 * vocabulary.
 */
export async function sumCatalogue(connection: Database): Promise<void> {
  await sql`
    with fresh as (
      delete from published_facets where not is_sum
      returning category, difficulty, technology, spelling, price_step, projects
    ), sums as (
      delete from published_facets using (select distinct category, difficulty, technology, spelling, price_step from fresh) keys
      where is_sum and published_facets.category = keys.category and published_facets.difficulty = keys.difficulty
        and published_facets.technology = keys.technology and published_facets.spelling = keys.spelling
        and published_facets.price_step = keys.price_step
      returning published_facets.category, published_facets.difficulty, published_facets.technology,
        published_facets.spelling, published_facets.price_step, projects
    )
    insert into published_facets
    select category, difficulty, technology, spelling, price_step, sum(projects), true
    from (select * from fresh union all select * from sums) added
    group by 1, 2, 3, 4, 5 having sum(projects) <> 0`.execute(connection)
  await sql`
    with added as (delete from published_figures returning category, projects, price_sum, rating_sum, rating_count)
    insert into published_figures
    select category, sum(projects), sum(price_sum), sum(rating_sum), sum(rating_count), true
    from added group by category having sum(projects) <> 0`.execute(connection)
  const { rows: gone } = await sql<{ word: string }>`
    with fresh as (
      delete from word_counts where not is_sum returning word, projects
    ), sums as (
      delete from word_counts using (select distinct word from fresh) words
      where is_sum and word_counts.word = words.word
      returning word_counts.word, projects
    ), totals as (
      select word, sum(projects) as projects from (select * from fresh union all select * from sums) added
      group by word
    ), kept as (
      insert into word_counts select word, projects, true from totals where projects <> 0
    )
    select word from totals where projects = 0`.execute(connection)
  if (gone.length === 0) return
  await connection.transaction().execute(async (trx) => {
    // A publication under way counts on a word that it found in the vocabulary.
    await sql`lock table vocabulary in share row exclusive mode`.execute(trx)
    await deleteUnusedWords(
      trx,
      gone.map(({ word }) => word),
    )
  })
}
