import { sql } from 'kysely'

import type { Connection } from '../../database/connection.ts'

/** The words of some projects that misspelt searches are corrected to. */
export async function wordsOf(connection: Connection, projectIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from projects, plain_words(title, tags || technologies, description) word
    where id = any (${projectIds}::uuid[])`.execute(connection)
  return rows.map(({ word }) => word)
}

/** Corrects no search any more to those of some words that no published project has: a name may be among them. */
export async function forgetWords(trx: Connection, words: string[]): Promise<void> {
  await sql`
    delete from vocabulary where word = any (${words})
      and numnode(plainto_tsquery('english', word)) > 0
      and not exists (select from published_projects where words @@ plainto_tsquery('english', word))`.execute(
    trx,
  )
}
