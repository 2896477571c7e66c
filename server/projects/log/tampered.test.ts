import { expect, test } from 'vitest'

import { type LogToCheck, openLog } from '#contract/projects/log/check.ts'
import type { LogProblemKind } from '#contract/projects/log/problem.ts'
import { readEntries, type ReadFile, tilePath } from '#contract/projects/log/tiles.ts'
import { logKeysOf, newLogKey } from '#server/platform/log-key.ts'

import { keysOf, nodeCrypto } from '../../../test/public-log.ts'
import { aLogOf, leavesOf } from '../../../test/tampered-logs.ts'

/* Each way in which a log could lie, made with the real key, so that only the tree can show it. */
const size = 700
const signer = signerOf('shop.example/log')
const honest = aLogOf(signer, leavesOf(signer, size))
const earlier = aLogOf(signer, leavesOf(signer, 300))

const check = async (files: Map<string, Buffer>, { keys = keysOf(signer) }: Partial<LogToCheck> = {}) => {
  const log = await openLog({ crypto: nodeCrypto, read: reading(files), keys })
  for (const number of [0, 255, 299, 300, 511, 699])
    expect((await log.statementAt(number)).release).toBe(number + 1)
  for (const seen of [earlier, honest])
    await log.requireContinues({ note: seen.get('checkpoint')!.toString(), key: signer.publicKey })
}

const refused = (kind: LogProblemKind, place?: string) => ({ kind, ...(place && { place }) })

test('an honest log is accepted, from nothing and from what was seen', async () => {
  await expect(check(honest)).resolves.toBeUndefined()
})

test('an entry that was changed in both its tiles, with a tree to match, is another history', async () => {
  const leaves = leavesOf(signer, size)
  leaves[100] = leavesOf(signer, size, { kind: 'recalled' })[100]!
  await expect(check(aLogOf(signer, leaves))).rejects.toMatchObject(refused('continuation'))
  const same = leavesOf(signer, size)
  same[650] = leavesOf(signer, size, { kind: 'recalled' })[650]!
  await expect(check(aLogOf(signer, same))).rejects.toMatchObject(refused('history'))
})

test('an entry that was changed under the same checkpoint is not what the tree has', async () => {
  const leaves = leavesOf(signer, size)
  leaves[299] = leavesOf(signer, size, { kind: 'recalled' })[299]!
  const path = tilePath('entries', 1)
  const files = new Map(honest).set(path, aLogOf(signer, leaves).get(path)!)
  await expect(check(files)).rejects.toMatchObject(refused('leaf', 'entry 299'))
})

test('an entry that was dropped makes the log shorter, or another', async () => {
  const leaves = leavesOf(signer, size).toSpliced(10, 1)
  const log = await openLog({
    crypto: nodeCrypto,
    read: reading(aLogOf(signer, leaves.slice(0, 280))),
    keys: keysOf(signer),
  })
  const seen = { note: earlier.get('checkpoint')!.toString(), key: signer.publicKey }
  await expect(log.requireContinues(seen)).rejects.toMatchObject(refused('shorter'))
  const other = await openLog({
    crypto: nodeCrypto,
    read: reading(aLogOf(signer, leaves)),
    keys: keysOf(signer),
  })
  await expect(other.requireContinues(seen)).rejects.toMatchObject(refused('continuation'))
})

test('two entries that were swapped are found', async () => {
  const leaves = leavesOf(signer, size)
  ;[leaves[0], leaves[1]] = [leaves[1]!, leaves[0]!]
  const log = await openLog({
    crypto: nodeCrypto,
    read: reading(aLogOf(signer, leaves)),
    keys: keysOf(signer),
  })
  const seen = { note: earlier.get('checkpoint')!.toString(), key: signer.publicKey }
  await expect(log.requireContinues(seen)).rejects.toMatchObject(refused('continuation'))
})

test('a checkpoint of another key, also of the same name, is refused', async () => {
  for (const name of ['shop.example/log', 'other.example/log']) {
    const files = aLogOf(signerOf(name, 9), leavesOf(signer, size))
    await expect(check(files)).rejects.toMatchObject(refused('signature'))
  }
  const text = honest.get('checkpoint')!.toString()
  const forged = new Map(honest).set('checkpoint', Buffer.from(text.replace('\n700\n', '\n701\n')))
  await expect(check(forged)).rejects.toMatchObject(refused('signature'))
})

test('a proof for another leaf is refused', async () => {
  const path = tilePath('entries', 0)
  const [first, ...others] = readEntries(new Uint8Array(honest.get(path)!), 256, path).map((leaf) =>
    Buffer.from(leaf).toString(),
  )
  const moved = aLogOf(signer, [...others, first!]).get(path)!
  await expect(check(new Map(honest).set(path, moved))).rejects.toMatchObject(refused('leaf', 'entry 0'))
})

test('a tile that is cut off, or missing, is named', async () => {
  for (const path of [tilePath(0, 1), tilePath('entries', 0), tilePath(0, 2, 188), tilePath(1, 0, 2)]) {
    const bytes = honest.get(path)!
    const cut = new Map(honest).set(path, bytes.subarray(0, -1))
    await expect(check(cut), path).rejects.toMatchObject(refused('tile', path))
    const gone = new Map(honest)
    gone.delete(path)
    await expect(check(gone), path).rejects.toThrow(path)
  }
})

test('a hash that was changed in a tile leads to no root', async () => {
  const path = tilePath(0, 0)
  const bytes = Buffer.from(honest.get(path)!)
  bytes[40]! ^= 1
  await expect(check(new Map(honest).set(path, bytes))).rejects.toMatchObject(refused('leaf', 'entry 0'))
})

test('a statement that no key of the log has signed says nothing', async () => {
  const leaves = leavesOf(signer, size)
  leaves[299] = leavesOf(signerOf('shop.example/log', 9), size)[299]!
  await expect(check(aLogOf(signer, leaves))).rejects.toMatchObject(refused('statement', 'entry 299'))
})

function signerOf(name: string, seed = 1) {
  const logKey = newLogKey(name, Buffer.alloc(32, seed))
  return logKeysOf({ logKey, makesLogKey: false, dataDir: '', publicUrl: '' })[0]!
}

function reading(files: Map<string, Buffer>): ReadFile {
  return async (path) => {
    const bytes = files.get(path)
    if (!bytes) throw new Error(`${path} is missing`)
    return new Uint8Array(bytes)
  }
}
