import { Id } from '#contract/kit/words.ts'

import type { Parts } from '../../parts.ts'
import { sweep } from '../../storage/sweep.ts'
import {
  closeStaleUploads,
  forgetUnusedBlobs,
  keysOfBlobs,
  keysOfReports,
  existingImages,
} from './queries.ts'

/** Clears away what broken uploads left: uploads untouched for a day, and stored objects older than a day that nothing refers to. */
export async function sweepUploads({ db, storage }: Pick<Parts, 'db' | 'storage'>): Promise<void> {
  await closeStaleUploads(db)
  for (const key of await forgetUnusedBlobs(db)) await storage.delete(key)
  await sweep(storage, 'incoming/', async () => new Set())
  await sweep(storage, 'blobs/', (keys) => keysOfBlobs(db, keys))
  await sweep(storage, 'reports/', (keys) => keysOfReports(db, keys))
  await sweep(storage, 'images/', async (keys) => {
    const images = await existingImages(db, [...new Set(keys.map(imageIdIn))].filter(isId))
    return new Set(keys.filter((key) => images.has(imageIdIn(key))))
  })
}

/** Whatever else lies in the folder, a file of the operating system perhaps, names no image. */
const isId = (text: string) => Id.safeParse(text).success
const imageIdIn = (key: string) => key.split('/')[1]!
