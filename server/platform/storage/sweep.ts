import { Id } from '#contract/kit/fields.ts'

import type { Connection, Database } from '../database/connection.ts'
import type { Storage } from './storage.ts'

interface Stores {
  db: Database
  storage: Storage
}

/** The most names that one run reads of a folder: some 10 s of work. */
const namesOfRun = 50_000

/**
 * Deletes the objects of a folder that are older than a day, except those that `referredTo` selects. No key is ever
 * used twice, so an object without a reference never gets one again. A run reads the next `names` names of the folder
 * and leaves the rest to the runs after it, so that it ends however many there are.
 */
export async function sweep(
  { db, storage }: Stores,
  folder: string,
  referredTo: (keys: string[]) => Promise<Set<string>>,
  { names = namesOfRun } = {},
): Promise<void> {
  const bound = Date.now() - 24 * 3_600_000
  const deleteUnreferred = async (keys: string[]) => {
    if (keys.length === 0) return
    const referred = await referredTo(keys)
    for (const key of keys) if (!referred.has(key)) await storage.delete(key)
  }
  let old: string[] = []
  let read = 0
  let next = ''
  for await (const { key, storedAt } of storage.list(folder, await sweptUntil(db, folder))) {
    if (storedAt.getTime() < bound) old.push(key)
    if (old.length === 500) await deleteUnreferred(old.splice(0))
    if (++read < names) continue
    next = key
    break
  }
  await deleteUnreferred(old)
  await saveSweptUntil(db, folder, next)
}

/**
 * Sweeps a folder where each key contains the id of what refers to it. A key without an id, perhaps a file of the
 * operating system, is deleted.
 */
export const sweepById = (
  stores: Stores,
  folder: string,
  existing: (ids: string[]) => Promise<Set<string>>,
): Promise<void> =>
  sweep(stores, folder, async (keys) => {
    const ids = [...new Set(keys.flatMap((key) => idIn(key) ?? []))]
    const present = ids.length > 0 ? await existing(ids) : new Set()
    return new Set(keys.filter((key) => present.has(idIn(key))))
  })

/** The id after the folder's name, without an extension. */
const idIn = (key: string): string | undefined => Id.safeParse(key.split(/[/.]/)[1]).data

/** The key after which the sweep of a folder goes on; '' at its beginning. */
async function sweptUntil(connection: Connection, folder: string): Promise<string> {
  const row = await connection
    .selectFrom('storeSweeps')
    .select('afterKey')
    .where('folder', '=', folder)
    .executeTakeFirst()
  return row?.afterKey ?? ''
}

async function saveSweptUntil(connection: Connection, folder: string, afterKey: string) {
  await connection
    .insertInto('storeSweeps')
    .values({ folder, afterKey })
    .onConflict((conflict) => conflict.column('folder').doUpdateSet({ afterKey }))
    .execute()
}
