import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '../config.ts'
import { commandDatabase } from '../platform/database/open.ts'
import { secretFile } from '../platform/secret.ts'
import { listFaults, summaryOf } from './backups/files.ts'
import { backUp, recordBackup } from './backups/save.ts'

/**
 * Runs `npm run backup -- FOLDER`: copies database and files into a new folder, with or without a running server. With
 * `--since EARLIER` it links the files that the earlier backup has already. Exit code 1 and a sentence when it failed; 3 when the backup is good but the store lacks files that the database names.
 */
process.umask(0o077)
try {
  const { values, positionals } = parseArgs({
    options: { since: { type: 'string' } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (!folder || positionals.length > 1)
    throw new Error('Say where to: npm run backup -- FOLDER [--since EARLIER]')
  const since = values.since === undefined ? undefined : resolve(values.since)
  const config = readConfig()
  const { url, close } = await commandDatabase(config)
  try {
    const done = await backUp(config, url, resolve(folder), since)
    const { manifest, linked, faults } = done
    await recordBackup(url, resolve(folder), done).catch((error) =>
      console.error(`The backup is good, but the shop does not know of it. ${(error as Error).message}`),
    )
    console.log(`Backed up into ${resolve(folder)}.\n${summaryOf(manifest)}`)
    if (since) console.log(`${linked} of the files are links to those of ${since}.`)
    if (!config.secret)
      console.log(
        `It cannot be restored without the secret, which is not in it: keep a copy of ${secretFile(config)} in another place.`,
      )
    if (faults.length > 0) {
      console.error(`The store was not whole: ${listFaults(faults)}.`)
      process.exitCode = 3
    }
  } finally {
    await close()
  }
} catch (error) {
  console.error(`There is no backup. ${(error as Error).message}`)
  process.exitCode = 1
}
