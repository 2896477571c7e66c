import {
  BlobReader,
  BlobWriter,
  configure,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/index-native.js'

import { limits } from '#contract/limits.ts'
import { quoted, withoutCommonFolder } from '#contract/projects/files.ts'

import {
  type CheckedFiles,
  checkFiles,
  type PickedFile,
  createExclusionFilter,
  tooManyFilesMessage,
} from './checked-files.ts'

/**
 * Unpacks and checks the files of a ZIP. Nothing is unpacked before the central directory has been checked, and no file may be
 * larger than it says there. Throws an Error with the reason for a ZIP that cannot be trusted or read. `without`: as in checkFiles.
 */
export async function unzip(
  zip: Blob,
  { without, onUnpacked }: { without?: readonly string[]; onUnpacked?: (files: number) => void } = {},
): Promise<CheckedFiles<PickedFile>> {
  const reader = new ZipReader(new BlobReader(zip), {
    // Our content security policy does not allow the library's workers, and this code runs in a worker already.
    useWebWorkers: false,
    checkSignature: true,
    checkOverlappingEntry: true,
    filenameValidation: 'tolerant',
  })
  const listed = await listEntries(reader).catch(unreadable)
  const checked = await checkFiles(listed, 'zip', without)
  const files: PickedFile[] = []
  if (checked.errors.length === 0)
    for (const { path, size, entry } of checked.files) {
      files.push({ path, size, file: await unpack(entry, path) })
      onUnpacked?.(files.length)
    }
  else for (const { path, size } of checked.files) files.push({ path, size, file: emptyBlob })
  await reader.close()
  return { ...checked, files }
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
  const entries: FileEntry[] = []
  let count = 0
  const onprogress = (_: number, announced: number) => {
    count = announced
    return undefined
  }
  for await (const entry of reader.getEntriesGenerator({ onprogress })) {
    // The central directory announces the number of entries, so a ZIP with too many is refused before the rest is read.
    if (count > limits.folderFiles) throw new TooManyEntries(tooManyFilesMessage(count, limits.zipFiles))
    if (!entry.directory) entries.push(entry)
  }
  const paths = withoutCommonFolder(entries.map(({ filename }) => filename))
  const { takes, leftOut } = createExclusionFilter()
  const [files, refused]: [ListedFile[], string[]] = [[], []]
  for (const [index, entry] of entries.entries()) {
    const path = paths[index]!
    if (!takes(path)) continue
    if (entry.encrypted) throw new Error(withPassword)
    if (entry.symlink) refused.push(`${quoted(path)} is a link to another file`)
    else files.push({ path, size: entry.uncompressedSize, entry })
  }
  return { files, leftOut: leftOut(), refused }
}

async function unpack(entry: FileEntry, path: string): Promise<Blob> {
  try {
    return await entry.getData(new BlobWriter())
  } catch (thrown) {
    const isWrongSize = (thrown as Error).message === ERR_INVALID_UNCOMPRESSED_SIZE
    const reason = isWrongSize
      ? `Error processing ZIP file: ${quoted(path)} is not as large as the ZIP says`
      : cannotExtract
    throw new Error(reason, { cause: thrown })
  }
}

const withPassword =
  'Error processing ZIP file: it is protected by a password. Please pack it without one, or upload the folder.'

/** The message for a broken ZIP (specification section 8). */
const cannotExtract = 'Failed to extract ZIP on client. Try again or upload folder.'

class TooManyEntries extends Error {}

const unreadable = (thrown: Error): never => {
  const hasMessage = thrown.message === withPassword || thrown instanceof TooManyEntries
  throw hasMessage ? thrown : new Error(cannotExtract, { cause: thrown })
}
