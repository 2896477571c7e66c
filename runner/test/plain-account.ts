import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'

import { trees } from '../box/control-groups.ts'

/** An account that is nobody's, beside the one that root steps down to. */
const account = 61_001

/**
 * Runs a command as a plain account that has a control group of its own, as systemd would give it by `Delegate=`. Root
 * alone can. Returns its exit code.
 */
export function runAsPlainAccount(command: readonly string[]): number {
  const place = trees()
  const roots = place.version === 2 ? [place.root] : [place.memory, place.pids]
  const folders = roots.map((root) => join(root, `plain-${process.pid}`))
  for (const folder of folders) {
    mkdirSync(folder)
    for (const file of ['', 'cgroup.procs', 'cgroup.subtree_control', 'cgroup.threads'])
      if (existsSync(join(folder, file))) chownSync(join(folder, file), account, account)
  }
  const joined = `until [ "$1" = -- ]; do echo $$ > "$1/cgroup.procs"; shift; done; shift; exec "$@"`
  const asAccount = [
    'setpriv',
    `--reuid=${account}`,
    `--regid=${account}`,
    '--clear-groups',
    '--',
    ...command,
  ]
  const { status } = spawnSync('/bin/bash', ['-c', joined, 'bash', ...folders, '--', ...asAccount], {
    stdio: 'inherit',
    env: { PATH: process.env.PATH, HOME: '/tmp' },
  })
  for (const folder of folders) {
    if (existsSync(join(folder, 'runner'))) rmdirSync(join(folder, 'runner'))
    rmdirSync(folder)
  }
  return status ?? 1
}
