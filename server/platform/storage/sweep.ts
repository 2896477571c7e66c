import { Id } from '#contract/fields.ts'

import type { Storage } from './storage.ts'

/** Deletes the objects of a folder that are older than a day, except those that `referredTo` picks out. No key is ever used twice, so what nothing refers to now stays so. */
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

/** The same where each key holds the id of what refers to it. A key without one, a file of the operating system perhaps, goes. */
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

/** What follows the name of the folder, without an ending. */
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
