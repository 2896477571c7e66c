import { clsx } from 'clsx'

import { FolderRows, MoreRows } from './file-tree-folder.tsx'
import { Icon } from './icon.tsx'

/**
 * A tree of folders and files in mono, joined by a ladder of hairlines; `kind` stands in a column of its own where there is
 * room. With `load`, folders open and close, and what is not in `nodes` is loaded when it is asked for.
 */
export function FileTree({ nodes, label, className, path = '', more = 0, load, first }: FileTreeProps) {
  return (
    <ul aria-label={label} className={clsx('tree font-mono text-13', className)}>
      <Rows nodes={nodes} load={load} first={first} />
      {load && more > 0 && <MoreRows path={path} shown={nodes.length} more={more} load={load} />}
    </ul>
  )
}

/** Rows of a tree without the list around them. `first` is given the first row. */
export function Rows({ nodes, load, first }: Pick<FileTreeProps, 'nodes' | 'load' | 'first'>) {
  return nodes.map((node, index) => (
    <li
      key={node.name}
      ref={index === 0 ? first : undefined}
      tabIndex={index === 0 && first ? -1 : undefined}
    >
      {node.folder && load ? (
        <FolderRows node={node} load={load} />
      ) : (
        <>
          <Row node={node} />
          {node.children && <FileTree nodes={node.children} />}
        </>
      )}
    </li>
  ))
}

/** A row's icon, name, kind and note. */
export function Row({ node, opens }: { node: TreeNode; opens?: boolean }) {
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
        <span className="text-quiet w-28 shrink-0 truncate max-sm:hidden">{node.kind}</span>
      )}
      {node.note && <span className="text-quiet w-16 shrink-0 text-right tabular-nums">{node.note}</span>}
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
/** Reads the entries of a folder from one of them on; `more` follow those. */
export type LoadRows = (
  path: string,
  offset: number,
) => Promise<{ children: readonly TreeNode[]; more: number }>
export type FileTreeProps = {
  nodes: readonly TreeNode[]
  label?: string
  className?: string
  /** Of the folder that the nodes lie in. */
  path?: string
  more?: number
  load?: LoadRows | undefined
  first?: ((row: HTMLLIElement | null) => void) | undefined
}
