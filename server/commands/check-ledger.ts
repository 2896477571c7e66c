import { readConfig } from '../config.ts'
import { proveLedger } from '../money/ledger/service.ts'
import { connect } from '../platform/database/connection.ts'
import { besideServer } from '../platform/database/open.ts'

/**
 * Verifies the ledger of the configured database, with or without a running server. Exit code 1 when something is
 * wrong, named line by line; 2 when it could not be checked. Reads only.
 */
try {
  process.exitCode = (await isInOrder()) ? 0 : 1
} catch (error) {
  console.error(`The ledger could not be checked. ${(error as Error).message}`)
  process.exitCode = 2
}

async function isInOrder(): Promise<boolean> {
  const { url, close } = await besideServer(readConfig())
  const { db, pool } = connect(url, { connections: 1 })
  try {
    const faults = await proveLedger(db)
    const lines = Object.entries(faults).flatMap(([kind, ids]) => ids.map((id) => `${kind}: ${id}`))
    console.log(lines.join('\n') || 'The ledger is in order.')
    return lines.length === 0
  } finally {
    await pool.end()
    await close()
  }
}
