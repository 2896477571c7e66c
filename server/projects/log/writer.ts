import { createPublicKey, verify } from 'node:crypto'

import { isoDay } from '#contract/kit/format.ts'
import {
  type Checkpoint,
  checkpointText,
  readCheckpoint,
  readLogKey,
  readNote,
} from '#contract/projects/log/note.ts'
import { tilePath, tileWidth } from '#contract/projects/log/tiles.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { LogSigner } from '../../platform/log-key.ts'
import { haltedLog, logAlert } from '../../platform/metrics.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { folderOf, keyText } from './keys.ts'
import {
  insertStatement,
  isBehind,
  keyChanges,
  leafCount,
  leafHashes,
  leavesBetween,
  lockLog,
  saveCheckpoint,
  saveLeaf,
  unnumbered,
} from './queries.ts'
import { edgeTiles, entryTile, hashOfLeaf, MerkleTree } from './tree.ts'

type Stores = Pick<Dependencies, 'db' | 'storage' | 'logKeys'>

/**
 * Brings the statements that wait into the log: gives them their places, stores the tiles and then signs the checkpoint
 * that names them. Does nothing without a key. When the database does not continue the newest checkpoint in the store,
 * as after a backup was restored, it signs nothing and raises an alarm (docs/operations.md).
 */
export async function writeLog(stores: Stores): Promise<void> {
  const { db, logKeys } = stores
  if (logKeys.length === 0) return
  try {
    if (!(await isWritten(stores))) {
      // The places are committed before a checkpoint names them, so that no checkpoint knows more than the database.
      await db.transaction().execute((trx) => giveNumbers(stores, trx))
      await db.transaction().execute((trx) => publish(stores, trx))
    }
    haltedLog.set(0)
  } catch (error) {
    if (!(error instanceof LogHalted)) throw error
    haltedLog.set(1)
    logAlert('The public log is not signed', { why: error.message })
  }
}

/**
 * Whether nothing waits and the newest checkpoint in the store is that of the database. It is not after a restored
 * backup, which nobody would see before the next decision, nor when a process that lost its lock stored an older one.
 */
async function isWritten({ db, storage, logKeys }: Stores): Promise<boolean> {
  // A new key is announced at once, before the old one is gone.
  if (logKeys.length > 1 || (await isBehind(db))) return false
  const size = (await newestCheckpoint(storage, logKeys))?.checkpoint.size ?? 0
  return size === (await leafCount(db))
}

/** Thrown when a signature would contradict what the log said before. */
class LogHalted extends Error {}

/** Gives the statements that wait their places, and makes them leaves. */
async function giveNumbers({ storage, logKeys }: Stores, trx: Connection) {
  await lockLog(trx)
  const hashes = await leafHashes(trx)
  await requireContinued(storage, logKeys, new MerkleTree(hashes))
  await requirePresentKey(trx, logKeys)
  await announceKey(trx, logKeys, hashes.length)
  let number = hashes.length
  for (const { id, body, kind } of await unnumbered(trx)) {
    // The old key announces the new one; what is said after that is said by the new one.
    const signers = kind === 'key' ? logKeys : logKeys.slice(-1)
    const leaf = noteOf(body, signers)
    await saveLeaf(trx, id, { number, leaf, leafHash: hashOfLeaf(leaf) })
    number++
  }
}

/** Stores the tiles of all leaves, then the checkpoint that names them. */
async function publish({ storage, logKeys }: Stores, trx: Connection) {
  await lockLog(trx)
  const tree = new MerkleTree(await leafHashes(trx))
  const before = await requireContinued(storage, logKeys, tree)
  await requirePresentKey(trx, logKeys)
  const folder = folderOf(logKeys.at(-1)!)
  const store = (path: string, bytes: Buffer) => storage.put(`${folder}/${path}`, bytes)
  const size = before?.checkpoint.size ?? 0
  if (before && size === tree.size) return void (await saveCheckpoint(trx, before.note, size))
  for (const { path, bytes } of tree.tilesSince(size)) await store(path, bytes)
  for (const [index, width] of edgeTiles(0, size, tree.size)) {
    const leaves = await leavesBetween(trx, index * tileWidth, index * tileWidth + width)
    await store(tilePath('entries', index, width), entryTile(leaves))
  }
  const { name: origin } = logKeys.at(-1)!
  const note = noteOf(checkpointText({ origin, size: tree.size, root: tree.root() }), logKeys)
  // It fails when the connection was lost, and with it the lock.
  await saveCheckpoint(trx, note, tree.size)
  await store('checkpoint', Buffer.from(note))
}

/**
 * The newest checkpoint in the store; undefined when there is none yet. Throws a LogHalted unless it is signed by one of
 * our keys and the tree continues it.
 */
async function requireContinued(
  storage: Storage,
  logKeys: readonly LogSigner[],
  tree: MerkleTree,
): Promise<{ note: string; checkpoint: Checkpoint } | undefined> {
  const newest = await newestCheckpoint(storage, logKeys)
  if (!newest) return undefined
  const { size, root } = newest.checkpoint
  if (size > tree.size)
    throw new LogHalted(`The checkpoint in the store has ${size} entries, the database ${tree.size}.`)
  if (tree.root(size) !== root)
    throw new LogHalted(`The first ${size} entries of the database are others than those in the store.`)
  return newest
}

/** Throws a LogHalted for a process that does not have the new key yet that another has announced. */
async function requirePresentKey(trx: Connection, logKeys: readonly LogSigner[]) {
  const last = (await keyChanges(trx)).findLast(({ number }) => number !== null)
  if (last && !last.body.includes(`new ${logKeys.at(-1)!.publicKey}\n`))
    throw new LogHalted('The log has announced another key than the last one of LOG_KEY.')
}

/** Reads the newest checkpoint in the store. Throws a LogHalted when none of our keys signed it. */
export async function newestCheckpoint(storage: Storage, logKeys: readonly LogSigner[]) {
  const present = logKeys.at(-1)!
  const key = `${folderOf(present)}/checkpoint`
  if (!(await storage.about(key))) return undefined
  const note = (await storage.get(key)).toString()
  const read = readNote(note)
  if (!read || !logKeys.some((signer) => isSignedBy(read, signer)))
    throw new LogHalted('The checkpoint in the store is not signed by LOG_KEY.')
  return { note, checkpoint: readCheckpoint(read.text) }
}

function isSignedBy(note: NonNullable<ReturnType<typeof readNote>>, { publicKey, keyHash, name }: LogSigner) {
  const line = note.signatures.find((one) => one.keyHash === keyHash && one.name === name)
  const raw = readLogKey(publicKey)?.publicKey
  if (!line || !raw) return false
  const der = Buffer.concat([spki, raw])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, Buffer.from(note.text), key, line.signature)
}

/** What stands before the 32 bytes of a public key of Ed25519 in SPKI (RFC 8410). */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

const noteOf = (text: string, signers: readonly LogSigner[]) =>
  `${text}\n${signers.map((signer) => signer.signatureOf(text)).join('')}`

/** Announces the present key when it replaces another in a log that has begun, once. */
async function announceKey(trx: Connection, [old, next]: readonly LogSigner[], entries: number) {
  if (!old || !next || entries === 0) return
  const body = keyText(old, next, isoDay(new Date()))
  const isKnown = (await keyChanges(trx)).some((change) => change.body.includes(`new ${next.publicKey}\n`))
  if (!isKnown) await insertStatement(trx, { kind: 'key', body })
}
