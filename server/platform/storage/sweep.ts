import { Id } from '#contract/fields.ts'

import type { Storage } from './storage.ts'

/**
 * Deletes the objects of a folder that are older than a day, except those that `referredTo` selects. No key is ever
 * used twice, so an object without a reference never gets one again.
 */
export async function sweep(
  storage: Storage,
  folder: string,
  referredTo: (keys: string[]) => Promise<Set<string>>,
) {
  for await (const keys of oldKeys(storage, folder)) {
    const referred = await referredTo(keys)
    for (const key of keys) if (!referred.has(key)) await storage.delete(key)
  }
}

/**
 * Sweeps a folder where each key contains the id of what refers to it. A key without an id, perhaps a file of the
 * operating system, is deleted.
 */
export const sweepById = (
  storage: Storage,
  folder: string,
  existing: (ids: string[]) => Promise<Set<string>>,
) =>
  sweep(storage, folder, async (keys) => {
    const ids = [...new Set(keys.flatMap((key) => idIn(key) ?? []))]
    const present = ids.length > 0 ? await existing(ids) : new Set()
    return new Set(keys.filter((key) => present.has(idIn(key))))
  })

/** The id after the folder's name, without an extension. */
const idIn = (key: string): string | undefined => Id.safeParse(key.split(/[/.]/)[1]).data

/** The keys of a folder that have been there for a day, a few hundred at a time. */
async function* oldKeys(storage: Storage, folder: string): AsyncGenerator<string[]> {
  const bound = Date.now() - 24 * 3_600_000
  let keys: string[] = []
  for await (const { key, storedAt } of storage.list(folder)) {
    if (storedAt.getTime() < bound) keys.push(key)
    if (keys.length === 500) yield keys.splice(0)
  }
  if (keys.length > 0) yield keys
}
