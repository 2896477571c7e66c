import { resolve } from 'node:path'

import { readConfig } from '../config.ts'
import { requireDataFolder } from '../platform/data-folder.ts'
import { openDatabase } from '../platform/database/open.ts'
import { summaryOf } from './backups/files.ts'
import { restore } from './backups/restore.ts'

/**
 * Runs `npm run restore -- FOLDER`: restores a backup into an empty database and the store, with no server running on
 * them. Exit code 1 and a sentence when it failed.
 */
process.umask(0o077)
const folder = process.argv[2]
try {
  if (!folder) throw new Error('Say from where: npm run restore -- FOLDER')
  const config = readConfig()
  requireDataFolder(config.dataDir)
  const { url, close } = await openDatabase(config)
  try {
    console.log(`Restored and compared.\n${summaryOf(await restore(config, url, resolve(folder)))}`)
  } finally {
    await close()
  }
} catch (error) {
  console.error(`Nothing was restored. ${(error as Error).message}`)
  process.exitCode = 1
}
