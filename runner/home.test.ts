import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, test, vi } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'runner-home-'))

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

test('a start removes what runners left that are gone, also one of the same number, and nothing of one that runs', async () => {
  vi.stubEnv('RUNNER_HOME', home)
  const { removeLeftFolders } = await import('./home.ts')
  const { pid: gone } = spawnSync('true')
  for (const name of [`run-${gone}-1`, `run-${process.pid}-1`, `run-${process.ppid}-1`, 'database-10.11'])
    mkdirSync(join(home, name))
  removeLeftFolders()
  expect(readdirSync(home).toSorted()).toEqual(['database-10.11', `run-${process.ppid}-1`])
})
