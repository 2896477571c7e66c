import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isPrivateFolder } from '../../private-folder.ts'
import { isRunning } from './process-state.ts'
import type { SystemAccount } from './system-account.ts'

/** Bytes of a Unix socket's path: macOS takes 103, Linux 107. */
const maxPathBytes = 103

/** Where the server that runs on the data folder of a cluster listens. */
export class ClusterSocket {
  readonly #data: string
  readonly #account: SystemAccount

  constructor(data: string, account: SystemAccount) {
    this.#data = data
    this.#account = account
  }

  /** A folder for it that only the cluster's account may enter: its data folder, or where that path is too long one with a name nobody can guess. */
  newFolder(): string {
    if (Buffer.byteLength(join(this.#data, '.s.PGSQL.5432')) <= maxPathBytes) return this.#data
    const folder = mkdtempSync(join(tmpdir(), 'readymade-'))
    this.#account.own(folder)
    return folder
  }

  /** Its folder; undefined when none runs, or when others may enter that folder. */
  runningFolder(): string | undefined {
    const folder = linesOf(this.#data)?.[4]?.trim()
    return folder && isPrivateFolder(folder, this.#account.ids?.uid) ? folder : undefined
  }

  /** Whether a server is about to run and does not answer yet. */
  isStarting(): boolean {
    const lines = linesOf(this.#data)
    return lines !== undefined && lines[7]?.trim() !== 'ready' && isRunning(Number(lines[0]))
  }

  /** Whether the lock of a server lies there that we would have believed: while it does not answer, it may be what a dead one left. */
  isLocked(): boolean {
    const lines = linesOf(this.#data)
    return lines !== undefined && (!isRunning(Number(lines[0])) || this.runningFolder() !== undefined)
  }
}

/** PostgreSQL writes down its process in the first line of this file, in the fifth where it listens, and in the eighth whether it is ready. */
function linesOf(data: string): string[] | undefined {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}
