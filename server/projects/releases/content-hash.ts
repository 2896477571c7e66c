import { hash } from 'node:crypto'

import { chunkText, contentFiles } from '#contract/projects/content-hash.ts'

import type { Dependencies } from '../../dependencies.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { releasesWithoutContentHash, saveContentHash, sumsOfRelease } from './queries.ts'

/** Gives their content hash to the releases that a process of an earlier version made. */
export async function fillContentHashes({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  for (const { id } of await releasesWithoutContentHash(db)) await makeContentHash(db, id)
}

/** Makes the content hash of a stored release, saves it and returns it. */
export async function makeContentHash(connection: Connection, releaseId: string): Promise<string> {
  const { contentHash } = await contentOf(connection, releaseId)
  await saveContentHash(connection, releaseId, contentHash)
  return contentHash
}

/** The content hash of a release, and the files that it counts with their sums. */
export async function contentOf(connection: Connection, releaseId: string) {
  const sums = contentFiles(await sumsOfRelease(connection, releaseId))
  return { contentHash: hash('sha256', chunkText(sums)), sums }
}
