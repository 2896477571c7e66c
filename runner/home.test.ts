import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { removeLeftFolders } from './home.ts'

test('a start removes what runners left that are gone, also one of the same number, and nothing of one that runs', () => {
  const home = mkdtempSync(join(tmpdir(), 'runner-home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const { pid: gone } = spawnSync('true')
  for (const name of [`run-${gone}-1`, `run-${process.pid}-1`, `run-${process.ppid}-1`, 'database-10.11'])
    mkdirSync(join(home, name))
  removeLeftFolders(home)
  expect(readdirSync(home).toSorted()).toEqual(['database-10.11', `run-${process.ppid}-1`])
})
