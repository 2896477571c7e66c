import { fromBufferPromise } from 'yauzl'

import { isNamedCode } from './modes.ts'

/** Archives whose list of files is read, and others, of which nobody knows what is in them. */
const listed = /\.(?:zip|jar|war|ear|apk|aab|whl|egg|nupkg|vsix|xpi)$/i
const closed = /\.(?:rar|7z|tar|tgz|gz|bz2|tbz2?|xz|txz|zst|iso|cab|phar)$/i
/** Bytes of the largest archive that is opened. */
const maxBytes = 32 * 1024 * 1024
/** The most files of an archive that are looked at. */
const maxFiles = 20_000

export const isArchive = (path: string): boolean => listed.test(path) || closed.test(path)

/**
 * The bytes of code that an archive within a project holds, as large as they are outside of it. One that cannot be
 * listed may hold nothing else; a data set, a model or pictures are no code.
 */
export async function codeBytesIn(path: string, size: number, read: () => Promise<Buffer>): Promise<number> {
  if (!listed.test(path) || size > maxBytes) return size
  let [files, bytes] = [0, 0]
  try {
    const zip = await fromBufferPromise(await read(), { lazyEntries: true })
    for await (const { fileName, compressedSize, uncompressedSize } of zip.eachEntry()) {
      if (++files > maxFiles) return size
      if (isNamedCode(fileName) || isArchive(fileName)) bytes += Math.max(compressedSize, uncompressedSize)
    }
  } catch {
    return size
  }
  return bytes
}
