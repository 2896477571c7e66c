import { readFileSync } from 'node:fs'

import { readConfig } from '../config.ts'
import { connect } from '../platform/database/connection.ts'
import { commandDatabase } from '../platform/database/open.ts'
import { logKeysOf, newLogKey } from '../platform/log-key.ts'
import { createStorage } from '../platform/storage/open.ts'
import { beginLog, recoverLog } from '../projects/log/recovery.ts'

/**
 * What an operator does with the public log (docs/operations.md): `key NAME` prints a new key, `recover` takes the
 * entries that a restored database lacks from the store, `begin FILE` begins the log of a new key after a stolen one.
 */
const [task, argument] = process.argv.slice(2)
try {
  console.log(await perform())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function perform(): Promise<string> {
  if (task === 'key' && argument) return newLogKey(argument)
  if (task !== 'recover' && !(task === 'begin' && argument))
    throw new Error('Usage: npm run log -- key NAME | recover | begin FILE')
  const config = readConfig()
  const { url, close } = await commandDatabase(config)
  const { db, pool } = connect(url, { connections: 2 })
  const stores = { db, storage: await createStorage(config), logKeys: logKeysOf(config) }
  try {
    if (task === 'recover') return `${await recoverLog(stores)} entries are in the database again.`
    await beginLog(stores, readFileSync(argument!, 'utf8'))
    return 'The new log has begun.'
  } finally {
    await pool.end()
    await close()
  }
}
