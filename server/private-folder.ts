import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs'

/**
 * Makes a folder that no other account may enter; an existing one becomes so. Throws an Error in plain words when somebody
 * else has prepared it. `owner`: the uid of the account whose folder it is to be, our own unless said.
 */
export function makePrivateFolder(folder: string, owner = process.getuid?.()) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  requireOwnFolder(folder, owner)
  chmodSync(folder, 0o700)
}

/** Throws an Error in plain words unless a folder, or the link to it, is of one account and no other may write to it. */
export function requireOwnFolder(folder: string, owner = process.getuid?.()) {
  const target = statSync(folder)
  const isOwn = [lstatSync(folder), target].every(({ uid }) => owner === undefined || uid === owner)
  if (!isOwn || !target.isDirectory())
    throw new Error(`The folder ${folder} belongs to another account; move it away, then start again.`)
  if (owner !== undefined && (target.mode & 0o022) !== 0)
    throw new Error(
      `Other accounts may write to the folder ${folder}; take that right away with chmod go-w, then start again.`,
    )
}

/** Whether a folder is there itself (not a link to one), of this account, and closed to all others. */
export function isPrivateFolder(folder: string, owner = process.getuid?.()): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return owner === undefined || (found.uid === owner && (found.mode & 0o077) === 0)
}
