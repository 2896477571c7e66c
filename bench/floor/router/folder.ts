import { join } from 'node:path'

/** The build folder of the bare app, in the cache with other files that can be rebuilt. */
export const folder = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'bare-router-app')
