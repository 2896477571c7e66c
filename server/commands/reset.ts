import { rmSync } from 'node:fs'

import { readConfig } from '../config.ts'
import { clusterFolder } from '../platform/database/cluster.ts'

/**
 * Deletes the data folder: database, files, mail and secret. The next start begins anew. Refuses while a server runs,
 * and outside the embedded database.
 */
const { dataDir, databaseUrl, mode } = readConfig()
if (databaseUrl || mode === 'live') {
  console.error('Reset only empties the embedded demo; a database of your own is yours to empty.')
  process.exit(1)
}
const folder = await clusterFolder(dataDir)
if (folder.isInUse) {
  console.error(`Readymade is running on ${dataDir}; stop it first.`)
  process.exit(1)
}
for (const place of [folder.path, dataDir]) rmSync(place, { recursive: true, force: true })
console.log(`${dataDir} is empty; npm start fills it again.`)
