import type { Parts } from '../../parts.ts'
import { blobsOfRelease } from './blob-queries.ts'
import { readBlob } from './blobs.ts'
import { textOf } from './readme.ts'

/** A file of a release, with its text if it has one and that is short enough. */
export interface ReleaseText {
  path: string
  size: number
  text?: string
}

/** How much text is read of a release; bytes of a file by its ending, bytes and files in all. */
export interface TextLimits {
  fileBytes: number
  sqlBytes: number
  totalBytes: number
  files: number
  /** Which files are read at all; every one unless said. */
  isWanted?: (path: string) => boolean
}

/**
 * The files of a release, those nearest to the top first, one at a time. The text is left out of what is binary or larger
 * than the limits, and of every file once they are reached. Throws when bytes are lost or damaged.
 */
export async function* textsOf(
  { db, storage }: Pick<Parts, 'db' | 'storage'>,
  releaseId: string,
  { fileBytes, sqlBytes, totalBytes, files, isWanted = () => true }: TextLimits,
): AsyncGenerator<ReleaseText> {
  let [bytesRead, filesRead] = [0, 0]
  const blobs = await blobsOfRelease(db, releaseId)
  for (const { path, size, lines, ...blob } of blobs.toSorted((one, other) => depth(one) - depth(other))) {
    const isRead =
      isWanted(path) &&
      (lines !== null || isWindowsText(path)) &&
      size <= (/\.sql$/i.test(path) ? sqlBytes : fileBytes) &&
      bytesRead + size <= totalBytes &&
      filesRead < files
    if (!isRead) {
      yield { path, size }
      continue
    }
    bytesRead += size
    filesRead++
    const bytes = await readBlob(storage, blob)
    yield lines !== null || hasMark(bytes) ? { path, size, text: textOf(bytes) } : { path, size }
  }
}

/** What PowerShell's `pip freeze > requirements.txt` and `mysqldump > shop.sql` write is UTF-16: full of zero bytes, yet text. */
const isWindowsText = (path: string) => /\.(?:txt|sql|csv|json|md|ini|env|ps1)$/i.test(path)
const hasMark = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xfe

const depth = ({ path }: { path: string }) => path.split('/').length
