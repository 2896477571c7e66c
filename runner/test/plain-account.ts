import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { treesIn } from '../box/control-groups.ts'

/** An account that is nobody's, beside the one that root steps down to. */
const account = 61_001

/**
 * Runs a command as a plain account that has a control group of its own, as systemd would give it by `Delegate=`. Root
 * alone can. Returns its exit code.
 */
export function runAsPlainAccount(command: readonly string[]): number {
  const trees = treesIn(
    readFileSync('/proc/self/cgroup', 'utf8'),
    existsSync('/sys/fs/cgroup/cgroup.controllers'),
  )
  const roots = trees.version === 2 ? [trees.root] : [trees.memory, trees.pids]
  const folders = roots.map((root) => join(root, `plain-${process.pid}`))
  if (trees.version === 2) writeFileSync(join(trees.root, 'cgroup.subtree_control'), '+memory +pids')
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
