/**
 * What a chunk of an upload holds, as one text: two chunks with the same text hold the same files. Its SHA-256 is what the
 * server answers for a chunk that has arrived.
 */
export const chunkText = (files: readonly { path: string; sha256: string }[]): string =>
  files
    .map(({ path, sha256 }) => `${path}\0${sha256}\n`)
    .toSorted()
    .join('')
