import { chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isPrivateFolder } from '../../private-folder.ts'
import type { Account } from './system-account.ts'

/** Bytes of a Unix socket's path: macOS takes 103, Linux 107. */
const maxPathBytes = 103

/** A folder for the socket of a cluster that only the cluster's account may enter: its data folder, or where that path is too long one with a name nobody can guess. */
export function newSocketFolder(data: string, { uid, gid }: Account): string {
  if (Buffer.byteLength(join(data, '.s.PGSQL.5432')) <= maxPathBytes) return data
  const folder = mkdtempSync(join(tmpdir(), 'readymade-'))
  if (uid !== undefined) chownSync(folder, uid, gid!)
  return folder
}

/** The folder of the socket where the server that runs on a data folder listens; undefined when none runs, or when others may enter that folder. */
export function runningSocketFolder(data: string, account: Account): string | undefined {
  const folder = linesOf(data)?.[4]?.trim()
  return folder && isPrivateFolder(folder, account.uid) ? folder : undefined
}

/** Whether a server is about to run on a data folder and does not answer yet. */
export function isStarting(data: string): boolean {
  const lines = linesOf(data)
  return lines !== undefined && lines[7]?.trim() !== 'ready'
}

/** PostgreSQL writes down where it listens in the fifth line of this file, and in the eighth whether it is ready. */
function linesOf(data: string): string[] | undefined {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}
