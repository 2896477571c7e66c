import { setTimeout } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { isLong } from '../../../../test/long.ts'
import type { ProjectFile } from '../files/sources.ts'
import { checkInProcess } from './process.ts'

async function* filesOf(...files: ProjectFile[]) {
  yield* files
}
const php = (path: string, text: string) => ({ path, size: text.length, text })

test('files are checked in a process of their own', async () => {
  const checked = await checkInProcess(filesOf(php('index.php', "<?php mysql_query('select * from x');")))
  expect(checked?.findings.map(({ rule }) => rule)).toContain('removed-php')
})

test('a check that takes too long is ended, and what comes of it is undefined', async () => {
  async function* slow() {
    yield php('index.php', '<?php')
    await setTimeout(1000)
    yield php('other.php', '<?php')
  }
  expect(await checkInProcess(slow(), { seconds: 0.05 })).toBeUndefined()
})

test.runIf(isLong)(
  'a check that takes too much memory is ended, and what comes of it is undefined',
  async () => {
    async function* endless() {
      const text = 'é漢'.repeat(2_000_000)
      for (let index = 0; index < 200; index++) yield php(`${index}.txt`, text)
    }
    expect(await checkInProcess(endless())).toBeUndefined()
  },
)

test('files that cannot be read fail the check', async () => {
  async function* broken(): AsyncGenerator<ProjectFile> {
    yield php('a.php', '<?php')
    throw new Error('lost')
  }
  await expect(checkInProcess(broken())).rejects.toThrow('lost')
})
