import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { isRunning } from './process-state.ts'
import type { SystemAccount } from './system-account.ts'

/**
 * Sets up the data folder of a cluster; throws an Error in plain words. Made under another name and then renamed: an
 * interrupted set-up leaves nothing that looks finished, and of two processes at once the second takes what the first made.
 */
export function initialise(initdb: string, data: string, account: SystemAccount) {
  removeLeftDrafts(data)
  const draft = mkdtempSync(`${data}.new-${process.pid}-`)
  account.own(draft)
  const flags = ['-U', 'readymade', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions']
  const { status, stderr } = spawnSync(initdb, ['-D', draft, ...flags], {
    ...account.spawn,
    encoding: 'utf8',
  })
  if (status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    if (existsSync(data)) return
    const reason = stderr?.trim().split('\n').at(-1) ?? 'it could not be run'
    throw new Error(`PostgreSQL could not set up its data in ${data}: ${reason}`)
  }
  try {
    renameSync(draft, data)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(data)) throw error
  }
}

/** What starts have left that were killed while they set up. */
function removeLeftDrafts(data: string) {
  const folder = dirname(data)
  for (const name of readdirSync(folder)) {
    const pid = name.match(/^postgres\.new(?:-(\d+)-|$)/)
    if (pid && !isRunning(Number(pid[1]))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
