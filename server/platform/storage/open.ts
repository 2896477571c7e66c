import type { Config } from '../../config.ts'
import { diskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/** Opens the store that the configuration names. */
export async function storageFor({
  storageUrl,
  storageKeys,
}: Pick<Config, 'storageUrl' | 'storageKeys'>): Promise<Storage> {
  if (!storageUrl.startsWith('s3:')) return diskStorage(storageUrl)
  // Its library takes much memory, which a store on disk does not need.
  const { bucketStorage } = await import('./bucket.ts')
  return bucketStorage(storageUrl, storageKeys)
}
