import { source } from '#contract/projects/source.ts'

import type { Serve } from '../../http/serve.ts'
import type { Parts } from '../../parts.ts'
import {
  listReleases,
  noteRelease,
  releaseChanges,
  releaseFile,
  releaseFileChanges,
  releaseFolder,
} from './service.ts'

export const sourceRoutes = (serve: Serve, parts: Parts) =>
  serve(source, {
    releases: async ({ params }, { caller }) => ({
      success: true,
      releases: await listReleases(parts.db, caller, params.id),
    }),
    setNotes: async ({ params, body }, { caller }) => ({
      success: true,
      releases: await noteRelease(parts, caller, params, body.notes),
    }),
    folder: async ({ params, query }, { caller }) => ({
      success: true,
      folder: await releaseFolder(parts, caller, params, query),
    }),
    file: async ({ params, query }, { caller }) => ({
      success: true,
      file: await releaseFile(parts, caller, params, query.path),
    }),
    changes: async ({ params, query }, { caller }) => ({
      success: true,
      changes: await releaseChanges(parts, caller, params, query.from),
    }),
    fileChanges: async ({ params, query }, { caller }) => ({
      success: true,
      changes: await releaseFileChanges(parts, caller, params, query),
    }),
  })
