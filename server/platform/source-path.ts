import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

const root = dirname(findPackageJSON('.', import.meta.url)!)

/** Where a file or folder of this repository lies; the same for the code in its own files and built into one. */
export const sourcePath = (path: string) => join(root, path)
