import { clsx } from 'clsx'

import { Icon } from './icon.tsx'

/** A tree of folders and files in mono, joined by a ladder of hairlines; folders with `children` show them; `kind` stands in a column of its own where there is room. */
export function FileTree({ nodes, label, className }: FileTreeProps) {
  return (
    <ul aria-label={label} className={clsx('tree font-mono text-13', className)}>
      {nodes.map((node) => (
        <li key={node.name}>
          <span className="relative flex items-center gap-2 py-1">
            {node.children || node.folder ? (
              <>
                <Icon name="folder" className="text-quiet size-4 stroke-[1.5]" />
                <span className="sr-only">Folder </span>
              </>
            ) : (
              <Icon name="file-text" className="text-quiet size-4 stroke-[1.5]" />
            )}
            <span className="min-w-0 flex-1 truncate">{node.name}</span>
            {node.kind && (
              <span className="text-quiet w-28 shrink-0 truncate max-sm:hidden">{node.kind}</span>
            )}
            {node.note && (
              <span className="text-quiet w-16 shrink-0 text-right tabular-nums">{node.note}</span>
            )}
          </span>
          {node.children && <FileTree nodes={node.children} />}
        </li>
      ))}
    </ul>
  )
}

export type TreeNode = {
  name: string
  note?: string
  kind?: string | null
  folder?: boolean
  children?: readonly TreeNode[]
}
export type FileTreeProps = { nodes: readonly TreeNode[]; label?: string; className?: string }
