import { Icon } from '../icon.tsx'

/** A row of a tree: icon, name, kind and note. */
export function TreeRow({ node, opens }: { node: TreeNode; opens?: boolean }) {
  const isFolder = node.children ?? node.folder
  return (
    <span className="relative flex items-center gap-2 py-1">
      <Icon name={isFolder ? 'folder' : 'file-text'} className="text-quiet size-4 stroke-[1.5]" />
      {isFolder && <span className="sr-only">Folder </span>}
      <span className="flex min-w-0 flex-1 items-center gap-1">
        <span className="truncate">{node.name}</span>
        {opens && <Icon name="chevron-down" className="tree-chevron text-quiet size-4 shrink-0" />}
      </span>
      {node.kind && !node.children && (
        <span className="tree-kind text-quiet w-28 shrink-0 truncate max-sm:hidden">{node.kind}</span>
      )}
      {node.note && (
        <span className="tree-note text-quiet w-16 shrink-0 text-right tabular-nums">{node.note}</span>
      )}
    </span>
  )
}

export type TreeNode = {
  name: string
  /** The whole path, by which a folder is loaded. */
  path?: string
  note?: string
  kind?: string | null | undefined
  folder?: boolean
  children?: readonly TreeNode[]
  /** Entries beyond `children`. */
  more?: number
}
