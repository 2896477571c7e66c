import type { Dependencies } from '../../dependencies.ts'
import { blobsOfRelease } from './blob-queries.ts'
import { readBlob } from './blobs.ts'
import { textOf } from './readme.ts'

/** A file of a release, with its text if it is a text file within the limits. */
export interface ReleaseText {
  path: string
  size: number
  text?: string
  /** The bytes of a SQLite file, when they are asked for. */
  database?: Uint8Array
}

/** A file and the way to read its bytes. `isText`: its beginning holds no zero byte. */
export interface StoredFile {
  path: string
  size: number
  isText: boolean
  read: () => Promise<Buffer>
}

/** Limits of the text read from a release: bytes of a file by its ending, bytes and files in all. */
export interface TextLimits {
  fileBytes: number
  sqlBytes: number
  totalBytes: number
  files: number
  /** The largest SQLite file whose bytes are read; none by default. They count among the bytes in all. */
  databaseBytes?: number
  /** Selects the files to read; all by default. */
  isWanted?: (path: string) => boolean
}

/** Yields the files of a release with their texts, as textsWithin does. Throws when bytes are lost or damaged. */
export async function* textsOf(
  { db, storage }: Dependencies,
  releaseId: string,
  limits: TextLimits,
): AsyncGenerator<ReleaseText> {
  const blobs = await blobsOfRelease(db, releaseId)
  const files = blobs.map(({ path, size, lines, ...blob }) => {
    return { path, size, isText: lines !== null, read: () => readBlob(storage, blob) }
  })
  yield* textsWithin(files, limits)
}

/**
 * Yields files with their texts, those nearest to the top first. Binary files, files larger than the limits, and all
 * files after the limits are reached come without text. Throws what reading them throws.
 */
export async function* textsWithin(
  stored: readonly StoredFile[],
  { fileBytes, sqlBytes, totalBytes, files, databaseBytes = 0, isWanted = () => true }: TextLimits,
): AsyncGenerator<ReleaseText> {
  let [bytesRead, filesRead] = [0, 0]
  for (const { path, size, isText, read } of stored.toSorted((one, other) => depth(one) - depth(other))) {
    const isDatabase = databaseName.test(path) && !isText && size <= databaseBytes
    const isRead =
      isWanted(path) &&
      (isDatabase ||
        ((isText || isWindowsText(path)) && size <= (/\.sql$/i.test(path) ? sqlBytes : fileBytes))) &&
      bytesRead + size <= totalBytes &&
      filesRead < files
    if (!isRead) {
      yield { path, size }
      continue
    }
    bytesRead += size
    filesRead++
    const bytes = await read()
    if (isDatabase) yield { path, size, database: bytes }
    else yield isText || hasByteOrderMark(bytes) ? { path, size, text: textOf(bytes) } : { path, size }
  }
}

/** The usual names of SQLite files. */
const databaseName = /\.(?:db3?|sqlite3?|s3db|sdb)$/i

/**
 * Files that PowerShell writes in UTF-16 (`pip freeze > requirements.txt`, `mysqldump > shop.sql`): text in spite of
 * their zero bytes.
 */
const isWindowsText = (path: string) => /\.(?:txt|sql|csv|json|md|ini|env|ps1)$/i.test(path)
const hasByteOrderMark = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xfe

const depth = ({ path }: { path: string }) => path.split('/').length
