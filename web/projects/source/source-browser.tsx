import { useEffect, useRef } from 'react'

import type { Api } from '#contract/client.ts'
import { sizeText } from '#contract/kit/format.ts'
import type { SourceFile } from '#contract/projects/source.ts'

import { Button, IconButton } from '../../ui/button.tsx'
import { FileTree, type LoadRows, OpenFile, type TreeNode } from '../../ui/file-tree.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loading, Skeleton } from '../../ui/placeholders.tsx'
import { rowsOf } from './file-tree.ts'
import { Note, SourceView, useLatestRequest } from './source-view.tsx'

/** A tree of files beside the open file, which replaces the tree on a phone. `reader` loads both. */
export function SourceBrowser({ tree, reader }: { tree: TreeNode; reader: SourceReader }) {
  const { path, found, failed, begin, close } = useLatestRequest<SourceFile>('Failed to load the file')
  const open = (wanted: string) => void begin(wanted, () => reader.read(wanted))
  return (
    <div className={path ? 'source-browser source-browser-open' : 'source-browser'}>
      <section aria-label="File tree" tabIndex={0} className="source-tree">
        <OpenFile value={{ open, opened: path }}>
          <FileTree nodes={tree.children ?? []} more={tree.more ?? 0} load={reader.load} label="Files" />
        </OpenFile>
      </section>
      <section aria-label={path ?? 'File'} tabIndex={0} className="source-pane">
        {path === undefined ? (
          <Note>Choose a file to read it.</Note>
        ) : (
          <>
            <Head path={path} file={found} onClose={close} />
            {failed && <Failed message={failed} onRetry={() => open(path)} />}
            {!found && !failed && <Waiting />}
            {found && <SourceView file={found} />}
          </>
        )}
      </section>
    </div>
  )
}

function Head({ path, file, onClose }: { path: string; file: SourceFile | undefined; onClose: () => void }) {
  const ref = useRef<HTMLParagraphElement>(null)
  // On a phone the pressed row is hidden now.
  useEffect(() => {
    if (ref.current && matchMedia('(width < 48rem)').matches) ref.current.focus()
  }, [path])
  return (
    <div className="source-head">
      <IconButton label="Back to the files" className="md:hidden!" onClick={onClose}>
        <Icon name="arrow-left" />
      </IconButton>
      <p ref={ref} tabIndex={-1} className="min-w-0 flex-1 truncate" title={path}>
        {path}
      </p>
      <p className="text-quiet shrink-0 font-sans tabular-nums">
        {file && [file.language, sizeText(file.size)].filter(Boolean).join(', ')}
      </p>
    </div>
  )
}

const Failed = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-4 px-4 py-6 sm:px-5">
    <p>{message}</p>
    <Button tone="quiet" size="small" onClick={onRetry}>
      Try Again
    </Button>
  </div>
)

const Waiting = () => (
  <Loading text="Loading the file..." className="flex flex-col gap-2 p-4 sm:p-5">
    <Skeleton className="h-4 w-3/4" />
    <Skeleton className="h-4 w-1/2" />
    <Skeleton className="h-4 w-2/3" />
  </Loading>
)

/** The source of the browser: loads the rows of a folder, and files. */
interface SourceReader {
  load: LoadRows
  read: (path: string) => Promise<SourceFile>
}

/** Creates a reader for one release of a project, with the permissions of `api`. */
export const releaseReader = (api: () => Promise<Api>, projectId: string, number: number): SourceReader => {
  const params = { id: projectId, number }
  return {
    load: async (path, offset) => {
      const { source } = await api()
      return rowsOf((await source.folder({ params, query: { path, offset } })).folder, offset)
    },
    read: async (path) => {
      const { source } = await api()
      return (await source.file({ params, query: { path } })).file
    },
  }
}
