import type { TreeNode } from '../ui/file-tree.tsx'

export interface ProjectFile {
  path: string
  size: number
  language?: string | null
}

/** The deepest tree that has at most `rows` rows, so that a page stays light whatever the project holds. */
export function treeWithin(rows: number, files: readonly ProjectFile[]): TreeNode[] {
  for (let depth = 6; depth > 1; depth--) {
    const tree = treeOf(files, depth)
    if (rowsIn(tree) <= rows) return tree
  }
  return treeOf(files, 1)
}

/** Paths as a tree of folders before files, each folder with its bytes; `depth` levels are opened, a closed folder says how many files it has. */
export function treeOf(files: readonly ProjectFile[], depth = 6, prefix = ''): TreeNode[] {
  const groups = Map.groupBy(files, ({ path }) => path.slice(prefix.length).split('/')[0]!)
  const nodes = [...groups].map(([name, inside]) => {
    const isFolder = inside[0]!.path !== prefix + name
    const note = sizeText(inside.reduce((sum, { size }) => sum + size, 0))
    if (!isFolder) return { name, note, kind: inside[0]!.language }
    return {
      name: `${name}/`,
      note,
      folder: true,
      ...(depth > 1
        ? { children: treeOf(inside, depth - 1, `${prefix}${name}/`) }
        : { kind: inside.length === 1 ? '1 file' : `${inside.length} files` }),
    }
  })
  return nodes.toSorted(
    (a, b) => Number('folder' in b) - Number('folder' in a) || a.name.localeCompare(b.name),
  )
}

/** Bytes as people say them: 840 B, 12 kB, 4.8 MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

const rowsIn = (nodes: readonly TreeNode[]): number =>
  nodes.reduce((sum, { children = [] }) => sum + 1 + rowsIn(children), 0)
