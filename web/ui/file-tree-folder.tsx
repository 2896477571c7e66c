import { useState } from 'react'

import { FileTree, type LoadRows, Row, Rows, type TreeNode } from './file-tree.tsx'

/** A folder that opens and closes; its rows are loaded when it is opened for the first time. */
export function FolderRows({ node, load }: { node: TreeNode; load: LoadRows }) {
  const { rows, state, read } = useRows(load, node.path ?? '', 0)
  const { children, more = 0 } = rows ?? node
  return (
    <details
      open={Boolean(node.children)}
      onToggle={({ currentTarget }) => currentTarget.open && !children && read()}
    >
      <summary className="rounded-small hover:bg-sunk list-none [&::-webkit-details-marker]:hidden">
        <Row node={node} opens />
      </summary>
      {children ? (
        <FileTree nodes={children} path={node.path ?? ''} more={more} load={load} />
      ) : (
        <p className="text-quiet py-1 pl-6" role="status">
          {state === 'failed' ? <Failed read={read} /> : state === 'loading' ? 'Loading…' : node.kind}
        </p>
      )}
    </details>
  )
}

/** What is left of a folder, behind a button. The focus goes to the first row that it brings. */
export function MoreRows({ path, shown, more, load }: MoreRowsProps) {
  const { rows, state, read } = useRows(load, path, shown)
  if (rows) {
    return (
      <>
        <Rows nodes={rows.children} load={load} first={focusOn} />
        {rows.more > 0 && rows.children.length > 0 && (
          <MoreRows path={path} shown={shown + rows.children.length} more={rows.more} load={load} />
        )}
      </>
    )
  }
  return (
    <li>
      <span className="block py-1 pl-6" role="status">
        {state === 'failed' ? (
          <Failed read={read} />
        ) : (
          <button
            type="button"
            className="underline underline-offset-4"
            aria-disabled={state === 'loading'}
            onClick={read}
          >
            {state === 'loading' ? 'Loading…' : `Show more (${more.toLocaleString('en-IN')} left)`}
          </button>
        )}
      </span>
    </li>
  )
}

/** The same function at every rendering, so that the row is focused once. */
const focusOn = (row: HTMLLIElement | null) => row?.focus({ preventScroll: true })

const Failed = ({ read }: { read: () => void }) => (
  <>
    Failed to load.{' '}
    <button type="button" className="underline underline-offset-4" onClick={read}>
      Try again
    </button>
  </>
)

/** Rows that are read once, and again after a failure. */
function useRows(load: LoadRows, path: string, offset: number) {
  const [rows, setRows] = useState<Awaited<ReturnType<LoadRows>>>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const read = () => {
    if (state === 'loading') return
    setState('loading')
    load(path, offset).then(setRows, () => setState('failed'))
  }
  return { rows, state, read }
}

type MoreRowsProps = { path: string; shown: number; more: number; load: LoadRows }
