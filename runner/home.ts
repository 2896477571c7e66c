import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { boxAccount, isRoot } from './box/account.ts'
import { removeLeftGroups } from './box/control-groups.ts'
import { machine } from './config.ts'

const home = machine.RUNNER_HOME

/**
 * Makes the folder of the runner. Throws where somebody else has one of that name: what lies in it would be theirs.
 */
function makeHome(): void {
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const about = lstatSync(home)
  if (!about.isDirectory() || about.uid !== process.getuid!())
    throw new Error(`${home} belongs to somebody else: set RUNNER_HOME`)
  // Sandboxes may run as another account, which goes through it.
  chmodSync(home, 0o711)
}

let made = 0

/** Makes a folder for a run, whose files sandboxes may see. */
export function makeScratch(): string {
  makeHome()
  const folder = join(home, `run-${process.pid}-${++made}`)
  mkdirSync(folder, { mode: 0o711 })
  chmodSync(folder, 0o711)
  return folder
}

/** Removes what a runner left that was killed: folders of runs and control groups. Its sandboxes ended with it. */
export async function removeLeft(): Promise<void> {
  makeHome()
  removeLeftFolders(home)
  await removeLeftGroups(isOfAnother)
}

export function removeLeftFolders(from: string): void {
  for (const name of readdirSync(from)) {
    const maker = /^run-(\d+)-/.exec(name)?.[1]
    if (maker !== undefined && !isOfAnother(Number(maker))) rmSync(join(from, name), { recursive: true })
  }
}

/** Tells whether another runner has this number. In a container the next one gets the number of the one before. */
function isOfAnother(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Returns a folder with a database in which nothing is, for this version of MariaDB. It is made once: to start from a
 * copy takes a second, to make one five.
 */
export function emptyDatabase(version: string): string {
  const folder = join(home, `database-${version}`)
  if (existsSync(join(folder, 'is-whole'))) return folder
  makeHome()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const account = boxAccount()
  if (isRoot) chownSync(folder, account, account)
  const options = [
    '--no-defaults',
    `--datadir=${folder}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--innodb-log-file-size=8M',
  ]
  const { status, stderr } = spawnSync('mariadb-install-db', options, {
    ...(isRoot && { uid: account, gid: account }),
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: '/usr/bin:/usr/sbin:/bin' },
  })
  if (status !== 0) throw new Error(`no empty database could be made: ${stderr?.slice(-300)}`)
  mkdirSync(join(folder, 'is-whole'))
  return folder
}
