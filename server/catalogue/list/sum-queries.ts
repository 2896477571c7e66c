import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/**
 * Replaces the rows added to the facets and figures by one sum for each key, so that they stay as few as there are keys:
 * when 12,000 of 1,000,000 projects were taken out and listed again, ten minutes of 20 a second, and nothing is summed, the
 * counts of a list take 440 ms instead of 0.2. Rows are added because a sum changed in place has every publication wait for
 * the one before. In one statement each: whoever reads meanwhile sees either the rows or their sum. Two at once may leave a
 * key two sums, which readers add up and the next summing joins.
 */
export async function sumCatalogue(connection: Connection): Promise<void> {
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
}
