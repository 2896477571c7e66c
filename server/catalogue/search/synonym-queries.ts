import { sql } from 'kysely'

import { offsetOf, type PageWindow } from '#contract/kit/paging.ts'

import type { Connection } from '../../platform/database/connection.ts'
import { containing } from '../../platform/database/text-search.ts'

interface SetRow {
  id: string
  isNear: boolean
  words: string[]
}

/** Returns one page of the sets with a part of a word, the newest first, and the number of all of them. */
export async function listSets(
  connection: Connection,
  { search = '', ...window }: PageWindow & { search?: string | undefined },
) {
  const { rows } = await sql<SetRow & { total: number }>`
    select synonym_sets.id, is_near, words, count(*) over () as total
    from synonym_sets, lateral (
      select array_agg(word order by place) as words, bool_or(lower(word) like ${containing(search)}) as is_found
      from synonyms where set_id = synonym_sets.id
    ) listed
    where is_found order by created_at desc, synonym_sets.id desc
    limit ${window.limit} offset ${offsetOf(window)}`.execute(connection)
  return { sets: rows, total: rows[0]?.total ?? 0 }
}

/** Locks and returns a set; undefined when there is none. */
export async function lockSet(trx: Connection, id: string): Promise<SetRow | undefined> {
  const { rows } = await sql<SetRow>`
    select id, is_near, array(select word from synonyms where set_id = id order by place) as words
    from synonym_sets where id = ${id} for update`.execute(trx)
  return rows[0]
}

/** Writes a set with its words; of words that are the same but for their endings the first stays. */
export async function saveSet(trx: Connection, { id, isNear, words }: SetRow): Promise<void> {
  await sql`
    insert into synonym_sets (id, is_near) values (${id}, ${isNear})
    on conflict (id) do update set is_near = excluded.is_near`.execute(trx)
  await sql`delete from synonyms where set_id = ${id}`.execute(trx)
  await sql`
    insert into synonyms (set_id, place, word)
    select ${id}, place, word from unnest(${words}::text[]) with ordinality listed (word, place) order by place
    on conflict do nothing`.execute(trx)
}

/** Deletes a set with its words. */
export async function deleteSet(trx: Connection, id: string): Promise<void> {
  await trx.deleteFrom('synonymSets').where('id', '=', id).execute()
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`

/** The most different searches of a day that are counted. */
const maxPerDay = 2000

/** Counts a search of today that found little. */
export async function addPoorSearch(connection: Connection, search: string): Promise<void> {
  await sql`
    insert into poor_searches (day, search, count)
    select ${today}, ${search}, 1
    where (select count(*) from poor_searches where day = ${today}) < ${maxPerDay}
      or exists (select from poor_searches where day = ${today} and search = ${search})
    on conflict (day, search) do update set count = poor_searches.count + 1`.execute(connection)
}

/** Deletes the searches of days before the last ones. */
export async function deletePoorSearches(connection: Connection, days: number): Promise<void> {
  await sql`delete from poor_searches where day <= ${today} - ${days}::integer`.execute(connection)
}
