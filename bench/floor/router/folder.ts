import { join } from 'node:path'

/** Where the bare app is built: with other things that can be made again. */
export const folder = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'bare-router-app')
