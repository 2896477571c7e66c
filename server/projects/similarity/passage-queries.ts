import { sql } from 'kysely'

import type { Connection } from '../../platform/database/connection.ts'
import { isRare } from './queries.ts'

/** Lines between two matches of one passage: fingerprints need not be adjacent. */
const maxGap = 2

/** Lines of a file that are also in a file of another project. Files by their index, lines from 1, both included. */
export interface Passage {
  file: number
  thatFile: number
  from: number
  to: number
  thatFrom: number
  thatTo: number
  /** The number of fingerprints in the passage. */
  matches: number
}

/** The passages that two sources share, without common code, in the order of the first one's files. */
export async function passagesBetween(
  connection: Connection,
  sourceId: number,
  thatId: number,
): Promise<Passage[]> {
  const { rows } = await sql<Passage>`
    with matches as (
      select mine.file, mine.first_line as first, mine.last_line as last,
        that.file as that_file, that.first_line as that_first, that.last_line as that_last
      from similarity_fingerprints mine join similarity_fingerprints that using (hash)
      where mine.source_id = ${sourceId} and that.source_id = ${thatId} and that.is_own and ${isRare(sql`mine.hash`)}
    ), begun as (
      select *, coalesce(
        first <= lag(last) over before + ${maxGap} and that_first between lag(that_first) over before and lag(that_last) over before + ${maxGap},
        false
      ) as goes_on
      from matches window before as (partition by file, that_file order by first, that_first)
    ), numbered as (
      select *, count(*) filter (where not goes_on)
        over (partition by file, that_file order by first, that_first) as passage
      from begun
    )
    select file, that_file as "thatFile", min(first) as "from", max(last) as "to", min(that_first) as "thatFrom",
      max(that_last) as "thatTo", count(*)::int as matches
    from numbered group by file, that_file, passage order by file, "from", that_file`.execute(connection)
  return rows
}
