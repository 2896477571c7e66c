import type { Reply } from '#contract/endpoint.ts'
import type { releases } from '#contract/releases.ts'

import type { Caller } from '../http/session.ts'
import type { Parts } from '../parts.ts'
import { requireVisible } from '../projects/service.ts'
import { readBlob } from './blobs/read.ts'
import { filesOf, presentRelease } from './queries.ts'

/** How much of a README is shown, in bytes. */
const readmeBytes = 64 * 1024

/** What is inside a project's present release, for whoever may see the project: paths, sizes, languages and the README. */
export async function contentsOf(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  caller: Caller | undefined,
  projectId: string,
): Promise<Omit<Reply<typeof releases.contents>, 'success'>> {
  await requireVisible(db, caller, projectId)
  const release = await presentRelease(db, projectId)
  if (!release) return { files: [], readme: null, lines: 0 }
  const { readmeKey: key, readmeSha256: sha256 } = release
  const readme = key && sha256 ? shortened(await readBlob(storage, { key, sha256 })) : null
  return { files: await filesOf(db, release.id), readme, lines: release.lines }
}

/** Text as UTF-8; a character that the limit cuts in two is left out. */
const shortened = (bytes: Buffer) =>
  new TextDecoder().decode(bytes.subarray(0, readmeBytes), { stream: true })
