import type { Parts } from '../../parts.ts'
import { sweep, sweepById } from '../../storage/sweep.ts'
import {
  closeStaleUploads,
  forgetUnusedBlobs,
  keysOfBlobs,
  keysOfReports,
  existingImages,
  existingReleases,
} from './queries.ts'

/** Clears away what broken uploads left: uploads untouched for a day, and stored objects older than a day that nothing refers to. */
export async function sweepUploads({ db, storage }: Pick<Parts, 'db' | 'storage'>): Promise<void> {
  await closeStaleUploads(db)
  for (const key of await forgetUnusedBlobs(db)) await storage.delete(key)
  await sweep(storage, 'incoming/', async () => new Set())
  await sweep(storage, 'blobs/', (keys) => keysOfBlobs(db, keys))
  await sweep(storage, 'reports/', (keys) => keysOfReports(db, keys))
  await sweepById(storage, 'images/', (ids) => existingImages(db, ids))
  await sweepById(storage, 'archives/', (ids) => existingReleases(db, ids))
}
