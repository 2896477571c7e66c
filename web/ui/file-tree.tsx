import { clsx } from 'clsx'
import { createContext, use, useState } from 'react'
import { Link } from 'react-router'

import { formatCount } from '#contract/kit/format.ts'

import { useLoadingAnnouncement } from './announcer.ts'
import { Icon } from './icon.tsx'

/**
 * A tree of folders and files; `kind` has a column of its own where there is room. With `load`, folders open and
 * close, and what is not in `nodes` is loaded on demand.
 */
export function FileTree({ nodes, label, className, path = '', more = 0, load }: FileTreeProps) {
  return (
    <ul aria-label={label} className={clsx('tree font-mono text-13', className)}>
      <Rows nodes={nodes} load={load} />
      {load && more > 0 && <MoreRows path={path} shown={nodes.length} more={more} load={load} />}
    </ul>
  )
}

/** A context around a tree whose files can be opened: the function that opens one, and the path of the open one. */
export const OpenFile = createContext<{ open: (path: string) => void; opened?: string | undefined } | null>(
  null,
)

/** A context around a tree some of whose files have a place where they are read: its address by their path. */
export const FileAddresses = createContext<ReadonlyMap<string, string>>(new Map())

/** A file of a tree; a link or a button where it can be opened. */
function FileRow({ node }: { node: TreeNode }) {
  const files = use(OpenFile)
  const addresses = use(FileAddresses)
  const { path } = node
  const address = path !== undefined && addresses.get(path)
  if (address)
    return (
      <Link to={address} replace={address.startsWith('#')} className="tree-file tree-link">
        <TreeRow node={node} />
      </Link>
    )
  if (!files || path === undefined) return <TreeRow node={node} />
  return (
    <button
      type="button"
      className="tree-file"
      aria-current={files.opened === path || undefined}
      onClick={() => files.open(path)}
    >
      <TreeRow node={node} />
    </button>
  )
}

function Rows({ nodes, load, takesFocus = false }: RowsProps) {
  return nodes.map((node, index) => {
    const first = takesFocus && index === 0 ? { ref: focusOn, tabIndex: -1 } : {}
    return (
      <li key={node.name} {...first}>
        {node.folder && load ? (
          <FolderRows node={node} load={load} />
        ) : (
          <>
            {node.children ? <TreeRow node={node} /> : <FileRow node={node} />}
            {node.children && <FileTree nodes={node.children} />}
          </>
        )}
      </li>
    )
  })
}

/** Focuses a row. It is the same function at every render, so that React calls it once. */
function focusOn(row: HTMLLIElement | null) {
  row?.focus({ preventScroll: true })
}

/** A folder that opens and closes; its rows are loaded when it is opened for the first time. */
function FolderRows({ node, load }: { node: TreeNode; load: LoadRows }) {
  const { path = '', children: known, kind } = node
  const { rows, state, read } = useTreeRows(load, path, 0)
  const { children, more = 0 } = rows ?? node
  return (
    <details
      open={Boolean(known)}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !children) read()
      }}
    >
      <summary className="rounded-small hover:bg-sunk list-none [&::-webkit-details-marker]:hidden">
        <TreeRow node={node} opens />
      </summary>
      {children ? (
        <FileTree nodes={children} path={path} more={more} load={load} />
      ) : (
        <div className="text-quiet py-1 pl-6">
          {state === 'loading' ? 'Loading…' : state === 'failed' ? <Failed read={read} /> : kind}
        </div>
      )}
    </details>
  )
}

/** A button that loads the remaining rows of a folder and focuses the first of them. */
function MoreRows({ path, shown, more, load }: MoreRowsProps) {
  const { rows, state, read } = useTreeRows(load, path, shown)
  if (!rows) {
    const left = formatCount(more)
    return (
      <li>
        <div className="py-1 pl-6">
          {state === 'failed' ? (
            <Failed read={read} />
          ) : (
            <button
              type="button"
              className={clsx(plainLink, 'tree-more')}
              data-left={left}
              aria-disabled={state === 'loading'}
              onClick={read}
            >
              {state === 'loading' ? 'Loading…' : `Show more (${left} left)`}
            </button>
          )}
        </div>
      </li>
    )
  }
  const { children } = rows
  return (
    <>
      <Rows nodes={children} load={load} takesFocus />
      {rows.more > 0 && children.length > 0 && (
        <MoreRows path={path} shown={shown + children.length} more={rows.more} load={load} />
      )}
    </>
  )
}

const Failed = ({ read }: { read: () => void }) => (
  <span role="alert">
    Failed to load.{' '}
    <button type="button" className={plainLink} onClick={read}>
      Try Again
    </button>
  </span>
)

const plainLink = 'underline underline-offset-4'

type FileTreeProps = {
  nodes: readonly TreeNode[]
  label?: string
  className?: string
  /** The path of the folder that contains the nodes. */
  path?: string
  /** The number of entries of that folder beyond the nodes. */
  more?: number
  load?: LoadRows | undefined
}
type RowsProps = { nodes: readonly TreeNode[]; load: LoadRows | undefined; takesFocus?: boolean }
type MoreRowsProps = { path: string; shown: number; more: number; load: LoadRows }

/** A row of a tree: icon, name, kind and note. */
function TreeRow({ node, opens }: { node: TreeNode; opens?: boolean }) {
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
        <span className="tree-kind text-quiet w-28 shrink-0 truncate font-sans max-sm:hidden">
          {node.kind}
        </span>
      )}
      {node.note && (
        <span className="tree-note text-quiet w-16 shrink-0 text-right font-sans tabular-nums">
          {node.note}
        </span>
      )}
    </span>
  )
}

export type TreeNode = {
  name: string
  /** The full path, by which a folder is loaded. */
  path?: string
  note?: string
  kind?: string | null | undefined
  folder?: boolean
  children?: readonly TreeNode[]
  /** The number of entries beyond `children`. */
  more?: number
}

/** Loads the rows of a folder from one of its entries on, once, and again after a failure. */
function useTreeRows(load: LoadRows, path: string, offset: number) {
  const [rows, setRows] = useState<Awaited<ReturnType<LoadRows>>>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  useLoadingAnnouncement(state === 'loading' && !rows ? 'Loading…' : undefined)
  const read = () => {
    if (state === 'loading') return
    setState('loading')
    load(path, offset).then(setRows, () => setState('failed'))
  }
  return { rows, state, read }
}

/** Loads the entries of a folder from one of them on; `more` is the number of those that follow. */
export type LoadRows = (
  path: string,
  offset: number,
) => Promise<{ children: readonly TreeNode[]; more: number }>
