import { counted, sizeText } from '#contract/kit/format.ts'
import type { Folder } from '#contract/projects/source.ts'

import type { TreeNode } from '../../ui/file-tree.tsx'

/**
 * Builds the tree of a project's folders, given with the top first. A folder that is not among them is closed and shows
 * its number of files.
 */
export function treeOf(folders: readonly Folder[]): TreeNode {
  const known = new Map(folders.map((folder) => [folder.path, folder]))
  const node = (folder: Folder): TreeNode => ({
    ...nodeOf(folder),
    ...rowsOf(folder),
    children: folder.entries.map((entry) => {
      const inner = entry.files === null ? undefined : known.get(entry.path)
      return inner ? node(inner) : nodeOf(entry)
    }),
  })
  return folders[0] ? node(folders[0]) : { name: '', path: '', children: [] }
}

/** The rows that a reply adds to a folder that shows `shown` rows already. */
export const rowsOf = ({ entries, total }: Folder, shown = 0) => ({
  children: entries.map(nodeOf),
  more: total - shown - entries.length,
})

function nodeOf({
  path,
  size,
  files,
  language,
}: Omit<Folder['entries'][number], 'language'> & { language?: string | null }): TreeNode {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (files === null) return { name, path, note: sizeText(size), kind: language }
  return {
    name: `${name}/`,
    path,
    note: sizeText(size),
    folder: true,
    kind: counted(files, 'file'),
  }
}

/** The page of a sample of a project. */
export const sampleAddress = (projectId: string, number: number) => `/projects/${projectId}/samples/${number}`
