import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'

/**
 * Makes the data folder if needed. Throws an Error in plain words when it cannot be written to, belongs to another
 * account, or everybody may write to it.
 */
export function requireDataFolder(folder: string) {
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Error(
      `The folder ${folder} cannot be written to; give this account the right to, or set DATA_DIR to another folder.`,
    )
  }
  const { uid, mode } = statSync(folder)
  const us = process.getuid?.()
  if (us === undefined) return
  if (us !== 0 && uid !== us && uid !== 0)
    throw new Error(`The folder ${folder} belongs to another account; set DATA_DIR to a folder of your own.`)
  if ((mode & 0o002) !== 0)
    throw new Error(
      `Everybody may write to the folder ${folder}; take that right away with chmod o-w, or set DATA_DIR to another folder.`,
    )
}

/** Closes folders that an earlier version left open to other accounts. */
export function restrictFolders(folders: string[]) {
  for (const folder of folders) if (existsSync(folder)) makePrivateFolder(folder)
}

/**
 * Makes a folder for this account alone. If that is root, others may pass through it, because PostgreSQL then runs
 * under another account inside it.
 */
function makeFolder(folder: string) {
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined) return
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  for (let made = folder; made.length >= first.length; made = dirname(made)) chmodSync(made, mode)
}

/** Deletes a file that contains a text, unless another process has replaced it since that was read. */
export function deleteUnlessReplaced(file: string, text: string) {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  rmSync(aside, { force: true })
}

/** Throws an Error in plain words when something already listens on the port or the port may not be used. */
export async function requireFreePort(port: number, host: string) {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new Error(portProblems[code ?? ''] ?? `Port ${port} on ${host} cannot be used (${code}).`)),
    )
    probe.listen(port, host, () => probe.close(() => resolve()))
    const portProblems: Record<string, string> = {
      EADDRINUSE: `Port ${port} is taken by another program; stop it, or set PORT to another number.`,
      EACCES: `This account may not listen on port ${port}; set PORT to a number above 1023.`,
      EADDRNOTAVAIL: `${host} is not an address of this machine; set HOST to 127.0.0.1 or 0.0.0.0.`,
    }
  })
}

/**
 * Makes a folder that no other account may enter, or closes an existing one. Throws an Error in plain words when
 * another account owns it or may write to it. `owner` is the uid of the account whose folder it is, by default our own.
 */
export function makePrivateFolder(folder: string, owner = process.getuid?.()) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  requireOwnFolder(folder, owner)
  chmodSync(folder, 0o700)
}

/**
 * Throws an Error in plain words unless a folder, or the link to it, belongs to one account and no other may write to
 * it.
 */
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

/** Whether a path is a folder (not a link to one) that belongs to the account and is closed to all others. */
export function isPrivateFolder(folder: string, owner = process.getuid?.()): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return owner === undefined || (found.uid === owner && (found.mode & 0o077) === 0)
}
