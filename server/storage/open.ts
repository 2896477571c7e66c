import type { Config } from '../config.ts'
import { diskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/** The store that the configuration names. */
export function storageFor({ storageUrl }: Pick<Config, 'storageUrl' | 'storageKeys'>): Storage {
  return diskStorage(storageUrl)
}
