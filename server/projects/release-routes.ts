import type { FastifyRequest } from 'fastify'

import { limits } from '#contract/kit/limits.ts'
import { releases, uploads } from '#contract/projects/releases.ts'
import { samples } from '#contract/projects/samples.ts'
import { source } from '#contract/projects/source.ts'

import type { Dependencies } from '../dependencies.ts'
import { partsOf } from '../platform/http/bodies.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Serve } from '../platform/http/serve.ts'
import { requireVisible } from './access.ts'
import { readCheckContext } from './findings/service.ts'
import { addImages, chooseThumbnail, describeImages, orderImages, removeImage } from './images/service.ts'
import { contentsOf, folderOf } from './releases/contents.ts'
import { removeFiles } from './releases/service.ts'
import { changeReport, removeReport } from './reports/service.ts'
import {
  addSample,
  passSample,
  removeSample,
  sampleChoices,
  sampleFile,
  samplesOf,
} from './samples/service.ts'
import { releaseFile, releaseFolder } from './source/service.ts'
import { receiveChunk } from './uploads/chunk.ts'
import { discardUpload, stateOfUpload } from './uploads/state.ts'

/** Serves the calls about a project's files that need no purchase. */
export const releaseRoutes = (serve: Serve, dependencies: Dependencies) => {
  const receive = async (request: FastifyRequest, ownerId: string, projectId?: string) => ({
    data: await receiveChunk(dependencies, ownerId, partsOf(request, limits.fileBytes), {
      projectId,
      report: (error) => request.log.error(error),
    }),
  })
  serve(releases, {
    upload: (_, { caller, request }) => receive(request, caller.id),
    reUpload: ({ params }, { caller, request }) => receive(request, caller.id, params.id),
    removeFiles: async ({ params }, { caller }) => ({
      message: await removeFiles(dependencies, caller.id, params.id),
    }),
    addImages: ({ params }, { caller, request }) =>
      addImages(dependencies, caller.id, params.id, partsOf(request, limits.imageBytes)),
    removeImage: ({ params, query }, { caller }) => removeImage(dependencies, caller.id, params.id, query),
    orderImages: ({ params, body }, { caller }) =>
      orderImages(dependencies, caller.id, params.id, body.newOrder),
    describeImages: ({ params, body }, { caller }) =>
      describeImages(dependencies, caller.id, params.id, body.descriptions),
    chooseThumbnail: ({ params, body }, { caller }) =>
      chooseThumbnail(dependencies, caller.id, params.id, body),
    addReport: async ({ params }, { caller, request }) => {
      const form = partsOf(request, limits.reportBytes)
      return changeReport(dependencies, caller.id, params.id, form, { needsFile: true })
    },
    changeReport: async ({ params }, { caller, request }) => {
      const form = partsOf(request, limits.reportBytes)
      return changeReport(dependencies, caller.id, params.id, form, { needsFile: false })
    },
    removeReport: ({ params }, { caller }) => removeReport(dependencies, caller.id, params.id),
    contents: async ({ params }, { caller, request }) =>
      contentsOf(dependencies, await requireVisible(dependencies.db, caller, params.id), (error) =>
        request.log.error(error),
      ),
    folder: async ({ params, query }, { caller }) => ({
      folder: await folderOf(dependencies, caller, params.id, query),
    }),
  })
}

export const uploadRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(uploads, {
    state: async ({ params }, { caller }) => ({
      upload: await stateOfUpload(dependencies.db, caller.id, params.id),
    }),
    discard: async ({ params, query }, { caller }) => {
      await discardUpload(dependencies.db, caller.id, params.id, query.uploadId)
    },
  })

/** Serves the calls about a release's source that only owners and staff make. */
export const sourceRoutes = (serve: Serve, dependencies: Dependencies) =>
  serve(source, {
    folder: async ({ params, query }, { caller }) => ({
      folder: await releaseFolder(dependencies, caller, params, query),
    }),
    file: async ({ params, query }, { caller }) => ({
      file: await releaseFile(dependencies, caller, params, query.path),
    }),
  })

export const sampleRoutes = (serve: Serve, dependencies: Dependencies) => {
  const samplesFor = async (caller: Caller | undefined, projectId: string, request: FastifyRequest) => {
    const project = await requireVisible(dependencies.db, caller, projectId)
    return samplesOf(dependencies, caller, project, readCheckContext(dependencies.db, project), (error) =>
      request.log.error(error),
    )
  }
  serve(samples, {
    list: async ({ params }, { caller, request }) => ({
      samples: await samplesFor(caller, params.id, request),
    }),
    get: async ({ params }, { caller }) => ({
      file: await sampleFile(dependencies, caller, params.id, params.number),
    }),
    choices: ({ params, query }, { caller }) =>
      sampleChoices(dependencies, caller.id, params.id, query.search),
    add: async ({ params, body }, { caller, request }) => {
      await addSample(dependencies, caller.id, params.id, body.path)
      return { samples: await samplesFor(caller, params.id, request) }
    },
    pass: async ({ params, body }, { caller, request }) => {
      await dependencies.db.transaction().execute((trx) => passSample(trx, caller, params, body.contentHash))
      return { samples: await samplesFor(caller, params.id, request) }
    },
    remove: async ({ params }, { caller, request }) => {
      await removeSample(dependencies, caller.id, params.id, params.number)
      return { samples: await samplesFor(caller, params.id, request) }
    },
  })
}
