import {
  BlobWriter,
  configure,
  type Entry,
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_UNSUPPORTED_COMPRESSION,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/index-native.js'

import { limits } from '#contract/kit/limits.ts'
import { emptyFolders, folderAround, quoted } from '#contract/projects/files.ts'

import {
  type CheckedFiles,
  checkFiles,
  type Choice,
  createExclusionFilter,
  type Picked,
  type PickedFile,
  tooManyFilesMessage,
} from './checked-files.ts'
import { WindowedReader } from './windowed-reader.ts'
import { guessNote, type ReadName, readNames, unreadableName } from './zip-names.ts'

/**
 * Unpacks and checks the files of a ZIP. Nothing is unpacked before the central directory has been checked, and no file
 * may be larger than it says there. Throws an Error with the reason for a ZIP that cannot be trusted or read.
 * `choice`: as in checkFiles.
 */
export async function unzip(
  zip: Blob,
  { choice, onUnpacked }: { choice?: Choice; onUnpacked?: (files: number) => void } = {},
): Promise<CheckedFiles<PickedFile>> {
  const { listed, close } = await openZip(zip)
  const { report: sold, ...checked } = await checkFiles(listed, 'zip', choice)
  const files: PickedFile[] = []
  const open = async ({ path, size, entry }: ListedFile): Promise<PickedFile> => ({
    path,
    size,
    file: checked.errors.length === 0 ? await unpack(entry, path) : emptyBlob,
  })
  for (const file of checked.files) {
    files.push(await open(file))
    if (checked.errors.length === 0) onUnpacked?.(files.length)
  }
  const report = sold && (await open(sold))
  await close()
  return { ...checked, files, ...(report && { report }) }
}

/**
 * Lists the files of a ZIP by its central directory, without those that no upload has; nothing is unpacked. Throws an
 * Error with the reason for a ZIP that cannot be trusted or read.
 */
export async function openZip(zip: Blob) {
  const other = otherArchives.get(await beginningOf(zip))
  if (other)
    throw new Error(
      `Error processing ZIP file: it is a ${other} archive. Please pack a ZIP, or upload the folder.`,
    )
  const source = new WindowedReader(zip)
  const reader = new ZipReader(source, {
    // Our content security policy does not allow the library's workers, and this code runs in a worker already.
    useWebWorkers: false,
    checkSignature: true,
    checkOverlappingEntry: true,
    filenameValidation: 'tolerant',
  })
  const listed = await listEntries(reader).catch(unreadable)
  return { listed, source, close: () => reader.close() }
}

// The decoder unpacks each chunk at once, and a chunk of zeros becomes a thousand times as large.
configure({ chunkSize: 32_768 })

interface ListedFile {
  path: string
  size: number
  entry: FileEntry
}

const emptyBlob = new Blob()

async function listEntries(reader: ZipReader<Blob>) {
  const entries: Entry[] = []
  let count = 0
  const onprogress = (_: number, announced: number) => {
    count = announced
    return undefined
  }
  for await (const entry of reader.getEntriesGenerator({ onprogress })) {
    // The central directory announces the number of entries, so a ZIP with too many is refused before the rest is read.
    if (count > limits.folderFiles) throw new TooManyEntries(count)
    entries.push(entry)
  }
  return sortEntries(entries)
}

function sortEntries(entries: readonly Entry[]): Picked<ListedFile> {
  const names = readNames(entries)
  const [entriesOfFiles, folders]: [(ReadName & { entry: FileEntry })[], string[]] = [[], []]
  for (const [index, entry] of entries.entries()) {
    const name = names[index]!
    if (entry.directory || name.path.endsWith('/')) folders.push(name.path.replace(/\/*$/, '/'))
    else entriesOfFiles.push({ ...name, entry })
  }
  const around = folderAround(entriesOfFiles.map(({ path }) => path))
  const inside = (path: string) => (path.startsWith(around) ? path.slice(around.length) : path)
  const { takes, leftOut } = createExclusionFilter()
  const [files, refused, guessed]: [ListedFile[], string[], string[]] = [[], [], []]
  for (const { entry, spelling, path: name } of entriesOfFiles) {
    const path = inside(name)
    if (!takes(path)) continue
    if (entry.encrypted) throw new Error(withPassword)
    if (entry.symlink) refused.push(`${quoted(path)} is a link to another file`)
    else if (spelling === 'unknown') refused.push(`${quoted(path)}: ${unreadableName}`)
    else files.push({ path, size: entry.uncompressedSize, entry })
    if (spelling === 'guessed') guessed.push(path)
  }
  const all = entriesOfFiles.map(({ path }) => inside(path))
  const empty = emptyFolders(folders.map((folder) => inside(folder).slice(0, -1)).filter(Boolean), all)
  return { files, leftOut: leftOut(), refused, notes: guessNote(guessed), emptyFolders: empty }
}

const unpack = (entry: FileEntry, path: string): Promise<Blob> =>
  unpacked(path, () => entry.getData(new BlobWriter()))

/** Unpacks a file. Throws an Error with the reason when it is broken, or larger than the ZIP says. */
export async function unpacked<Result>(path: string, unpackIt: () => Promise<Result>): Promise<Result> {
  try {
    return await unpackIt()
  } catch (thrown) {
    const reason = failures.get((thrown as Error).message)
    const message = reason ? `Error processing ZIP file: ${quoted(path)} ${reason}` : cannotExtract
    throw new Error(message, { cause: thrown })
  }
}

const failures = new Map([
  [ERR_INVALID_UNCOMPRESSED_SIZE, 'is not as large as the ZIP says'],
  [ERR_AMBIGUOUS_ARCHIVE, 'is described in two ways, and programs unpack it differently'],
  [
    ERR_UNSUPPORTED_COMPRESSION,
    'is packed by a method that browsers cannot read. Please pack it with the method “Deflate”, or upload the folder.',
  ],
])

const withPassword =
  'Error processing ZIP file: it is protected by a password. Please pack it without one, or upload the folder.'

/** Archives that many people rename instead of packing a ZIP, by their first four bytes. */
const otherArchives = new Map([
  ['52617221', 'RAR'],
  ['377abcaf', '7z'],
])

const beginningOf = async (zip: Blob) =>
  Array.from(new Uint8Array(await zip.slice(0, 4).arrayBuffer()), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** The message for a broken ZIP (specification section 8). */
export const cannotExtract = 'Failed to extract ZIP on client. Try again or upload folder.'

/** Thrown for a ZIP that announces more entries than any upload may have. */
export class TooManyEntries extends Error {
  readonly count: number
  constructor(count: number) {
    super(tooManyFilesMessage(count, limits.zipFiles))
    this.count = count
  }
}

const unreadable = (thrown: Error): never => {
  const hasMessage = thrown.message === withPassword || thrown instanceof TooManyEntries
  throw hasMessage ? thrown : new Error(cannotExtract, { cause: thrown })
}
