import type { Parts } from '../../parts.ts'
import { forgetUnusedBlobs, knownKeys, sweptAfter } from '../blobs/queries.ts'
import { existingImages } from '../images/queries.ts'
import { keptReports } from '../reports/queries.ts'
import { closeStaleUploads } from './queries.ts'

/** Clears away what broken uploads left: uploads untouched for a day, and stored objects older than a day that nothing refers to. */
export async function sweepUploads({ db, storage }: Pick<Parts, 'db' | 'storage'>): Promise<void> {
  await closeStaleUploads(db, sweptAfter)
  for (const key of await forgetUnusedBlobs(db)) await storage.delete(key)
  const sweep = async (folder: string, referredTo: (keys: string[]) => Promise<Set<string>>) => {
    for await (const keys of oldKeys(storage, folder)) {
      const kept = await referredTo(keys)
      for (const key of keys) if (!kept.has(key)) await storage.delete(key)
    }
  }
  await sweep('incoming/', async () => new Set())
  await sweep('blobs/', async (keys) => new Set(await knownKeys(db, keys)))
  await sweep('reports/', async (keys) => new Set(await keptReports(db, keys)))
  await sweep('images/', async (keys) => {
    const images = new Set(await existingImages(db, [...new Set(keys.map(imageIdIn))]))
    return new Set(keys.filter((key) => images.has(imageIdIn(key))))
  })
}

const imageIdIn = (key: string) => key.split('/')[1]!

/** The keys of a folder that have been there for a day, a few hundred at a time. */
async function* oldKeys(storage: Parts['storage'], folder: string): AsyncGenerator<string[]> {
  const bound = Date.now() - sweptAfter * 3_600_000
  let keys: string[] = []
  for await (const { key, storedAt } of storage.list(folder)) {
    if (storedAt.getTime() < bound) keys.push(key)
    if (keys.length === 500) yield keys.splice(0)
  }
  if (keys.length > 0) yield keys
}
