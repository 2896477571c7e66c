import type { Dependencies } from '../../dependencies.ts'
import { isCode } from '../foreign/files.ts'
import { blobsOfRelease } from './blob-queries.ts'
import { readBlob } from './blobs.ts'
import { textOf } from './readme.ts'

/** A file of a release, with its text if it is a text file within the limits. */
export interface ReleaseText {
  path: string
  size: number
  text?: string
  /** The file is larger than the limits: only both ends of its text are there. */
  isCut?: true
  /** The bytes of a SQLite file, when they are asked for. */
  database?: Uint8Array
  /** The bytes of a document, when they are asked for. */
  document?: Uint8Array
}

/** A file and the way to read its bytes. `isText`: its beginning holds no zero byte. */
export interface StoredFile {
  path: string
  size: number
  isText: boolean
  read: () => Promise<Buffer>
}

/**
 * Limits of the text read from a release: bytes of a file by its ending (of a larger one both ends are read), bytes and
 * files in all.
 */
export interface TextLimits {
  fileBytes: number
  sqlBytes: number
  totalBytes: number
  files: number
  /** The largest SQLite file whose bytes are read; none by default. They count among the bytes in all. */
  databaseBytes?: number
  /**
   * Which documents are read, how many and how large; none by default. They come last, and count among the bytes in
   * all.
   */
  documents?: { isWanted: (path: string) => boolean; files: number; fileBytes: number }
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
 * Yields files with their texts, those nearest to the top first and those larger than the limits and documents last. Of
 * large ones both ends are read. Zero bytes are left out, because editors and interpreters pass over them. Binary files,
 * and all files after the limits are reached, come without text. Throws what reading them throws.
 */
export async function* textsWithin(
  stored: readonly StoredFile[],
  { fileBytes, sqlBytes, totalBytes, files, databaseBytes = 0, documents, isWanted = () => true }: TextLimits,
): AsyncGenerator<ReleaseText> {
  const isDocument = ({ path, size }: StoredFile) =>
    documents !== undefined && size <= documents.fileBytes && documents.isWanted(path)
  let documentsLeft = documents?.files ?? 0
  const limitOf = (path: string) => (/\.sql$/i.test(path) ? sqlBytes : fileBytes)
  const isLarge = ({ path, size }: StoredFile) => Number(size > limitOf(path))
  const rank = (file: StoredFile) => (isDocument(file) ? 2 : isLarge(file))
  const ordered = stored.toSorted((one, other) => rank(one) - rank(other) || depth(one) - depth(other))
  let [bytesRead, filesRead] = [0, 0]
  for (const file of ordered) {
    const { path, size, isText, read } = file
    if (isDocument(file) && documentsLeft > 0 && bytesRead + size <= totalBytes) {
      documentsLeft--
      bytesRead += size
      const document = await read()
      const text = isText ? textIn(document, isText) : undefined
      yield { path, size, document, ...(text !== undefined && endsOf(text, limitOf(path))) }
      continue
    }
    const isDatabase = databaseName.test(path) && !isText && size <= databaseBytes
    const limit = limitOf(path)
    const bytesTaken = isDatabase ? size : Math.min(size, limit)
    const isRead =
      isWanted(path) &&
      (isDatabase || (limit > 0 && (isText || mayHoldText(path)))) &&
      bytesRead + bytesTaken <= totalBytes &&
      filesRead < files
    if (!isRead) {
      yield { path, size }
      continue
    }
    bytesRead += bytesTaken
    filesRead++
    const bytes = await read()
    const text = isDatabase ? undefined : textIn(bytes, isText)
    if (isDatabase) yield { path, size, database: bytes }
    else yield text === undefined ? { path, size } : { path, size, ...endsOf(text, limit) }
  }
}

/** The text of bytes without their zero bytes; undefined when the rest is no text. */
function textIn(bytes: Buffer, isText: boolean): string | undefined {
  if (isText && !bytes.includes(0)) return textOf(bytes)
  const plain = textOf(
    Buffer.from(bytes.filter((byte) => byte !== 0)).subarray(hasByteOrderMark(bytes) ? 2 : 0),
  )
  if (isText || isMostlyText(plain)) return plain
  return hasByteOrderMark(bytes) ? textOf(bytes) : undefined
}

/** Tells whether less than a tenth of the beginning of a text are signs that no text has. */
function isMostlyText(whole: string): boolean {
  const text = whole.slice(0, 200_000)
  return (text.match(/(?![\t\n\v\f\r])\p{Cc}|\uFFFD/gu)?.length ?? 0) < text.length / 10
}

/**
 * Both ends of a text, as much of each as of the other, and between them the line ends of what is left out, so that
 * later lines keep their numbers; of an extreme number of lines not all.
 */
function endsOf(text: string, length: number): Pick<ReleaseText, 'text' | 'isCut'> {
  if (text.length <= length) return { text }
  const half = length / 2
  const between = '\n'.repeat(Math.min(maxLinesBetween, text.slice(half, -half).split('\n').length - 1))
  return { text: (text.slice(0, half) + between + text.slice(-half)).toWellFormed(), isCut: true }
}
const maxLinesBetween = 100_000

/** The usual names of SQLite files. */
const databaseName = /\.(?:db3?|sqlite3?|s3db|sdb)$/i

/**
 * Files that are text in spite of zero bytes, when the rest is text: code, settings and tables. PowerShell writes them
 * in UTF-16 (`pip freeze > requirements.txt`, `mysqldump > shop.sql`).
 */
const mayHoldText = (path: string) => isCode(path) || textName.test(path)
const textName =
  /\.(?:txt|csv|tsv|json|md|rst|ini|env|cfg|conf|properties|ya?ml|toml|xml|log|pem|key)$|\.env\.\w+$/i
const hasByteOrderMark = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xfe

const depth = ({ path }: { path: string }) => path.split('/').length
