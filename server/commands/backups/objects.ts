import { createReadStream } from 'node:fs'
import { join } from 'node:path'

import type { Storage } from '../../platform/storage/storage.ts'
import { isPlainName, names, type Summed, sumOf, type writerInto } from './files.ts'

const prefix = `${names.objects}/`

/**
 * Copies every object of a store into a backup, except those deleted meanwhile and those with a name that we do not
 * give.
 */
export async function saveObjects(storage: Storage, { write }: ReturnType<typeof writerInto>) {
  await forEachConcurrently(storage.list(''), async ({ key }) => {
    if (key.startsWith('incoming/') || !isPlainName(key)) return
    if (!(await storage.about(key))) return
    try {
      await write(prefix + key, await storage.stream(key))
    } catch (error) {
      if (await storage.about(key)) throw error
    }
  })
}

/**
 * Puts every object of a verified backup into a store and reads it again. Throws when the store returns other bytes.
 */
export async function restoreObjects(storage: Storage, folder: string, sums: Map<string, Summed>) {
  const objects = [...sums].filter(([name]) => name.startsWith(prefix))
  await forEachConcurrently(objects, async ([name, { sha256 }]) => {
    const key = name.slice(prefix.length)
    await storage.putStream(createReadStream(join(folder, name)), () => key)
    if ((await sumOf(await storage.stream(key))).sha256 !== sha256)
      throw new Error(`The store gives back other bytes than were put at ${key}.`)
  })
}

/** Returns the number of objects in a backup, and their bytes. */
export function objectsIn(sums: Map<string, Summed>) {
  const found = [...sums].filter(([name]) => name.startsWith(prefix))
  return { count: found.length, bytes: found.reduce((all, [, { size }]) => all + size, 0) }
}

/** Returns what the store lacks of the files that the database names: missing files and different checksums. */
export function missingObjects(named: Map<string, string>, sums: Map<string, Summed>): string[] {
  return [...named].flatMap(([key, sha256]) => {
    const found = sums.get(prefix + key)
    if (!found) return [`${key} is missing in the store`]
    return found.sha256 === sha256 ? [] : [`${key} is damaged in the store`]
  })
}

/** Processes eight items at a time, because a bucket answers slowly. */
async function forEachConcurrently<T>(
  items: AsyncIterable<T> | Iterable<T>,
  work: (item: T) => Promise<void>,
) {
  const rest = (async function* () {
    yield* items
  })()
  const worker = async () => {
    for (;;) {
      const { value, done } = await rest.next()
      if (done) return
      await work(value)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
