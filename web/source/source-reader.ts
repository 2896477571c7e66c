import type { Api } from '#contract/client.ts'
import type { SourceFile } from '#contract/projects/source.ts'

import { rowsOf } from '../projects/file-tree.ts'
import type { LoadRows } from '../ui/data/use-tree-rows.ts'

/** Where the viewer reads from: folders for its tree, and files. */
export interface SourceReader {
  load: LoadRows
  read: (path: string) => Promise<SourceFile>
}

/** Reads one release of a project, as whoever `api` speaks for. */
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
