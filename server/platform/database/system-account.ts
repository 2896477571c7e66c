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
import { programVariables } from '../shell-variables.ts'

/** Folder for what 'nobody' must reach when it lies below a folder that only root may enter (such as /root). */
const shelter = '/var/lib/readymade'

/**
 * The system account that PostgreSQL runs under. PostgreSQL refuses to run as root: an ordinary user runs it under
 * their own account, root runs it as 'nobody'.
 */
export class SystemAccount {
  /** Set only when this process is root and must drop its rights. */
  readonly ids = process.getuid?.() === 0 ? idsOfNobody() : undefined
  readonly spawn: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'> = {
    ...this.ids,
    ...(this.ids && { cwd: '/' }),
    env: programVariables(),
  }

  /** Makes the account the owner of a folder. */
  own(folder: string): void {
    if (this.ids) chownSync(folder, this.ids.uid, this.ids.gid)
  }

  /** Returns the folder itself when the account can enter it, else a folder in the shelter that replaces it. */
  reachable(folder: string): string {
    mkdirSync(folder, { recursive: true })
    if (this.#canEnter(folder)) return folder
    const replacement = join(shelter, createHash('sha256').update(folder).digest('hex').slice(0, 12))
    makeShared(shelter)
    makeShared(replacement)
    return replacement
  }

  /** Returns the folder of programs itself, or a copy of it in the shelter (made once for each version). */
  reachablePrograms(folder: string, version: string): string {
    if (this.#canEnter(folder)) return folder
    makeShared(shelter)
    const copy = join(shelter, `postgres-${version}`)
    if (!existsSync(copy)) {
      const temporary = `${copy}.${process.pid}`
      rmSync(temporary, { recursive: true, force: true })
      cpSync(folder, temporary, { recursive: true, verbatimSymlinks: true })
      execFileSync('chmod', ['-R', 'go-w,a+rX', temporary])
      renameSync(temporary, copy)
    }
    requireOwnFolder(copy)
    return copy
  }

  /**
   * Returns the settings by which PostgreSQL admits only the account that started it. Only root needs them, because its
   * database belongs to 'nobody', which other programs may use too; an ordinary user's is protected by its folder. The
   * files lie beside the data, where 'nobody' may not write.
   */
  accessSettings(base: string): Record<string, string> {
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

/** Makes a folder of root's that everybody may enter and only root may write to. */
function makeShared(folder: string) {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
  requireOwnFolder(folder)
}
