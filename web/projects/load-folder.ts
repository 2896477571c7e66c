import type { Api } from '#contract/client.ts'

import type { LoadRows } from '../ui/data/use-tree-rows.ts'
import { rowsOf } from './file-tree.ts'

/** Reads the folders of a project's tree, as whoever `api` speaks for. */
export const folderLoader =
  (api: () => Promise<Api>, projectId: string): LoadRows =>
  async (path, offset) => {
    const { releases } = await api()
    const { folder } = await releases.folder({ params: { id: projectId }, query: { path, offset } })
    return rowsOf(folder, offset)
  }
