import { Id } from '#contract/kit/words.ts'

import type { Parts } from '../../parts.ts'
import {
  closeStaleUploads,
  forgetUnusedBlobs,
  keysOfBlobs,
  keysOfReports,
  existingImages,
} from './queries.ts'

type Stores = Pick<Parts, 'db' | 'storage'>

/** Clears away what broken uploads left: uploads untouched for a day, and stored objects older than a day that nothing refers to. */
export async function sweepUploads(stores: Stores): Promise<void> {
  const { db, storage } = stores
  await closeStaleUploads(db)
  for (const key of await forgetUnusedBlobs(db)) await storage.delete(key)
  await sweep(stores, 'incoming/', async () => new Set())
  await sweep(stores, 'blobs/', (keys) => keysOfBlobs(db, keys))
  await sweep(stores, 'reports/', (keys) => keysOfReports(db, keys))
  await sweep(stores, 'images/', async (keys) => {
    const images = await existingImages(db, [...new Set(keys.map(imageIdIn))].filter(isId))
    return new Set(keys.filter((key) => images.has(imageIdIn(key))))
  })
}

/** Deletes the old objects of a folder, except those that `referredTo` picks out. No key is ever used twice, so what nothing refers to now stays so. */
async function sweep(
  { storage }: Stores,
  folder: string,
  referredTo: (keys: string[]) => Promise<Set<string>>,
) {
  for await (const keys of oldKeys(storage, folder)) {
    const referred = await referredTo(keys)
    for (const key of keys) if (!referred.has(key)) await storage.delete(key)
  }
}

/** The keys of a folder that have been there for a day, a few hundred at a time. */
async function* oldKeys(storage: Parts['storage'], folder: string): AsyncGenerator<string[]> {
  const bound = Date.now() - 24 * 3_600_000
  let keys: string[] = []
  for await (const { key, storedAt } of storage.list(folder)) {
    if (storedAt.getTime() < bound) keys.push(key)
    if (keys.length === 500) yield keys.splice(0)
  }
  if (keys.length > 0) yield keys
}

/** Whatever else lies in the folder, a file of the operating system perhaps, names no image. */
const isId = (text: string) => Id.safeParse(text).success
const imageIdIn = (key: string) => key.split('/')[1]!
