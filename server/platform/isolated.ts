import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * All that a process or thread for strangers' files knows of ours: no secret, and where compiled code lies, when there is
 * such a place. Without that the check of a release takes 220 ms of a processor before it begins, with it 60.
 */
export function separateEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir()
  return { MALLOC_ARENA_MAX: '2', ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) }
}
