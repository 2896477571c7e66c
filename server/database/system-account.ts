import { execFileSync, spawnSync, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** The account of the operating system that PostgreSQL runs under; `uid` is set only when we are root and must step down. */
export interface Account {
  uid?: number
  gid?: number
  spawn: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>
}

/** PostgreSQL refuses to run as root: an ordinary user runs it as themselves, root runs it as the account 'nobody'. */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return { spawn: {} }
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })),
  )
  return { uid: uid!, gid: gid!, spawn: { uid: uid!, gid: gid!, cwd: '/' } }
}

/** Where root keeps what 'nobody' must reach when it lies below a folder that only root may enter (such as /root). */
const shelter = '/var/lib/readymade'

/** The folder itself when the account can enter it, else a folder in the shelter that stands for it. */
export function reachableFolder(folder: string, account: Account): string {
  mkdirSync(folder, { recursive: true })
  if (canEnter(folder, account)) return folder
  const stand = join(shelter, createHash('sha256').update(folder).digest('hex').slice(0, 12))
  mkdirSync(stand, { recursive: true, mode: 0o755 })
  return stand
}

/** The folder of programs itself, or a copy of it in the shelter (made once for each version). */
export function reachablePrograms(folder: string, version: string, account: Account): string {
  if (canEnter(folder, account)) return folder
  const copy = join(shelter, `postgres-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    renameSync(draft, copy)
  }
  return copy
}

function canEnter(folder: string, { uid, spawn }: Account): boolean {
  return uid === undefined || spawnSync('test', ['-x', folder], spawn).status === 0
}
