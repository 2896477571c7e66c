import { readFileSync } from 'node:fs'

/**
 * The kept list: what frameworks, templates and tutorials give to everybody, and so is nobody's own. Counting the owners
 * who have a piece of code would let a copier make it common. The file names its sources with the number of fingerprints
 * that each added, and holds the fingerprints; `test/similarity/write-common-code.ts` writes it.
 */
export const commonCodeFile = new URL('./common-code.txt', import.meta.url)

/** Reads the fingerprints of common code. */
export function commonCode(): ReadonlySet<number> {
  const bytes = Buffer.from(readFileSync(commonCodeFile, 'utf8').split('\n\n')[1]!, 'base64')
  return new Set(new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4))
}
