import { expect, test } from 'vitest'

import { startApp } from './app.ts'
import { writeTableTypes } from './table-types.ts'

const { url } = await startApp()

test('the types of the tables are those of the migrated database: npm run db:types writes them', async () => {
  await expect(writeTableTypes(url, '--verify')).resolves.toBeUndefined()
})
