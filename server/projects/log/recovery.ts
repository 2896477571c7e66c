import { isoDay } from '#contract/kit/format.ts'
import { checkpointLine, readCheckpoint, readNote } from '#contract/projects/log/note.ts'
import { readStatement } from '#contract/projects/log/statement.ts'
import { readEntries, tilePath, tileWidth } from '#contract/projects/log/tiles.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { folderOf } from './keys.ts'
import { deleteSaid, forgetPlaces, insertLeaf, insertStatement, leafHashes, lockLog } from './queries.ts'
import { hashOfLeaf, MerkleTree } from './tree.ts'
import { newestCheckpoint, writeLog } from './writer.ts'

type Stores = Pick<Dependencies, 'db' | 'storage' | 'logKeys'>

/**
 * Takes the entries of the log that the database lacks, as after a backup was restored, from the tiles in the store, and
 * returns how many they were. What waits in the database and is among them is not said again. Throws an Error in plain
 * words, and changes nothing, when the tiles are not those of the checkpoint, or the database has other entries.
 */
export const recoverLog = ({ db, storage, logKeys }: Stores): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const present = logKeys.at(-1)
    if (!present) throw new Error('LOG_KEY is not set, so there is no log.')
    await lockLog(trx)
    const newest = await newestCheckpoint(storage, logKeys)
    if (!newest) throw new Error('The store has no checkpoint of this log, so nothing is missing.')
    const leaves = await leavesInStore(storage, folderOf(present), newest.checkpoint.size)
    const tree = new MerkleTree(leaves.map((leaf) => hashOfLeaf(leaf)))
    if (tree.root() !== newest.checkpoint.root)
      throw new Error('The entries in the store do not make the tree that its checkpoint names.')
    const known = await leafHashes(trx)
    if (known.length > tree.size || new MerkleTree(known).root() !== tree.root(known.length))
      throw new Error('The database has other entries than the store, or more.')
    for (let number = known.length; number < tree.size; number++) {
      const leaf = leaves[number]!
      const body = readNote(leaf)?.text ?? ''
      const said = readStatement(body)
      await insertLeaf(trx, {
        kind: said?.kind ?? (body.startsWith('readymade log key ') ? 'key' : 'continues'),
        projectId: said?.projectId ?? null,
        releaseNumber: said?.release ?? null,
        contentHash: said?.contentHash ?? null,
        body,
        number,
        leaf,
        leafHash: hashOfLeaf(leaf),
        checkpoint: newest.note,
      })
    }
    await deleteSaid(trx)
    return tree.size - known.length
  })

async function leavesInStore(storage: Storage, folder: string, size: number): Promise<string[]> {
  const leaves: string[] = []
  for (let index = 0; index * tileWidth < size; index++) {
    const width = Math.min(tileWidth, size - index * tileWidth)
    const path = tilePath('entries', index, width)
    const entries = readEntries(new Uint8Array(await storage.get(`${folder}/${path}`)), width, path)
    leaves.push(...entries.map((entry) => Buffer.from(entry).toString()))
  }
  return leaves
}

/**
 * Begins the log of a new key after the old one was stolen: its first entry names the last good checkpoint of the log
 * that has ended, and what the database says of releases is said anew. Throws an Error in plain words, and changes
 * nothing, when the new log has begun already.
 */
export async function beginLog(stores: Stores, lastGood: string): Promise<void> {
  const { db, storage, logKeys } = stores
  const present = logKeys.at(-1)
  if (!present) throw new Error('LOG_KEY is not set, so there is no log.')
  const note = readNote(lastGood)
  if (!note) throw new Error('This is no checkpoint.')
  const { origin } = readCheckpoint(note.text)
  if (origin === present.name)
    throw new Error(`The new log needs another name than ${origin}, such as ${nextName(origin)}.`)
  await db.transaction().execute(async (trx) => {
    await lockLog(trx)
    if (await storage.about(`${folderOf(present)}/checkpoint`))
      throw new Error(`The log ${present.name} has begun already.`)
    await forgetPlaces(trx)
    const body = `readymade log v1\ncontinues ${origin}\ncheckpoint ${checkpointLine(lastGood)}\nday ${isoDay(new Date())}\n`
    await insertStatement(trx, { kind: 'continues', body })
  })
  await writeLog(stores)
}

/** The name of the log after another: host/log, host/log/2, host/log/3. */
const nextName = (name: string) => {
  const number = /\/log\/(\d+)$/.exec(name)?.[1]
  return number ? name.replace(/\d+$/, String(Number(number) + 1)) : `${name}/2`
}
