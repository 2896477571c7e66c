import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import type { Storage } from '../../storage/storage.ts'
import type { Archive } from './archive.ts'

/** Whether a stored archive is what was built. Read through once in each process, and again after any write to it. */
export async function isIntact(storage: Storage, { key, sha256, size }: Archive): Promise<boolean> {
  const found = await storage.about(key)
  if (found?.size !== size) return false
  const proof = `${sha256} ${found.version}`
  if (proven.get(key) === proof) return true
  const digest = createHash('sha256')
  await pipeline(await storage.stream(key), digest)
  if (digest.digest('hex') !== sha256) return false
  if (proven.size >= 10_000) proven.clear()
  proven.set(key, proof)
  return true
}

const proven = new Map<string, string>()
