import { resolve } from 'node:path'

import { readConfig } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { requireDataFolder } from '../preflight.ts'
import { restore } from './bring-back.ts'
import { summaryOf } from './summary.ts'

/** `npm run restore -- FOLDER`: brings a backup back into an empty database and the store, no server running on them. Exit code 1 and a sentence when it could not. */
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
