import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { ListedObject, Storage } from '../../platform/storage/storage.ts'
import { isPlainName, names, type Checksum, checksumOf, type createWriter } from './files.ts'

const prefix = `${names.objects}/`

/** An earlier backup, whose files need not be copied again. */
export interface EarlierBackup {
  folder: string
  madeAt: string
  /** The SHA-256 of each of its files by name. */
  list: Map<string, string>
}

/**
 * Copies every object of a store into a backup, except those deleted meanwhile and those with a name that we do not
 * give. What an earlier backup has already is linked. `named` are the sums of objects that the database knows. Returns
 * how many objects were linked.
 */
export async function saveObjects(
  storage: Storage,
  { write, link }: ReturnType<typeof createWriter>,
  { named, earlier }: { named: Map<string, string>; earlier?: EarlierBackup | undefined },
): Promise<number> {
  let linked = 0
  await forEachConcurrently(storage.list(''), async (object) => {
    const { key } = object
    if (key.startsWith('incoming/') || !isPlainName(key)) return
    const sum = earlier && (await sumIn(earlier, object, named))
    if (sum) {
      await link(prefix + key, earlier.folder, sum)
      linked++
      return
    }
    if (!(await storage.about(key))) return
    try {
      await write(prefix + key, await storage.stream(key))
    } catch (error) {
      if (await storage.about(key)) throw error
    }
  })
  return linked
}

/**
 * The sum of an object in an earlier backup; undefined when it lacks the object or has another state of it. Only keys
 * whose sum the database knows are ever written twice, and the time covers whoever breaks that rule.
 */
async function sumIn(
  { folder, madeAt, list }: EarlierBackup,
  { key, size, storedAt }: ListedObject,
  named: Map<string, string>,
): Promise<Checksum | undefined> {
  const sha256 = list.get(prefix + key)
  const isSame = named.has(key) ? named.get(key) === sha256 : storedAt < new Date(madeAt)
  if (!sha256 || !isSame) return undefined
  const found = await stat(join(folder, prefix + key)).catch(() => undefined)
  return found?.size === size ? { sha256, size } : undefined
}

/**
 * Puts every object of a verified backup into a store and reads it again; a checkpoint of the public log that the store
 * has stays. Throws when the store returns other bytes.
 */
export async function restoreObjects(storage: Storage, folder: string, sums: Map<string, Checksum>) {
  const objects = [...sums].filter(([name]) => name.startsWith(prefix))
  await forEachConcurrently(objects, async ([name, { sha256 }]) => {
    const key = name.slice(prefix.length)
    // What the public log said last must not be forgotten: it may be more than the backup knows.
    if (isCheckpoint.test(key) && (await storage.about(key))) return
    await storage.putStream(createReadStream(join(folder, name)), () => key)
    if ((await checksumOf(await storage.stream(key))).sha256 !== sha256)
      throw new Error(`The store gives back other bytes than were put at ${key}.`)
  })
}

const isCheckpoint = /^log\/(?:\d+\/)?checkpoint$/

/** Returns the number of objects in a backup, and their bytes. */
export function objectsIn(sums: Map<string, Checksum>) {
  const found = [...sums].filter(([name]) => name.startsWith(prefix))
  return { count: found.length, bytes: found.reduce((all, [, { size }]) => all + size, 0) }
}

/** Returns what the store lacks of the files that the database names: missing files and different checksums. */
export function missingObjects(named: Map<string, string>, sums: Map<string, Checksum>): string[] {
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
