import { v7 as uuid } from 'uuid'

import type { SynonymSet } from '#contract/catalogue/synonyms.ts'
import { paginationOf, type PageWindow } from '#contract/kit/paging.ts'
import { ProblemError } from '#contract/kit/problem.ts'

import type { Connection, Database } from '../../platform/database/connection.ts'
import type { StaffCaller } from '../../platform/http/caller.ts'
import { recordAudit } from '../../staff/audit/service.ts'
import { readPoorSearches } from './lookup-queries.ts'
import { addPoorSearch, deleteSet, listSets, lockSet, saveSet } from './synonym-queries.ts'

/** The days of which searches that found little are shown beside the synonyms. */
const shownDays = 30
/** The days for which they are stored. */
export const storedDays = 90

/** Lists sets of synonyms, and the searches that found little. */
export async function listSynonyms(
  connection: Connection,
  query: PageWindow & { search?: string | undefined },
) {
  const [{ sets, total }, poorSearches] = await Promise.all([
    listSets(connection, query),
    readPoorSearches(connection, shownDays, 20),
  ])
  return { sets: sets.map(toSet), poorSearches, pagination: paginationOf(query, total) }
}

/** Creates a set, or replaces the words of the one with this id. */
export const saveSynonyms = (
  db: Database,
  staff: StaffCaller,
  set: { words: string[]; isNear: boolean },
  id?: string,
): Promise<SynonymSet> =>
  db.transaction().execute(async (trx) => {
    const before = id === undefined ? undefined : await existing(trx, id)
    const saved = { ...set, id: id ?? uuid() }
    await saveSet(trx, saved)
    const after = toSet((await lockSet(trx, saved.id))!)
    if (after.words.length < 2)
      throw new ProblemError(
        'invalid_input',
        'These are all the same word. Enter another one that means the same.',
      )
    await record(trx, staff, before ? 'change synonyms' : 'add synonyms', before, after)
    return after
  })

/** Deletes a set. */
export const removeSynonyms = (db: Database, staff: StaffCaller, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await existing(trx, id)
    await deleteSet(trx, id)
    await record(trx, staff, 'delete synonyms', before, undefined)
  })

/**
 * Counts a search that found nothing nearer than what is near, in lower case and cut to 80 characters; shorter ones
 * than three letters are left out.
 */
export async function recordPoorSearch(connection: Connection, typed: string): Promise<void> {
  const search = typed.toLowerCase().replaceAll(/\s+/g, ' ').trim().slice(0, 80).toWellFormed()
  if (/[\p{L}\p{N}]{3}/u.test(search)) await addPoorSearch(connection, search)
}

async function existing(trx: Connection, id: string): Promise<SynonymSet> {
  const set = await lockSet(trx, id)
  if (!set) throw new ProblemError('not_found', 'These search words no longer exist')
  return toSet(set)
}

const record = (
  trx: Connection,
  staff: StaffCaller,
  action: string,
  before: SynonymSet | undefined,
  after: SynonymSet | undefined,
) =>
  recordAudit(trx, {
    staff,
    action,
    about: `synonym ${(after ?? before)!._id}`,
    name: (after ?? before)!.words.join(', ').slice(0, 120),
    before: before ? { words: before.words.join(', '), isNear: before.isNear } : null,
    after: after ? { words: after.words.join(', '), isNear: after.isNear } : null,
  })

const toSet = ({ id, words, isNear }: { id: string; words: string[]; isNear: boolean }): SynonymSet => ({
  _id: id,
  words,
  isNear,
})
