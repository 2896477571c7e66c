import { execFileSync, spawnSync, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { requireOwnFolder } from '../../private-folder.ts'

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
  makeShared(shelter)
  makeShared(stand)
  return stand
}

/** The folder of programs itself, or a copy of it in the shelter (made once for each version). */
export function reachablePrograms(folder: string, version: string, account: Account): string {
  if (canEnter(folder, account)) return folder
  makeShared(shelter)
  const copy = join(shelter, `postgres-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`
    rmSync(draft, { recursive: true, force: true })
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'go-w,a+rX', draft])
    renameSync(draft, copy)
  }
  requireOwnFolder(copy)
  return copy
}

/**
 * The settings by which PostgreSQL lets in the account that started it and no other. Only root needs them, whose database
 * belongs to 'nobody', which may be others too; everybody else's is guarded by its folder. The files lie beside the data,
 * where 'nobody' may not write.
 */
export function admittance(base: string, { uid }: Account): Record<string, string> {
  if (uid === undefined) return {}
  const files = { hba_file: join(base, 'pg_hba.conf'), ident_file: join(base, 'pg_ident.conf') }
  writeFileSync(files.hba_file, 'local all readymade peer map=starter\n')
  writeFileSync(files.ident_file, 'starter root readymade\n')
  for (const file of Object.values(files)) chmodSync(file, 0o644)
  return files
}

/** A folder of root's that everybody may enter and only root may write to. */
function makeShared(folder: string) {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
  requireOwnFolder(folder)
}

function canEnter(folder: string, { uid, spawn }: Account): boolean {
  return uid === undefined || spawnSync('test', ['-x', folder], spawn).status === 0
}
