import { hash } from 'node:crypto'

import type { Storage } from '../../storage/storage.ts'

/** The bytes of a blob. Throws when the store has lost or changed them. */
export async function readBlob(
  storage: Storage,
  { key, sha256 }: { key: string; sha256: string },
): Promise<Buffer> {
  const bytes = await storage.get(key)
  if (hash('sha256', bytes) !== sha256) throw new Error(`The stored bytes at ${key} are damaged`)
  return bytes
}
