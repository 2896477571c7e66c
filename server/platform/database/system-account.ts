import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { requireOwnFolder } from '../data-folder.ts'

/** Where root keeps what 'nobody' must reach when it lies below a folder that only root may enter (such as /root). */
const shelter = '/var/lib/readymade'

/**
 * The account of the operating system that PostgreSQL runs under. PostgreSQL refuses to run as root: an ordinary user runs
 * it as themselves, root runs it as the account 'nobody'.
 */
export class SystemAccount {
  /** Set only when we are root and must step down. */
  readonly ids = process.getuid?.() === 0 ? idsOfNobody() : undefined
  readonly spawn: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'> = { ...this.ids, ...(this.ids && { cwd: '/' }) }

  /** Hands a folder of ours to the account. */
  own(folder: string): void {
    if (this.ids) chownSync(folder, this.ids.uid, this.ids.gid)
  }

  /** The folder itself when the account can enter it, else a folder in the shelter that stands for it. */
  reachable(folder: string): string {
    mkdirSync(folder, { recursive: true })
    if (this.#canEnter(folder)) return folder
    const stand = join(shelter, createHash('sha256').update(folder).digest('hex').slice(0, 12))
    makeShared(shelter)
    makeShared(stand)
    return stand
  }

  /** The folder of programs itself, or a copy of it in the shelter (made once for each version). */
  reachablePrograms(folder: string, version: string): string {
    if (this.#canEnter(folder)) return folder
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
  admittance(base: string): Record<string, string> {
    if (!this.ids) return {}
    const files = { hba_file: join(base, 'pg_hba.conf'), ident_file: join(base, 'pg_ident.conf') }
    writeFileSync(files.hba_file, 'local all readymade peer map=starter\n')
    writeFileSync(files.ident_file, 'starter root readymade\n')
    for (const file of Object.values(files)) chmodSync(file, 0o644)
    return files
  }

  #canEnter(folder: string): boolean {
    return !this.ids || spawnSync('test', ['-x', folder], this.spawn).status === 0
  }
}

function idsOfNobody() {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' })),
  )
  return { uid: uid!, gid: gid! }
}

/** A folder of root's that everybody may enter and only root may write to. */
function makeShared(folder: string) {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
  requireOwnFolder(folder)
}
