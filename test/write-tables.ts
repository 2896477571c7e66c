import { chmodSync, rmSync } from 'node:fs'

import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'

import { temporaryFolder } from './memory.ts'
import { writeTableTypes } from './table-types.ts'

const dataDir = temporaryFolder('readymade-tables-')
chmodSync(dataDir, 0o755)
const { url, close } = await openDatabase({ dataDir, databaseUrl: undefined })
try {
  await migrate(url)
  await writeTableTypes(url)
} finally {
  await close()
  rmSync(dataDir, { recursive: true, force: true })
}
