import { useState } from 'react'

import type { TreeNode } from './file-tree-row.tsx'

/** Rows of a folder that are read once, from one of its entries on, and again after a failure. */
export function useTreeRows(load: LoadRows, path: string, offset: number) {
  const [rows, setRows] = useState<Awaited<ReturnType<LoadRows>>>()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const read = () => {
    if (state === 'loading') return
    setState('loading')
    load(path, offset).then(setRows, () => setState('failed'))
  }
  return { rows, state, read }
}

/** Reads the entries of a folder from one of them on; `more` follow those. */
export type LoadRows = (
  path: string,
  offset: number,
) => Promise<{ children: readonly TreeNode[]; more: number }>
