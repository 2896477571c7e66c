import { chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isPrivateFolder } from '../private-folder.ts'
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
  const folder = socketLine(join(data, 'postmaster.pid'))
  return folder && isPrivateFolder(folder, account.uid) ? folder : undefined
}

/** PostgreSQL writes into the fifth line of this file where it listens. */
function socketLine(pidFile: string): string | undefined {
  try {
    return readFileSync(pidFile, 'utf8').split('\n')[4]?.trim()
  } catch {
    return undefined
  }
}
