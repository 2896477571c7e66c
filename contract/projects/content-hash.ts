import { folderAround, isExcluded } from './files.ts'

/**
 * Returns the contents of a chunk as one text: two chunks with the same text have the same files. The server answers
 * its SHA-256 for a chunk that has arrived.
 */
export const chunkText = (files: readonly { path: string; sha256: string }[]): string =>
  files
    .map(({ path, sha256 }) => `${path}\0${sha256}\n`)
    .sort()
    .join('')

/**
 * The files by which a release is known, under the paths that its content hash names: without what no upload has,
 * without our licence file, without the folders around all of them, and with accents in one spelling, because the
 * programs that people pack and unpack with change only these.
 */
export function contentFiles<File extends { path: string }>(files: readonly File[]): File[] {
  const sent = withoutFolders(files).filter(({ path }) => !isExcluded(path))
  const own = withoutLicence(sent)
  const around = foldersAround(own.map(({ path }) => path))
  return own.map((file) => ({ ...file, path: file.path.slice(around.length).normalize('NFC') }))
}

/**
 * Returns the text whose SHA-256 is the content hash of files: a line 'path NUL sha256 LF' for each of `contentFiles`,
 * sorted.
 */
export const contentText = (files: readonly { path: string; sha256: string }[]): string =>
  chunkText(contentFiles(files))

/** The name of the licence file in a buyer's archive. */
export const licenceFileName = (orderNumber: string): string => `READYMADE-LICENCE-${orderNumber}.txt`

/** Whether a path is that of a licence file of ours, in whatever folder; browsers number what is saved again. */
export const isLicenceFile = (path: string): boolean =>
  /(?:^|\/)READYMADE-LICENCE(?:-[\w-]+)?(?: ?\(\d+\))?\.txt$/.test(path)

/**
 * The files without the folders around what is uploaded of them, which may have any name, and without what an operating
 * system has put beside those folders.
 */
function withoutFolders<File extends { path: string }>(files: readonly File[]): readonly File[] {
  const around = folderAround(files.map(({ path }) => path))
  if (around === '') return files
  const inside = files.filter(({ path }) => path.startsWith(around))
  return withoutFolders(inside.map((file) => ({ ...file, path: file.path.slice(around.length) })))
}

/** The files without our licence files beside them; one that lies deeper among them is a file like others. */
function withoutLicence<File extends { path: string }>(files: readonly File[]): File[] {
  const others = files.filter(({ path }) => !isLicenceFile(path))
  const around = foldersAround(others.map(({ path }) => path))
  return files.filter(({ path }) => !isLicenceFile(path) || !around.startsWith(folderOf(path)))
}

/** The folders around all files, with their slashes, or ''. */
function foldersAround(paths: readonly string[]): string {
  let around = folderOf(paths[0] ?? '')
  while (!paths.every((path) => path.startsWith(around))) around = folderOf(around.slice(0, -1))
  return around
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
