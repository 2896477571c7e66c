import type { Folder } from '#contract/files/folder.ts'

import type { FileRow, FolderRow } from './queries.ts'

/** A folder with those of the read folders and files that lie directly in it, folders first. */
export const toFolder = (
  { path, files: fileCount, size, entries: total }: FolderRow,
  folders: FolderRow[],
  files: FileRow[],
): Folder => ({
  path,
  files: fileCount,
  size,
  total,
  entries: [
    ...folders
      .filter(({ folder }) => folder === path)
      .map((inner) => ({ path: inner.path, size: inner.size, files: inner.files, language: null })),
    ...files
      .filter(({ folder }) => folder === path)
      .map((file) => ({ path: file.path, size: file.size, files: null, language: file.language })),
  ],
})
