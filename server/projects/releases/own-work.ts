import type { Connection } from '../../platform/database/connection.ts'
import { saveCover } from '../save.ts'
import type { LanguageSize } from './languages.ts'
import { lockProjectOf, manifestOfRelease, saveOwnLines, saveReleaseLanguages } from './queries.ts'
import { coverOf } from './tree.ts'

/** The part of a release that its owner wrote, as the check of its files found it. */
export interface OwnWork {
  /** The file that starts the program; null when none was found. */
  entry: string | null
  languages: LanguageSize[]
  /** The files that are not the owner's work. */
  foreignPaths: string[]
}

/**
 * Saves the languages and lines of a release without the code of others, and the cover of the project of which it is
 * the present one, on sale or waiting. The caller has locked that project.
 */
export async function saveOwnWork(
  trx: Connection,
  releaseId: string,
  projectId: string | undefined,
  { entry, languages, foreignPaths }: OwnWork,
): Promise<void> {
  await saveReleaseLanguages(trx, releaseId, languages)
  await saveOwnLines(trx, releaseId, foreignPaths)
  if (projectId === undefined) return
  const files = await manifestOfRelease(trx, releaseId)
  await saveCover(trx, projectId, releaseId, coverOf(files, { entry, languages }))
}

/**
 * Locks the project whose present release this is, before its release; answers its id, undefined when there is none.
 */
export const lockOwner = async (trx: Connection, releaseId: string): Promise<string | undefined> =>
  (await lockProjectOf(trx, releaseId))?.id
