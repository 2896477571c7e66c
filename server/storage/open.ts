import type { Config } from '../config.ts'
import { bucketStorage } from './bucket.ts'
import { diskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/** The store that the configuration names. */
export function storageFor({ storageUrl, storageKeys }: Pick<Config, 'storageUrl' | 'storageKeys'>): Storage {
  return storageUrl.startsWith('s3:') ? bucketStorage(storageUrl, storageKeys) : diskStorage(storageUrl)
}
