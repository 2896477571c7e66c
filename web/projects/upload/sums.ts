import { Uint8ArrayWriter } from '@zip.js/zip.js/index-native.js'

import { formatCount, sizeText } from '#contract/kit/format.ts'
import { limits } from '#contract/kit/limits.ts'
import { chunkText, contentFiles, isLicenceFile } from '#contract/projects/content-hash.ts'
import { quoted } from '#contract/projects/files.ts'

import type { LeftOut, Picked, PickedFile, Sized } from './checked-files.ts'
import { smallFile } from './small-file.ts'
import { cannotExtract, openZip, TooManyEntries, unpacked } from './unzip.ts'

/** The files of a ZIP or a folder with their SHA-256, and what they are known by. */
export interface SummedFiles {
  sums: FileSum[]
  contentHash: string
  bytes: number
  /** The texts of our licence files among them. */
  licences: string[]
  /** What does not count, because no upload has it. */
  leftOut: LeftOut[]
}

interface FileSum {
  path: string
  sha256: string
  size: number
}

/** Thrown for files that can be none of a project here, with a sentence that says why. */
export class NoProject extends Error {}

/** Called with the number of files read so far. */
type OnSeen = (files: number) => void

/**
 * Reads the files of a ZIP one by one, and keeps none. Throws an Error with the sentence to show for a ZIP that cannot be
 * read, and NoProject before anything is unpacked.
 */
export async function sumsOfZip(zip: Blob, onSeen?: OnSeen): Promise<SummedFiles> {
  try {
    const { listed, source, close } = await openZip(zip)
    const read = async ({ path, entry }: (typeof listed.files)[number]) =>
      (await smallFile(source, entry)) ??
      unpacked(path, () => entry.getData(new Uint8ArrayWriter(), { checkLocalFilename: true }))
    const summed = await sumsOf(listed, read, onSeen)
    await close()
    return summed
  } catch (thrown) {
    if (thrown instanceof NoProject) throw thrown
    if (thrown instanceof TooManyEntries) throw new NoProject(tooManyText(thrown.count))
    throw new Error(sentenceOf((thrown as Error).message), { cause: thrown })
  }
}

/** Reads the files of a folder one by one. Throws as sumsOfZip does. */
export const sumsOfFolder = (picked: Picked<PickedFile>, onSeen?: OnSeen): Promise<SummedFiles> =>
  sumsOf(
    picked,
    async ({ path, file }) => {
      try {
        return new Uint8Array(await file.arrayBuffer())
      } catch (cause) {
        throw new Error(`${quoted(path)} cannot be opened.`, { cause })
      }
    },
    onSeen,
  )

async function sumsOf<File extends Sized>(
  { files, leftOut, refused = [] }: Picked<File>,
  read: (file: File) => Promise<Uint8Array<ArrayBuffer>>,
  onSeen?: OnSeen,
): Promise<SummedFiles> {
  requirePossible(files, refused)
  const digest = await sha256()
  const [sums, licences]: [FileSum[], string[]] = [[], []]
  for (const file of files) {
    if (file.isUnreadable) throw new Error(`${quoted(file.path)} cannot be opened.`)
    const bytes = await read(file)
    if (isLicenceFile(file.path)) licences.push(new TextDecoder().decode(bytes))
    sums.push({ path: file.path, sha256: hex(await digest(bytes)), size: bytes.length })
    onSeen?.(sums.length)
  }
  const counted = contentFiles(sums)
  requireEachOnce(counted)
  const contentHash = hex(await digest(new TextEncoder().encode(chunkText(counted))))
  return { sums: counted, contentHash, bytes: bytesOf(counted), licences, leftOut }
}

/** Throws NoProject for two files under one path, of which a disk has only one. */
function requireEachOnce(files: readonly FileSum[]) {
  const seen = new Set<string>()
  for (const { path } of files) {
    if (seen.has(path)) throw new NoProject(`${quoted(path)} is there twice, and no project here has that.`)
    seen.add(path)
  }
}

/** Throws NoProject for files of which an upload would have refused one. */
function requirePossible(files: readonly Sized[], refused: readonly string[]) {
  const large = files.find(({ size }) => size > limits.fileBytes)
  // Such a name could hold the line of another file, and the content hash would be the same without that file.
  const control = files.find(({ path }) => /\p{Cc}/u.test(path))
  const reason =
    files.length === 0
      ? 'There is no file that belongs to a project.'
      : files.length > limits.folderFiles
        ? tooManyText(files.length)
        : large
          ? `${quoted(large.path)} has ${sizeText(large.size)}, and no file of a project here is larger than 10 MB.`
          : bytesOf(files) > limits.folderBytes
            ? `The files have ${sizeText(bytesOf(files))}, and a project here has at most 100 MB.`
            : control
              ? `${quoted(control.path)} holds a control character, and no project here has such a file.`
              : refused[0] && `${refused[0]}, and no project here has such a file.`
  if (reason) throw new NoProject(reason)
}

const tooManyText = (count: number) =>
  `There are ${formatCount(count)} files, and a project here has at most ${formatCount(limits.folderFiles)}.`

const bytesOf = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)

/** Says for this page what is wrong with a ZIP. */
const sentenceOf = (message: string) =>
  message === cannotExtract
    ? 'This ZIP cannot be read: it is broken, or it is no ZIP.'
    : message
        .replace('Error processing ZIP file: it', 'The ZIP cannot be read: it')
        .replace('Error processing ZIP file:', 'The ZIP cannot be read:')
        .replace('upload the folder', 'choose the folder')

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns the browser's SHA-256, or over http, where it has none, one of a library. */
async function sha256(): Promise<(bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> | Uint8Array> {
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (subtle) return async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes))
  return (await import('@noble/hashes/sha2.js')).sha256
}
