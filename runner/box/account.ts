import { spawnSync } from 'node:child_process'

import { machine } from '../config.ts'

/** Tells whether the runner was started as root, which touches no upload itself. */
export const isRoot = process.getuid!() === 0

/** The number of the account that sandboxes run as. The kernel goes by it, although in there it is called 'nobody'. */
export const boxAccount = (): number => (isRoot ? machine.RUNNER_ACCOUNT : process.getuid!())

/** The beginning of a command that runs as that account: root steps down to a number that owns nothing. */
export function stepDown(): string[] {
  if (!isRoot) return []
  const account = boxAccount()
  return ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--clear-groups', '--no-new-privs', '--']
}

/** Tells whether that account can read a file. */
export function canRead(path: string): boolean {
  const [command, ...args] = [...stepDown(), 'test', '-r', path]
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
