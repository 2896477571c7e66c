import { samples } from '#contract/projects/samples.ts'

import type { Serve } from '../http/serve.ts'
import type { Parts } from '../parts.ts'
import { addSample, removeSample, sampleChoices, sampleFile, samplesFor } from './service.ts'

export const sampleRoutes = (serve: Serve, parts: Parts) =>
  serve(samples, {
    list: async ({ params }, { caller, request }) => ({
      success: true,
      samples: await samplesFor(parts, caller, params.id, (error) => request.log.error(error)),
    }),
    get: async ({ params }, { caller }) => ({
      success: true,
      file: await sampleFile(parts, caller, params.id, params.number),
    }),
    choices: async ({ params, query }, { caller }) => ({
      success: true,
      ...(await sampleChoices(parts, caller.id, params.id, query.search)),
    }),
    add: async ({ params, body }, { caller, request }) => {
      await addSample(parts, caller.id, params.id, body.path)
      const report = (error: unknown) => request.log.error(error)
      return { success: true, samples: await samplesFor(parts, caller, params.id, report) }
    },
    remove: async ({ params }, { caller, request }) => {
      await removeSample(parts, caller.id, params.id, params.number)
      const report = (error: unknown) => request.log.error(error)
      return { success: true, samples: await samplesFor(parts, caller, params.id, report) }
    },
  })
