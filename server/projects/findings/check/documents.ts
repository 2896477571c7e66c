import { threadRunner } from '../../../platform/isolated.ts'
import type { openingOf } from '../../reports/opening.ts'
import type { ProjectFile } from '../files/sources.ts'
import { check } from './check.ts'

/** Seconds for all documents; those that are not read by then are judged by their names. */
const maxSeconds = 12

/** Reads a document in a thread, which is ended when the document is made to take for ever. */
const openingInThread = threadRunner<typeof openingOf>(
  { file: new URL('../../reports/opening.ts', import.meta.url), name: 'openingOf' },
  { seconds: 4, memory: 160 },
)

/** Reads the beginnings of the documents among the files, and checks all files as `check` does. */
export async function checkWithDocuments(files: ProjectFile[]): Promise<ReturnType<typeof check>> {
  const end = performance.now() + maxSeconds * 1000
  for (const file of files) {
    const { path, document } = file
    delete file.document
    if (document && performance.now() < end)
      // A broken document is no reason to fail the check.
      file.opening = await openingInThread({ path, bytes: document }).catch(() => undefined)
  }
  return check(files)
}
