import type { Config } from '../../config.ts'
import { diskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/** The store that the configuration names. */
export async function storageFor({
  storageUrl,
  storageKeys,
}: Pick<Config, 'storageUrl' | 'storageKeys'>): Promise<Storage> {
  if (!storageUrl.startsWith('s3:')) return diskStorage(storageUrl)
  // Its library takes 30 MB, which who keeps files on a disk can do without.
  const { bucketStorage } = await import('./bucket.ts')
  return bucketStorage(storageUrl, storageKeys)
}
